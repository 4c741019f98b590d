package dev.stowage.sim.node.calibration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How far repeats of a setting are apart, below saturation.
 *
 * @param pairs of repeats
 * @param medianDifference median of {@code |a / b - 1|} over both orders of all pairs; null without
 *     any
 */
public record Repeats(int pairs, @Nullable Double medianDifference) {
    private static final double WITHOUT = 0.1; // ours
    private static final double LEAST_RISE = 1.25; // few repeats say little of a deviation; ours
    private static final double LEAST = 0.02; // clocks and percentiles are no better; ours

    static Repeats of(List<MeasuredRow> rows) {
        LoadLevels levels = LoadLevels.of(rows);
        Map<MeasuredRow.Cell, List<Double>> cells = new LinkedHashMap<>();
        for (MeasuredRow row : rows) {
            if (!row.isSaturated()) {
                cells.computeIfAbsent(row.cell(levels), cell -> new ArrayList<>())
                        .add(row.seconds());
            }
        }
        List<Double> differences = new ArrayList<>();
        for (List<Double> cell : cells.values()) {
            for (int i = 0; i < cell.size(); i++) {
                for (int j = 0; j < cell.size(); j++) {
                    if (i != j) {
                        differences.add(Math.abs(cell.get(i) / cell.get(j) - 1));
                    }
                }
            }
        }
        return new Repeats(
                differences.size() / 2, differences.isEmpty() ? null : median(differences));
    }

    /**
     * True if load does something to these rows: one did not keep up, or at some place the highest
     * load has a percentile above the (lower) median of the lower half of the loads, two at least,
     * by more than three deviations and a quarter: a hiccup at one of these does not hide it.
     */
    static boolean doesRise(List<MeasuredRow> rows) {
        double least = Math.max(LEAST_RISE, Math.exp(3 * of(rows).deviation()));
        LoadLevels levels = LoadLevels.of(rows);
        Map<MeasuredRow.Place, TreeMap<Double, List<Double>>> places = new LinkedHashMap<>();
        for (MeasuredRow row : rows) {
            if (row.isSaturated()) {
                return true;
            }
            places.computeIfAbsent(row.place(), place -> new TreeMap<>())
                    .computeIfAbsent(levels.inPlace(row), load -> new ArrayList<>())
                    .add(row.seconds());
        }
        return places.values().stream()
                .map(loads -> loads.values().stream().map(Repeats::median).toList())
                .anyMatch(each -> each.get(each.size() - 1) > least * low(each));
    }

    private static double low(List<Double> rising) {
        int few = Math.min(rising.size(), Math.max(2, rising.size() / 2));
        return rising.stream().limit(few).sorted().skip((few - 1) / 2).findFirst().orElseThrow();
    }

    /** Standard deviation of the logarithm of a measurement that a fit supposes. */
    double deviation() {
        return medianDifference == null ? WITHOUT : Math.max(LEAST, medianDifference);
    }

    static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
