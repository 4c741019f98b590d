package dev.stowage.rightsizing.evidence;

/**
 * How often the replicas of a service began anew, and how often they were killed because memory was
 * full.
 *
 * @param count times at which the memory of a replica fell by more than 30 % from one measurement
 *     to the next
 * @param lastMicros the last of them; 0 if there was none
 * @param kills for want of memory: those that the source reports, or else such falls from within 5
 *     % of the limit
 * @param lastKillMicros the last of them; 0 if there was none
 * @param killedAtBytes the most that a killed replica was seen to use, or its limit if that is more
 * @param isReported true if the source says so, false if it is read off the memory
 */
public record Restarts(
        long count,
        long lastMicros,
        long kills,
        long lastKillMicros,
        long killedAtBytes,
        boolean isReported) {
    /** None were seen. */
    public static final Restarts NONE = new Restarts(0, 0, 0, 0, 0, false);

    private static final double KILL_RATIO = 1.2;
    private static final long KILL_BYTES = 100L << 20;

    /**
     * What a killed replica is taken to need at least: a fifth, or 100 MiB, more than it had. 0 if
     * none was killed. Source: the recommender of the vertical pod autoscaler, flags {@code
     * oom-bump-up-ratio} and {@code oom-min-bump-up-bytes}.
     */
    public long neededBytes() {
        return kills == 0
                ? 0
                : Math.max(killedAtBytes + KILL_BYTES, (long) (killedAtBytes * KILL_RATIO));
    }
}
