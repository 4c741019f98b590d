package dev.stowage.catalog.verify;

import dev.stowage.catalog.gather.Located;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Medians of a value over groups of offers; groups of fewer than three have none. */
final class Medians {
    /** Of fewer values there is no median that a wrong one could not be. */
    static final int FEWEST = 3;

    private Medians() {}

    static Map<String, Double> of(
            List<Located> offers,
            Function<Located, String> group,
            ToDoubleFunction<Located> value) {
        Map<String, List<Double>> groups = new HashMap<>();
        for (Located each : offers) {
            groups.computeIfAbsent(group.apply(each), self -> new ArrayList<>())
                    .add(value.applyAsDouble(each));
        }
        Map<String, Double> medians = new HashMap<>();
        groups.forEach(
                (name, values) -> {
                    if (values.size() >= FEWEST) {
                        medians.put(name, median(values));
                    }
                });
        return medians;
    }

    static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
