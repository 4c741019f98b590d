package dev.stowage.sim.metrics;

import java.util.List;
import java.util.Map;

/**
 * What is known only when a run is over.
 *
 * @param leftOut tasks of the workload that were not replayed, by reason
 * @param warnings what a person should know about the run
 */
public record RunEnd(Map<String, Long> leftOut, List<String> warnings) {
    public RunEnd {
        warnings = List.copyOf(warnings);
    }
}
