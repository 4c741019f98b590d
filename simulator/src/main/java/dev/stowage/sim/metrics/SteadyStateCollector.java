package dev.stowage.sim.metrics;

import dev.stowage.basis.Checkpointed;
import dev.stowage.run.RunSummary.SteadyState;
import dev.stowage.stats.output.BatchMeans;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The waiting and response times of a run as batch means, in bounded memory.
 *
 * <p>Hot: a few instructions per start and finish.
 */
final class SteadyStateCollector implements Checkpointed {
    private static final double SECONDS_PER_MICRO = 1e-6;

    private final BatchMeans pending = new BatchMeans();
    private final BatchMeans response = new BatchMeans();

    void started(long waitMicros, long nowMicros) {
        pending.add((double) waitMicros, nowMicros);
    }

    void finished(long responseMicros, long nowMicros) {
        response.add((double) responseMicros, nowMicros);
    }

    /** The results; null if no task was started. */
    @Nullable SteadyState close() {
        if (pending.count() == 0) {
            return null;
        }
        return new SteadyState(
                pending.steadyMean(SECONDS_PER_MICRO), response.steadyMean(SECONDS_PER_MICRO));
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        pending.writeState(out);
        response.writeState(out);
    }

    @Override
    public void readState(DataInput in) throws IOException {
        pending.readState(in);
        response.readState(in);
    }
}
