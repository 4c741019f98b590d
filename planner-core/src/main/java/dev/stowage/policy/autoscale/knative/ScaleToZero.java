package dev.stowage.policy.autoscale.knative;

/**
 * The way of a revision to no pods and back. Where none are wanted, a revision that was active for
 * a stable window becomes inactive and keeps its pods; they go when the activator has been in the
 * path for the grace period, or when the revision has been inactive for the longer of grace period
 * and retention. Source: {@code pkg/reconciler/autoscaling/kpa/scaler.go}, {@code
 * handleScaleToZero}.
 */
public final class ScaleToZero {
    private static final long MICROS = 1_000_000;
    private static final long NONE = Long.MIN_VALUE;

    private final KpaSettings settings;
    private long activeSinceMicros;
    private long inactiveSinceMicros;
    private long inPathSinceMicros = NONE;

    /** A revision that is active since time 0 if it begins with pods, else inactive. */
    public ScaleToZero(KpaSettings settings) {
        this.settings = settings;
        inactiveSinceMicros = settings.bounds().initial() > 0 ? NONE : 0;
    }

    /** True while the revision is wanted to have pods. */
    public boolean isActive() {
        return inactiveSinceMicros == NONE;
    }

    /**
     * The number of pods to have.
     *
     * @param wanted what the decider wants, within bounds
     * @param present pods that there are
     * @param isBurstExceeded whether the activator is in the path anyhow
     */
    public int pods(long nowMicros, int wanted, int present, boolean isBurstExceeded) {
        if (wanted > 0 && !isActive()) {
            activeSinceMicros = nowMicros;
            inactiveSinceMicros = NONE;
        }
        if (!isBurstExceeded && isActive()) {
            inPathSinceMicros = NONE;
        } else if (inPathSinceMicros == NONE) {
            inPathSinceMicros = nowMicros;
        }
        if (wanted > 0) {
            return wanted;
        }
        return isActive() ? deactivated(nowMicros, present) : drained(nowMicros, present);
    }

    private int deactivated(long nowMicros, int present) {
        if (nowMicros - activeSinceMicros < settings.windows().stableSeconds() * MICROS) {
            return 1;
        }
        inactiveSinceMicros = nowMicros;
        return present;
    }

    private int drained(long nowMicros, int present) {
        long inactive = nowMicros - inactiveSinceMicros;
        long grace = settings.idle().graceSeconds() * MICROS;
        long retention = settings.idle().retentionSeconds() * MICROS;
        boolean isRetained = inactive < retention;
        boolean hasGracePassed = nowMicros - inPathSinceMicros >= grace;
        boolean isSure = inactive >= Math.max(grace, retention);
        return isSure || (!isRetained && hasGracePassed) ? 0 : present;
    }
}
