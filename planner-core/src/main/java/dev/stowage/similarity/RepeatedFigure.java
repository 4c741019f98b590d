package dev.stowage.similarity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * One figure over several workloads that were drawn from the same model.
 *
 * @param workloads what it is for each of them, in the order of the draws
 */
public record RepeatedFigure(List<Figure> workloads) {
    public RepeatedFigure {
        workloads = List.copyOf(workloads);
        if (workloads.isEmpty()) {
            throw new IllegalArgumentException("workloads is empty, expected at least one");
        }
    }

    /**
     * Figures by figure instead of by workload, in the order of the first one that has them.
     *
     * @param workloads the figures of each workload, as {@link Figure#of} gives them
     */
    public static List<RepeatedFigure> of(List<List<Figure>> workloads) {
        Map<List<Object>, List<Figure>> byFigure = new LinkedHashMap<>();
        for (List<Figure> figures : workloads) {
            for (Figure each : figures) {
                byFigure.computeIfAbsent(
                                List.of(each.tolerance(), each.what()), key -> new ArrayList<>())
                        .add(each);
            }
        }
        return byFigure.values().stream().map(RepeatedFigure::new).toList();
    }

    /** What kind of figure. */
    public Tolerance tolerance() {
        return workloads.get(0).tolerance();
    }

    /** Which one. */
    public String what() {
        return workloads.get(0).what();
    }

    /** How far apart the sides are, over the workloads that tell it. */
    public Spread apart() {
        return spread(workloads.stream().map(Figure::apart).toList());
    }

    /** Value of the first side; it depends a little on which time both cover. */
    public Spread first() {
        return spread(workloads.stream().map(Figure::first).toList());
    }

    /** Value of the second side. */
    public Spread second() {
        return spread(workloads.stream().map(Figure::second).toList());
    }

    /**
     * The figure with the median of what the sides are apart by: half of the workloads are no
     * further from the first side than that. It does not depend on how many are drawn, as the worst
     * one would; and it is no mean of what they have, in which one too high and one too low would
     * cancel out. It is told if at least half of the workloads tell it.
     */
    public Figure typical() {
        Figure one =
                workloads.stream()
                        .filter(each -> each.apart().isEmpty())
                        .findFirst()
                        .orElse(workloads.get(0));
        Spread apart = apart();
        boolean isTold = 2 * apart.values().length >= workloads.size();
        return new Figure(
                tolerance(),
                what(),
                median(first()),
                median(second()),
                isTold ? median(apart) : OptionalDouble.empty(),
                one.reason());
    }

    private static OptionalDouble median(Spread spread) {
        return spread.values().length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(spread.median());
    }

    private static Spread spread(List<OptionalDouble> values) {
        return new Spread(
                values.stream()
                        .flatMapToDouble(
                                value ->
                                        value.isPresent()
                                                ? DoubleStream.of(value.getAsDouble())
                                                : DoubleStream.empty())
                        .sorted()
                        .toArray());
    }

    /**
     * Values in ascending order, the last ones possibly infinite.
     *
     * @param values may be empty
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
    public record Spread(double[] values) {
        /** The middle one, or half-way between the middle two; at least one value. */
        public double median() {
            int n = values.length;
            double below = values[(n - 1) / 2];
            double above = values[n / 2];
            return below == above ? below : (below + above) / 2;
        }

        /** The least; at least one value. */
        public double least() {
            return values[0];
        }

        /** The greatest; at least one value. */
        public double greatest() {
            return values[values.length - 1];
        }
    }
}
