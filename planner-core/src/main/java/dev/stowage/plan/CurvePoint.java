package dev.stowage.plan;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.plan.objective.Objective;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.MedianInterval;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One point of the headroom curve: the metrics on a number of servers.
 *
 * @param servers number of servers
 * @param replications that are judged: those that were made, and on more servers than the answer
 *     those too that held on the answer and are presumed to hold
 * @param held those of them in which the objective held
 * @param met true if no more of them missed it than may; null if they are too few to tell, or if
 *     the answer rests on fresh replications and these don't exclude the share that is asked for
 * @param averaged replications that are averaged in {@code metrics}: the first, as many at every
 *     point, so that points differ by their servers and not by their draws
 * @param metrics mean of every metric of {@link Objective#metrics()} that its runs have, by name
 * @param intervals the median of each over all windows and its interval, by name; none if nothing
 *     is drawn at random
 * @param missed replications that exceed the bound of a metric, by its name
 * @param evictions what evictions came to in all replications; null if no task lost its server
 */
public record CurvePoint(
        int servers,
        int replications,
        int held,
        @Nullable Boolean met,
        int averaged,
        @JsonIgnore Map<String, Double> metrics,
        Map<String, Interval> intervals,
        @JsonIgnore Map<String, Integer> missed,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Evictions evictions) {
    /**
     * The median over windows, and limits that hold it at the confidence of the plan.
     *
     * @param lower null with too few replications
     * @param upper null as {@code lower}
     */
    public record Interval(double median, @Nullable Double lower, @Nullable Double upper) {
        static Interval of(MedianInterval interval) {
            return new Interval(interval.median(), interval.lower(), interval.upper());
        }
    }

    /**
     * Tasks that lost their servers, over all replications that were made.
     *
     * @param replications that were made
     * @param losing those of them in which a task did
     * @param most evictions in one replication
     * @param mostQueuedSeconds the longest that a task of these replications waited, before all of
     *     its starts together, s
     * @param mostWorkLost the largest share of a replication's work that was done anew after
     *     outages, in [0, 1]; null where servers have none
     * @param availability share of the servers that were up, the mean over all replications; null
     *     where servers have no outages
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Evictions(
            int replications,
            int losing,
            long most,
            double mostQueuedSeconds,
            @Nullable Double mostWorkLost,
            @Nullable Double availability) {
        /** Of {@code runs}; null if none of them has an eviction. */
        static @Nullable Evictions of(List<RunSummary> runs) {
            List<RunSummary> losing =
                    runs.stream().filter(run -> run.tasks().evicted() > 0).toList();
            if (losing.isEmpty()) {
                return null;
            }
            List<RunSummary.Outages> outages =
                    runs.stream().flatMap(run -> run.outages().stream()).toList();
            boolean hasOutages = !outages.isEmpty();
            return new Evictions(
                    runs.size(),
                    losing.size(),
                    losing.stream().mapToLong(run -> run.tasks().evicted()).max().orElseThrow(),
                    losing.stream()
                            .mapToDouble(run -> run.queuedSeconds().max())
                            .max()
                            .orElseThrow(),
                    hasOutages
                            ? outages.stream()
                                    .mapToDouble(RunSummary.Outages::lostShare)
                                    .max()
                                    .orElseThrow()
                            : null,
                    hasOutages
                            ? outages.stream()
                                    .mapToDouble(RunSummary.Outages::availability)
                                    .average()
                                    .orElseThrow()
                            : null);
        }
    }

    public CurvePoint {
        intervals = Collections.unmodifiableMap(new LinkedHashMap<>(intervals));
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        missed = Map.copyOf(missed);
    }

    /** True if more replications missed it than may. */
    @JsonIgnore
    public boolean isMissed() {
        return met != null && !met;
    }

    /** The largest smaller number of servers on which the objective was seen not to hold. */
    public static Optional<CurvePoint> tooFew(List<CurvePoint> curve, int servers) {
        return curve.stream()
                .filter(point -> point.servers() < servers && point.isMissed())
                .max(Comparator.comparingInt(CurvePoint::servers));
    }

    /**
     * The bound that most replications exceed here; of several the one whose metric goes furthest
     * beyond it, or comes closest to it.
     *
     * @param values every bound with its value at the answer; empty without bounds
     */
    Optional<ObjectiveValue> deciding(List<ObjectiveValue> values) {
        return values.stream()
                .max(
                        Comparator.comparingInt(
                                        (ObjectiveValue value) ->
                                                missed.getOrDefault(value.metric(), 0))
                                .thenComparingDouble(this::strain));
    }

    /**
     * Value over bound, the value with what it is off its upper limit at the answer; a bound of 0
     * is strained beyond measure by anything above it, and one whose metric the runs lack by
     * nothing.
     */
    private double strain(ObjectiveValue bound) {
        Double mean = metrics.get(bound.metric());
        if (mean == null) {
            return Double.NEGATIVE_INFINITY;
        }
        double off = bound.upper() - bound.value();
        double value = mean + (Double.isFinite(off) ? Math.max(0, off) : 0);
        if (bound.bound() == 0) {
            return value > 0 ? Double.POSITIVE_INFINITY : 0;
        }
        return value / bound.bound();
    }

    /** The metrics as members of the point itself, as {@code plan.json} has them. */
    @JsonAnyGetter
    Map<String, Double> members() {
        return metrics;
    }
}
