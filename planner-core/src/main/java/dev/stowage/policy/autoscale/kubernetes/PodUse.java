package dev.stowage.policy.autoscale.kubernetes;

import org.jspecify.annotations.Nullable;

/**
 * A pod as the horizontal autoscaler sees it.
 *
 * @param phase how far it has come
 * @param isReady whether it serves now
 * @param startMicros when it started
 * @param readyChangeMicros when its readiness last changed
 * @param requestMilli what it requests of the resource, in thousandths
 * @param use what it was measured to use, null if that is missing
 */
public record PodUse(
        Phase phase,
        boolean isReady,
        long startMicros,
        long readyChangeMicros,
        long requestMilli,
        @Nullable Measured use) {
    /** How far a pod has come. */
    public enum Phase {
        /** Not started yet. */
        PENDING,
        /** Started. */
        RUNNING,
        /** Failed, or being deleted. */
        GONE
    }

    /**
     * Measured use.
     *
     * @param milli thousandths of a unit (of a core)
     * @param atMicros end of the measurement
     * @param windowMicros its length
     */
    public record Measured(long milli, long atMicros, long windowMicros) {}
}
