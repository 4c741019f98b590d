package dev.stowage.similarity;

import dev.stowage.model.Workload;
import java.util.Optional;

/**
 * What of two workloads can be replayed alike: the tasks of jobs that were submitted inside the
 * time that the tasks of both cover, counted from the start of each one's arrivals; and the same
 * share of the jobs on both sides where a trace has the tasks of some only.
 *
 * @param fromMicros start, since the start of each side's arrivals
 * @param lengthMicros length, above 0
 * @param firstShare share of the jobs of the first side that are taken, in (0, 1]
 * @param secondShare share of the jobs of the second side
 * @param seed decides which ones
 */
public record ReplayWindow(
        long fromMicros, long lengthMicros, double firstShare, double secondShare, long seed) {
    /** Of two sides; empty if there is no time that the tasks of both cover. */
    public static Optional<ReplayWindow> of(
            ObservedWorkload first, ObservedWorkload second, long seed) {
        long from = Math.max(0, Math.max(from(first), from(second)));
        long length = Math.min(to(first), to(second)) - from;
        double one = first.tasks().coverage();
        boolean isDrawnAlike = second.tasks().drawnShare() < 1;
        double other = isDrawnAlike ? one : second.tasks().coverage();
        if (length <= 0 || one == 0 || other == 0) {
            return Optional.empty();
        }
        return Optional.of(
                new ReplayWindow(
                        from, length, Math.min(1, other / one), Math.min(1, one / other), seed));
    }

    private static long from(ObservedWorkload side) {
        return side.tasks().fromMicros() - side.arrivals().fromMicros();
    }

    private static long to(ObservedWorkload side) {
        return side.tasks().toMicros() - side.arrivals().fromMicros();
    }

    /**
     * The tasks of the first side, on a clock that starts with the window.
     *
     * @param hasGpus true if they ask for GPUs besides CPU and memory, as they were seen to
     */
    public Workload firstTasks(ObservedWorkload first, boolean hasGpus) {
        return tasks(first, firstShare, hasGpus);
    }

    /** The tasks of the second side alike. */
    public Workload secondTasks(ObservedWorkload second, boolean hasGpus) {
        return tasks(second, secondShare, hasGpus);
    }

    private Workload tasks(ObservedWorkload side, double share, boolean hasGpus) {
        long start = side.arrivals().fromMicros() + fromMicros;
        return new WindowedTasks(side, start, lengthMicros, share, seed, hasGpus);
    }
}
