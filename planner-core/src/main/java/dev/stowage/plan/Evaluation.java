package dev.stowage.plan;

import dev.stowage.plan.objective.Objective;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.MedianInterval;
import dev.stowage.stats.output.Reliability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What replications on one number of servers say about an objective.
 *
 * @param servers number of servers
 * @param runs the replications, from 0
 * @param objective what each of them is to meet
 * @param options how many there may be, and how many of them may miss
 */
record Evaluation(int servers, List<RunSummary> runs, Objective objective, SearchOptions options) {
    Evaluation {
        runs = List.copyOf(runs);
    }

    /** Replications that meet every bound. */
    int held() {
        return (int) runs.stream().filter(run -> isMet(run, objective)).count();
    }

    /** True if {@code run} meets every bound. */
    static boolean isMet(RunSummary run, Objective objective) {
        return objective.isMet(run);
    }

    /** True if more replications miss than may, so that further ones don't matter. */
    boolean isRefuted() {
        return runs.size() - held() > options.allowedMisses();
    }

    /** True if all replications were made and enough of them meet the objective. */
    boolean holds() {
        return runs.size() == options.replications() && !isRefuted();
    }

    /** Every bound with its value. */
    List<ObjectiveValue> values() {
        List<ObjectiveValue> values = new ArrayList<>();
        for (Objective.Bound bound : objective.bounds()) {
            double upper = upper(bound.metric());
            values.add(
                    new ObjectiveValue(
                            bound.metric(),
                            bound.limit(),
                            mean(bound.metric()),
                            upper,
                            upper <= bound.limit(),
                            bound.implied()));
        }
        return List.copyOf(values);
    }

    /** The value that no more replications exceed than may; the largest where too many miss. */
    private double upper(String metric) {
        double[] sorted = figures(metric);
        Arrays.sort(sorted);
        int above = holds() ? options.allowedMisses() : 0;
        return sorted[sorted.length - 1 - above];
    }

    private double mean(String metric) {
        double[] figures = figures(metric);
        double first = figures[0];
        double off = 0;
        for (double figure : figures) {
            if (Double.isInfinite(figure)) {
                return figure;
            }
            off += figure - first;
        }
        return first + off / figures.length; // exact when all are equal
    }

    private double[] figures(String metric) {
        return runs.stream().mapToDouble(run -> figure(run, metric)).toArray();
    }

    private static double figure(RunSummary run, String metric) {
        return Objective.figure(run, metric);
    }

    /**
     * What may be claimed of the answer.
     *
     * @param oneLess what was found of n - 1
     * @param level at which; at most that of the options, which may be larger where this was not
     *     the first try
     */
    Confidence confidence(@Nullable Evaluation oneLess, double level) {
        ObjectiveValue deciding =
                values().stream()
                        .max(Comparator.comparingDouble(Evaluation::closeness))
                        .orElseThrow();
        Reliability claim = options.reliability();
        int held = held();
        boolean isSilent = options.isExact() || runs.size() <= Confidence.TOO_FEW;
        int counted = holds() ? runs.size() - options.allowedMisses() : held;
        Double claimed = isSilent ? null : claim.claimed(counted, runs.size());
        int least =
                options.isExact()
                        ? 0
                        : Math.max(
                                Confidence.TOO_FEW + 1,
                                claim.leastReplications(runs.size() - held));
        return new Confidence(
                level,
                claim.share(),
                options.isExact(),
                runs.size(),
                held,
                oneLess == null ? null : oneLess.held(),
                claimed,
                Math.max(0, least - runs.size()),
                deciding.metric(),
                deciding.value(),
                "");
    }

    /**
     * How much of its limit a metric takes up: 1 at the limit, infinite where a limit of 0 is
     * exceeded.
     */
    private static double closeness(ObjectiveValue value) {
        return value.upper() == 0 ? 0 : value.upper() / value.bound();
    }

    /** Whether so many misses of so many replications are no more than may; null if undecided. */
    private @Nullable Boolean met(int replications, int misses, boolean isOnFresh) {
        if (misses <= options.allowedMisses()) {
            return replications < options.replications() ? null : Boolean.TRUE;
        }
        boolean isOpen = isOnFresh && isNotExcluded(replications - misses, replications);
        return isOpen ? null : Boolean.FALSE;
    }

    /** True if the share that is asked for may hold where so many replications did. */
    boolean isNotExcluded(int held, int replications) {
        Reliability claim = options.reliability();
        return claim.notExcluded(held, replications) >= claim.share();
    }

    /** All that can be bounded of all tasks, and what is bounded of parts of them. */
    private Set<String> metrics() {
        Set<String> metrics = new LinkedHashSet<>(Objective.metrics());
        objective.bounds().forEach(bound -> metrics.add(bound.metric()));
        return metrics;
    }

    /**
     * This as a point of the headroom curve.
     *
     * @param judged replications that are judged, at least as many as were made
     * @param averaged replications that are averaged
     * @param isOnFresh true if the answer rests on fresh replications and not on these: a point is
     *     then missed only where they exclude the share that is asked for
     */
    CurvePoint curvePoint(int judged, int averaged, boolean isOnFresh) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        Evaluation first = new Evaluation(servers, runs.subList(0, averaged), objective, options);
        for (String metric : metrics()) {
            if (runs.get(0).metric(metric).isPresent()) { // only contended runs have some
                metrics.put(metric, first.mean(metric));
            }
        }
        Map<String, CurvePoint.Interval> intervals = new LinkedHashMap<>();
        if (!options.isExact()) {
            double level = options.reliability().confidence();
            metrics.keySet()
                    .forEach(
                            metric ->
                                    intervals.put(
                                            metric,
                                            CurvePoint.Interval.of(
                                                    MedianInterval.of(figures(metric), level))));
        }
        Map<String, Integer> missed = new LinkedHashMap<>();
        for (Objective.Bound bound : objective.bounds()) {
            double[] figures = figures(bound.metric());
            missed.put(
                    bound.metric(),
                    (int) Arrays.stream(figures).filter(each -> each > bound.limit()).count());
        }
        int misses = runs.size() - held();
        return new CurvePoint(
                servers,
                judged,
                judged - misses,
                met(judged, misses, isOnFresh),
                averaged,
                metrics,
                intervals,
                missed,
                CurvePoint.Evictions.of(runs));
    }
}
