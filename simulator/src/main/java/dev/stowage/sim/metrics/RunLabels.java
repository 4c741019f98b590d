package dev.stowage.sim.metrics;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a summary says of the input of its run; see {@link dev.stowage.run.RunSummary}.
 *
 * @param workload name of the workload
 * @param servers how the servers were declared
 * @param policies chosen policies by kind
 * @param seed root seed
 */
public record RunLabels(String workload, String servers, Map<String, String> policies, long seed) {
    public RunLabels {
        policies = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(policies));
    }
}
