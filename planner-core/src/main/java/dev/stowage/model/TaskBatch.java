package dev.stowage.model;

/**
 * Up to {@link #capacity()} tasks as parallel columns, filled by a {@link TaskSource} in order of
 * submit time.
 *
 * <p>Hot: the engine reads millions of tasks a second through this class, hence public arrays
 * (structure of arrays, no call and no object a task). Rows {@code 0 .. size-1} are valid. Guarded
 * by the simulator's replay benchmark.
 */
public final class TaskBatch {
    /** A good number of rows: the columns together stay inside the second-level cache. */
    public static final int DEFAULT_CAPACITY = 4096;

    /** No value; durations only: the task was still alive when the trace ended. */
    public static final long NONE = -1;

    /** Number of valid rows. */
    public int size;

    /** Submit time in microseconds since the start of the trace, ascending. */
    public final long[] submitMicros;

    /**
     * Run time in microseconds, at least 0, or {@link #NONE} if the task was alive when the trace
     * ended.
     */
    public final long[] durationMicros;

    /** CPU request in millionths of a core; 0 where the trace has none. */
    public final long[] cpuMicroCores;

    /** Memory request in bytes; 0 where the trace has none. */
    public final long[] memoryBytes;

    /** Job that the task belongs to; unique within the workload. */
    public final long[] jobId;

    /** Number of the task within its job. */
    public final int[] taskIndex;

    /** Priority, larger is more important. */
    public final int[] priority;

    /** Ordinal of the {@link TaskClass}. */
    public final byte[] taskClass;

    /** Ordinal of the {@link TaskOutcome} as recorded. */
    public final byte[] outcome;

    public TaskBatch(int capacity) {
        Check.positive("capacity", capacity);
        submitMicros = new long[capacity];
        durationMicros = new long[capacity];
        cpuMicroCores = new long[capacity];
        memoryBytes = new long[capacity];
        jobId = new long[capacity];
        taskIndex = new int[capacity];
        priority = new int[capacity];
        taskClass = new byte[capacity];
        outcome = new byte[capacity];
    }

    /** The number of rows it can hold. */
    public int capacity() {
        return submitMicros.length;
    }
}
