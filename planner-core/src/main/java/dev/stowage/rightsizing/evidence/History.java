package dev.stowage.rightsizing.evidence;

/**
 * When and how often a service was measured.
 *
 * @param measurements of all its replicas, of the resource that has more
 * @param replicas that were measured
 * @param firstMicros start of the first measurement; 0 if there is none
 * @param lastMicros end of the last one
 * @param measuredMicros lengths of all measurements together, of the resource that has more
 */
public record History(
        long measurements, int replicas, long firstMicros, long lastMicros, long measuredMicros) {
    /** Nothing was measured. */
    public static final History NONE = new History(0, 0, 0, 0, 0);

    /** Time from the first to the last measurement. */
    public long spanMicros() {
        return lastMicros - firstMicros;
    }
}
