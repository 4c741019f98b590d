package dev.stowage.sim;

import dev.stowage.run.RunSummary;
import dev.stowage.run.TimeSeries;
import dev.stowage.sim.metrics.PendingBucket;
import java.util.List;

/**
 * What a run gives back.
 *
 * @param summary the results
 * @param engine what the run cost
 * @param series levels over time, at most about 2,000 rows
 * @param pendingTimes distribution of the waiting times of started tasks, in ascending buckets that
 *     do not overlap; empty if no task was started
 */
public record RunResult(
        RunSummary summary,
        EngineFigures engine,
        TimeSeries series,
        List<PendingBucket> pendingTimes) {
    public RunResult {
        pendingTimes = List.copyOf(pendingTimes);
    }

    /** The same with another summary. */
    public RunResult withSummary(RunSummary other) {
        return new RunResult(other, engine, series, pendingTimes);
    }
}
