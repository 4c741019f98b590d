package dev.stowage.model;

import dev.stowage.basis.Check;

/**
 * Up to {@link #capacity()} measurements of tasks as parallel columns, filled by a {@link
 * UsageSource}. Rows {@code 0 .. size-1} are valid.
 *
 * <p>Hot: as {@link TaskBatch}; a trace has some 50 measurements a task.
 */
public final class UsageBatch {
    /** A good number of rows. */
    public static final int DEFAULT_CAPACITY = 4096;

    /** Not measured. */
    public static final long UNKNOWN = -1;

    /** Number of valid rows. */
    public int size;

    /** Start of the measurement in microseconds since the start of the trace, ascending. */
    public final long[] startMicros;

    /** End of the measurement, at least its start. */
    public final long[] endMicros;

    /** As in {@link TaskBatch#jobId}. */
    public final long[] jobId;

    /** As in {@link TaskBatch#taskIndex}. */
    public final int[] taskIndex;

    /** Mean CPU use in millionths of a core, at least 0, or {@link #UNKNOWN}. */
    public final long[] cpuMicroCores;

    /** Mean memory use in bytes, at least 0, or {@link #UNKNOWN}. */
    public final long[] memoryBytes;

    public UsageBatch(int capacity) {
        Check.positive("capacity", capacity);
        startMicros = new long[capacity];
        endMicros = new long[capacity];
        jobId = new long[capacity];
        taskIndex = new int[capacity];
        cpuMicroCores = new long[capacity];
        memoryBytes = new long[capacity];
    }

    /** The number of rows it can hold. */
    public int capacity() {
        return startMicros.length;
    }
}
