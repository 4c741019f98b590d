package dev.stowage.sim;

import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.metrics.Recorder;
import dev.stowage.sim.metrics.Rejection;
import dev.stowage.sim.metrics.RunEnd;
import dev.stowage.sim.metrics.RunRecord;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Counts evictions, keeps what a run says of whole jobs, and drops the rest: for oracles that
 * compare every task in tens of thousands of tiny runs, where the histograms of the summary would
 * cost more than the run. Its summary is that of a run without tasks.
 */
final class OutcomeRecorder implements Recorder {
    private static final RunRecord BLANK = blank();

    long evictions;
    Optional<RunSummary.Jobs> jobs = Optional.empty();

    private static RunRecord blank() {
        ServerType type =
                new ServerType(
                        "t", new Resources(1, 1), PowerModel.DEFAULT, OptionalDouble.empty());
        RunResult result =
                Simulation.run(
                        SimulationSpec.of(
                                new ColumnWorkload(1, List.of()), ServerFleet.of(type, 1)));
        return new RunRecord(result.summary(), result.series(), result.pendingTimes());
    }

    @Override
    public void advance(long nowMicros) {}

    @Override
    public void submitted(long cpuMicroCores, long memoryBytes) {}

    @Override
    public void rejected(Rejection reason) {}

    @Override
    public void started(long waitMicros) {}

    @Override
    public void finished(long responseMicros) {}

    @Override
    public void killed() {}

    @Override
    public void evicted() {
        evictions++;
    }

    @Override
    public void stillRunning() {}

    @Override
    public void stillPending(long waitMicros, long queuedMicros) {}

    @Override
    public void blockedForEver() {}

    @Override
    public RunRecord close(RunEnd end) {
        jobs = end.jobs();
        return BLANK;
    }
}
