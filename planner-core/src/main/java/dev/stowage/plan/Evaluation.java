package dev.stowage.plan;

import dev.stowage.stats.output.MeanInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What replications on one number of servers say about an objective.
 *
 * @param servers number of servers
 * @param runs the replications, from 0
 * @param values every bound with its value
 * @param confidence interval of the deciding metric
 */
record Evaluation(
        int servers, List<RunSummary> runs, List<ObjectiveValue> values, Confidence confidence) {

    static Evaluation of(
            int servers, List<RunSummary> runs, Objective objective, SearchOptions options) {
        List<ObjectiveValue> values = new ArrayList<>();
        ObjectiveValue deciding = null;
        MeanInterval decidingInterval = null;
        for (Objective.Bound bound : objective.bounds()) {
            MeanInterval interval = interval(runs, bound.metric(), options.confidence());
            ObjectiveValue value = value(bound, interval);
            values.add(value);
            if (deciding == null || closeness(value) > closeness(deciding)) {
                deciding = value;
                decidingInterval = interval;
            }
        }
        if (deciding == null || decidingInterval == null) {
            throw new IllegalStateException("objective without bounds");
        }
        Confidence confidence = confidence(runs.size(), deciding, decidingInterval, options);
        return new Evaluation(servers, List.copyOf(runs), List.copyOf(values), confidence);
    }

    private static ObjectiveValue value(Objective.Bound bound, MeanInterval interval) {
        return new ObjectiveValue(
                bound.metric(),
                bound.limit(),
                interval.mean(),
                interval.upper(),
                interval.upper() <= bound.limit(),
                bound.implied());
    }

    private static Confidence confidence(
            int replications, ObjectiveValue value, MeanInterval interval, SearchOptions options) {
        Double halfWidth = interval.halfWidth();
        Boolean tight = halfWidth == null ? null : halfWidth <= options.precision() * value.bound();
        return new Confidence(
                options.confidence(),
                replications,
                value.metric(),
                interval.mean(),
                halfWidth,
                tight);
    }

    private static MeanInterval interval(List<RunSummary> runs, String metric, double level) {
        double[] observations = runs.stream().mapToDouble(run -> figure(run, metric)).toArray();
        return MeanInterval.of(observations, level);
    }

    private static double figure(RunSummary run, String metric) {
        return run.metric(metric)
                .orElseThrow(() -> new IllegalStateException("a run has no metric " + metric));
    }

    /**
     * How much of its limit a metric takes up: 1 at the limit, infinite where a limit of 0 is
     * exceeded.
     */
    private static double closeness(ObjectiveValue value) {
        return value.upper() == 0 ? 0 : value.upper() / value.bound();
    }

    /** True if every bound holds, each at its upper confidence limit. */
    boolean met() {
        return values.stream().allMatch(ObjectiveValue::met);
    }

    /** True if more replications are not worth their time: the answer is tight, or surely no. */
    boolean isDecided() {
        boolean isTight = Boolean.TRUE.equals(confidence.tightEnough());
        boolean isBlocked = Double.isInfinite(confidence.mean());
        return isTight || isBlocked || values.stream().anyMatch(Evaluation::failsForSure);
    }

    /** The lower confidence limit is above the bound, or a bound of 0 was exceeded once. */
    private static boolean failsForSure(ObjectiveValue value) {
        double lower = 2 * value.value() - value.upper();
        return lower > value.bound() || (value.bound() == 0 && value.value() > 0);
    }

    /** This as a point of the headroom curve. */
    CurvePoint curvePoint(SearchOptions options) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        for (String metric : Objective.metrics()) {
            if (runs.get(0).metric(metric).isEmpty()) {
                continue; // only contended runs have it
            }
            metrics.put(metric, interval(runs, metric, options.confidence()).mean());
        }
        return new CurvePoint(servers, runs.size(), met(), metrics);
    }
}
