package dev.stowage.plan;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.plan.objective.Objective;
import dev.stowage.stats.output.MedianInterval;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One point of the headroom curve: the metrics on a number of servers.
 *
 * @param servers number of servers
 * @param replications replications that were made and averaged
 * @param held those of them in which the objective held
 * @param met true if no more of them missed it than may
 * @param metrics mean of every metric of {@link Objective#metrics()} that its runs have, by name
 * @param intervals the median of each over all windows and its interval, by name; none if nothing
 *     is drawn at random
 * @param missed replications that exceed the bound of a metric, by its name
 */
public record CurvePoint(
        int servers,
        int replications,
        int held,
        boolean met,
        @JsonIgnore Map<String, Double> metrics,
        Map<String, Interval> intervals,
        @JsonIgnore Map<String, Integer> missed) {
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

    public CurvePoint {
        intervals = Collections.unmodifiableMap(new LinkedHashMap<>(intervals));
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        missed = Map.copyOf(missed);
    }

    /** The metrics as members of the point itself, as {@code plan.json} has them. */
    @JsonAnyGetter
    Map<String, Double> members() {
        return metrics;
    }
}
