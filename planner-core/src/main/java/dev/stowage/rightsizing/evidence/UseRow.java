package dev.stowage.rightsizing.evidence;

/**
 * One measurement of one replica of a service, to be filled and looked at again and again.
 *
 * <p>Hot: millions pass by; hence no object a row.
 */
public final class UseRow {
    /** Not measured. */
    public static final long UNKNOWN = -1;

    /** No amount above this is believed: 9 billion cores, 8 PiB. */
    public static final long MOST = (1L << 53) - 1;

    /** Number of the service, from 0. */
    public int service;

    /** Number of the replica, from 0, over all services. */
    public int replica;

    /** Start of the measurement in microseconds; ascending from row to row. */
    public long startMicros;

    /** Its end, after its start. */
    public long endMicros;

    /** Mean CPU use in millionths of a core, or {@link #UNKNOWN}. */
    public long cpuMicroCores;

    /** Largest CPU use within the measurement; the mean where only that was measured. */
    public long peakMicroCores;

    /**
     * Largest memory use within the measurement in bytes, the mean where only that was measured.
     */
    public long memoryBytes;

    /**
     * Replicas that were killed for want of memory within the measurement, as far as it is told.
     */
    public long outOfMemoryKills;

    /** True if several replicas of its service run at once, and which of them it is isn't known. */
    public boolean isMixed;

    /** True if CPU or memory was measured; otherwise only kills are told. */
    public boolean isAmount() {
        return cpuMicroCores >= 0 || memoryBytes >= 0;
    }

    /** The length of the measurement in microseconds. */
    public long micros() {
        return endMicros - startMicros;
    }
}
