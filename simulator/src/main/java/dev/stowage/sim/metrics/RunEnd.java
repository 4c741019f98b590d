package dev.stowage.sim.metrics;

import dev.stowage.run.RunSummary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known only when a run is over.
 *
 * @param leftOut tasks of the workload that were not replayed, by reason
 * @param jobs times of whole jobs, if the workload has dependencies between tasks
 * @param outages how servers went down and came back, if something made them
 * @param standingStill tasks that run and never come to their end; empty where nothing changes how
 *     fast tasks run
 * @param warnings what a person should know about the run
 */
public record RunEnd(
        Map<String, Long> leftOut,
        Optional<RunSummary.Jobs> jobs,
        Optional<RunSummary.Outages> outages,
        OptionalLong standingStill,
        List<String> warnings) {
    public RunEnd {
        warnings = List.copyOf(warnings);
    }
}
