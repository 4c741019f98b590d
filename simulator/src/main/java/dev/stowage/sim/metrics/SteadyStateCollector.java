package dev.stowage.sim.metrics;

import dev.stowage.plan.RunSummary.SteadyState;
import dev.stowage.stats.output.BatchMeans;
import org.jspecify.annotations.Nullable;

/**
 * The waiting and response times of a run as batch means, in bounded memory.
 *
 * <p>Hot: a few instructions per start and finish.
 */
final class SteadyStateCollector {
    /** Confidence level of the intervals in a summary. */
    private static final double LEVEL = 0.95;

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
                pending.steadyMean(SECONDS_PER_MICRO, LEVEL),
                response.steadyMean(SECONDS_PER_MICRO, LEVEL));
    }
}
