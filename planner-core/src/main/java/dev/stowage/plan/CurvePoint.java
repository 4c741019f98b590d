package dev.stowage.plan;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.plan.objective.Objective;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One point of the headroom curve: the metrics on a number of servers.
 *
 * @param servers number of servers
 * @param replications replications that were made and averaged
 * @param held those of them in which the objective held
 * @param met true if no more of them missed it than may
 * @param metrics mean of every metric of {@link Objective#metrics()} that its runs have, by name
 */
public record CurvePoint(
        int servers,
        int replications,
        int held,
        boolean met,
        @JsonIgnore Map<String, Double> metrics) {
    public CurvePoint {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }

    /** The metrics as members of the point itself, as {@code plan.json} has them. */
    @JsonAnyGetter
    Map<String, Double> members() {
        return metrics;
    }
}
