package dev.stowage.sim.metrics;

import dev.stowage.run.RunSummary;
import dev.stowage.run.TimeSeries;
import java.util.List;

/**
 * What a recorder closes into.
 *
 * @param summary the results
 * @param series levels over time
 * @param pendingTimes distribution of the waiting times of started tasks
 */
public record RunRecord(RunSummary summary, TimeSeries series, List<PendingBucket> pendingTimes) {
    public RunRecord {
        pendingTimes = List.copyOf(pendingTimes);
    }
}
