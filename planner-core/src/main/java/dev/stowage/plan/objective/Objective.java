package dev.stowage.plan.objective;

import dev.stowage.basis.InputException;
import dev.stowage.run.Metric;
import dev.stowage.run.Quantity;
import dev.stowage.run.RunSummary;
import dev.stowage.run.TaskPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a plan must hold: upper bounds on metrics of a run. Every objective also bounds {@code
 * rejected} and {@code pending} by 0 unless it sets them, and {@code oomKilled} where tasks
 * contend, and {@code standingStill} where how fast tasks run depends on their neighbours.
 *
 * @param bounds the stated ones in the order of the input, then the implied ones; at most one per
 *     metric
 * @param parts of the tasks that some of them are of, in the order of the input
 */
public record Objective(List<Bound> bounds, List<TaskPart> parts) {
    private static final List<Quantity> IMPLIED =
            List.of(Quantity.REJECTED, Quantity.PENDING, Quantity.OOM_KILLED);

    /**
     * An upper bound.
     *
     * @param metric as in {@link RunSummary#metric}: {@code pendingSeconds.p99}
     * @param limit largest value allowed
     * @param implied true if nobody wrote it
     */
    public record Bound(String metric, double limit, boolean implied) {}

    public Objective {
        bounds = List.copyOf(bounds);
        parts = List.copyOf(parts);
        if (bounds.isEmpty()) {
            throw new IllegalArgumentException("bounds is empty, expected at least one");
        }
    }

    /** The same, in which no task may stand still for ever. */
    public Objective withoutStandstill() {
        List<Bound> all = new ArrayList<>(bounds);
        all.add(new Bound(Quantity.STANDING_STILL.label(), 0, true));
        return new Objective(all, parts);
    }

    /** The same about runs in which none can, since how fast tasks run never changes. */
    public Objective ofSteadyRates() {
        return new Objective(
                bounds.stream()
                        .filter(bound -> !bound.metric().equals(Quantity.STANDING_STILL.label()))
                        .toList(),
                parts);
    }

    /** Of no part of the tasks by itself. */
    public Objective(List<Bound> bounds) {
        this(bounds, List.of());
    }

    /** The same with bounds on metrics of parts of the tasks, after those that are stated. */
    public Objective with(List<TaskPart> ofParts, List<Bound> stated) {
        List<Bound> all = new ArrayList<>(bounds);
        int implied = (int) all.stream().filter(Bound::implied).count();
        all.addAll(all.size() - implied, stated);
        return new Objective(all, ofParts);
    }

    /** The same without bounds on parts of other workloads than one. */
    public Objective ofWorkload(String name) {
        List<TaskPart> others =
                parts.stream()
                        .filter(part -> part.workload().filter(of -> !of.equals(name)).isPresent())
                        .toList();
        List<String> texts = others.stream().map(TaskPart::text).toList();
        return new Objective(
                bounds.stream()
                        .filter(
                                bound ->
                                        Metric.named(bound.metric())
                                                .filter(each -> texts.contains(each.part()))
                                                .isEmpty())
                        .toList(),
                parts.stream().filter(part -> !others.contains(part)).toList());
    }

    /** The same as {@link #parse(String, Map, boolean)} for a replay. */
    public static Objective parse(String place, Map<String, ?> tree) {
        return parse(place, tree, false);
    }

    /**
     * Reads {@code {pendingSeconds: {p99: 60}, cpuAllocated: {p95: 0.9}, rejected: 0}}.
     *
     * @param place where it stands, for errors: {@code scenario.yaml: objective}
     * @param tree numbers, or maps of statistic to number, by metric
     * @param isContended true if the tasks of the runs contend
     * @throws InputException with all the problems at once: unknown metric or statistic (lists the
     *     valid ones), not a number, or a limit that no run can meet or that every run meets
     */
    public static Objective parse(String place, Map<String, ?> tree, boolean isContended) {
        List<Bound> bounds = new ArrayList<>();
        List<InputException.Issue> issues = new ArrayList<>();
        tree.forEach(
                (label, value) ->
                        boundable(label)
                                .ifPresentOrElse(
                                        group -> {
                                            String at = place + "." + label;
                                            read(at, group, value, bounds, issues);
                                        },
                                        () -> issues.add(unknownMetric(place, label))));
        if (!issues.isEmpty()) {
            throw InputException.of(issues);
        }
        for (Quantity group : IMPLIED) {
            if (!tree.containsKey(group.label()) && (isContended || !group.isContended())) {
                bounds.add(new Bound(group.label(), 0, true));
            }
        }
        return new Objective(bounds);
    }

    private static void read(
            String place,
            Quantity group,
            Object value,
            List<Bound> bounds,
            List<InputException.Issue> issues) {
        if (group.statistics().isEmpty()) {
            readLimit(place, group, group.label(), value, bounds, issues);
        } else if (value instanceof Map<?, ?> limits && !limits.isEmpty()) {
            limits.forEach(
                    (statistic, limit) -> {
                        String at = place + "." + statistic;
                        if (group.statistics().contains(String.valueOf(statistic))) {
                            String metric = group.label() + "." + statistic;
                            readLimit(at, group, metric, limit, bounds, issues);
                        } else {
                            issues.add(unknownStatistic(at, group, String.valueOf(statistic)));
                        }
                    });
        } else {
            issues.add(
                    new InputException.Issue(
                            place,
                            describe(value),
                            "limits by statistic: " + String.join(", ", group.statistics()),
                            "Write " + group.label() + ": {" + example(group) + "}."));
        }
    }

    private static void readLimit(
            String place,
            Quantity group,
            String metric,
            Object value,
            List<Bound> bounds,
            List<InputException.Issue> issues) {
        if (value instanceof Number number && Limits.allows(group.unit(), number.doubleValue())) {
            bounds.add(new Bound(metric, number.doubleValue(), false));
        } else {
            issues.add(
                    new InputException.Issue(
                            place,
                            describe(value),
                            Limits.expected(group.unit()),
                            "It is the largest value of "
                                    + metric
                                    + " that the plan may have; write the number alone."));
        }
    }

    private static InputException.Issue unknownMetric(String place, String label) {
        return new InputException.Issue(
                place + "." + label,
                "unknown metric \"" + label + "\"",
                "one of " + validMetrics(),
                null);
    }

    private static InputException.Issue unknownStatistic(
            String place, Quantity group, String statistic) {
        return new InputException.Issue(
                place,
                "unknown statistic \"" + statistic + "\" of " + group.label(),
                "one of " + String.join(", ", group.statistics()),
                "All metrics: " + validMetrics() + ".");
    }

    private static String validMetrics() {
        return boundable()
                .map(
                        group ->
                                group.statistics().isEmpty()
                                        ? group.label()
                                        : group.label() + " " + group.statistics())
                .collect(Collectors.joining(", "));
    }

    private static String example(Quantity group) {
        return switch (group.unit()) {
            case SHARE -> "p95: 0.9";
            case RATIO -> "p99: 2";
            default -> "p99: 60";
        };
    }

    private static String describe(Object value) {
        return value instanceof CharSequence ? "the text \"" + value + "\"" : String.valueOf(value);
    }

    /** Every metric that can be bounded, as {@code metric} or {@code metric.statistic}. */
    public static List<String> metrics() {
        return names(boundable());
    }

    /** Those of them that only runs have whose tasks contend. */
    public static List<String> contendedMetrics() {
        return names(boundable().filter(Quantity::isContended));
    }

    private static Stream<Quantity> boundable() {
        return Arrays.stream(Quantity.values()).filter(Quantity::isBoundable);
    }

    private static Optional<Quantity> boundable(String label) {
        return boundable().filter(each -> each.label().equals(label)).findFirst();
    }

    private static List<String> names(Stream<Quantity> quantities) {
        return quantities.flatMap(each -> each.metrics().stream()).map(Metric::name).toList();
    }

    /** The limit on one metric; infinite if it has none. */
    public double limit(String metric) {
        return bounds.stream()
                .filter(bound -> bound.metric().equals(metric))
                .mapToDouble(Bound::limit)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** True if a run meets every bound. */
    public boolean isMet(RunSummary run) {
        return bounds.stream().allMatch(bound -> figure(run, bound.metric()) <= bound.limit());
    }

    /**
     * The largest share of its limit that a metric of a run takes up: 1 at the limit, infinite
     * where a limit of 0 is exceeded.
     */
    public double strain(RunSummary run) {
        double most = 0;
        for (Bound bound : bounds) {
            double figure = figure(run, bound.metric());
            most = Math.max(most, figure == 0 ? 0 : figure / bound.limit());
        }
        return most;
    }

    /**
     * The figure of a metric that a run must have. Of a resource that no server of the run has
     * nothing is given: its share is 0.
     */
    public static double figure(RunSummary run, String metric) {
        return run.metric(metric)
                .orElseGet(
                        () -> {
                            boolean isOfSome =
                                    Metric.named(metric)
                                            .map(each -> each.quantity().isOfSomeServers())
                                            .orElse(false);
                            if (isOfSome) {
                                return 0;
                            }
                            throw new IllegalStateException("a run has no metric " + metric);
                        });
    }
}
