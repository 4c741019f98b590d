package dev.stowage.workload;

import dev.stowage.stats.Degenerate;
import dev.stowage.stats.Density;
import dev.stowage.stats.Empirical;
import dev.stowage.stats.Family;
import dev.stowage.stats.KernelDensity;
import dev.stowage.stats.Parametric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads one density of a model file. */
final class DensityJson {
    private DensityJson() {}

    static String families() {
        return String.join(", ", Arrays.stream(Family.values()).map(Family::spelling).toList());
    }

    static Density read(JsonCursor at) {
        JsonCursor type = at.at("type");
        return switch (type.text()) {
            case "family" -> family(at);
            case "kde" -> kernel(at);
            case "empirical" -> empirical(at);
            case "constant" -> new Degenerate(at.only("type", "value").at("value").number());
            default -> throw type.bad("one of family, kde, empirical, constant");
        };
    }

    private static Density family(JsonCursor at) {
        JsonCursor name = at.at("family");
        Family family =
                Family.parse(name.text()).orElseThrow(() -> name.bad("one of " + families()));
        List<String> keys = new ArrayList<>(List.of("type", "family", "location", "scale"));
        keys.addAll(family.shapeNames());
        at.only(keys.toArray(String[]::new));
        List<Double> shapes = new ArrayList<>();
        for (String shape : family.shapeNames()) {
            shapes.add(at.at(shape).positive());
        }
        return Parametric.of(family, shapes, at.at("location").number(), at.at("scale").positive());
    }

    private static Density kernel(JsonCursor at) {
        at.only("type", "kernel", "bandwidth", "axis", "shift", "low", "high", "heights");
        at.at("kernel").is("gaussian");
        double shift = at.at("shift").inRange(0, Double.MAX_VALUE);
        KernelDensity.Axis axis =
                switch (at.at("axis").text()) {
                    case "linear" -> KernelDensity.Axis.LINEAR;
                    case "logarithmic" -> new KernelDensity.Axis(true, shift);
                    default -> throw at.at("axis").bad("linear or logarithmic");
                };
        double low = at.at("low").number();
        double high = at.at("high").number();
        if (!(high > low)) {
            throw at.at("high").bad("a number above low = " + low);
        }
        List<Double> heights = new ArrayList<>();
        double sum = 0;
        for (JsonCursor height : at.at("heights").elements()) {
            heights.add(height.inRange(0, Double.MAX_VALUE));
            sum += height.number();
        }
        if (heights.size() < 2 || !(sum > 0) || Double.isInfinite(sum)) {
            throw at.at("heights").bad("at least two numbers that are not all 0");
        }
        return KernelDensity.of(at.at("bandwidth").positive(), axis, low, high, heights);
    }

    private static Density empirical(JsonCursor at) {
        at.only("type", "values", "weights");
        List<Double> values = new ArrayList<>();
        for (JsonCursor value : at.at("values").elements()) {
            if (!values.isEmpty() && !(value.number() > values.get(values.size() - 1))) {
                throw value.bad("more than the value before");
            }
            values.add(value.number());
        }
        List<Double> weights =
                at.at("weights").elements().stream().map(JsonCursor::positive).toList();
        if (values.isEmpty() || values.size() != weights.size()) {
            throw at.at("weights").bad("as many weights as values, and at least one");
        }
        return Empirical.of(values, weights);
    }
}
