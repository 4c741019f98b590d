package dev.stowage.run;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.run.TaskLog.Fate;
import org.jspecify.annotations.Nullable;

/**
 * What became of one task, as a {@link TaskLog} is told it. A run uses one entry for all its tasks,
 * so a log copies what it keeps.
 *
 * <p>Hot: plain fields, because there are millions of entries and no object is made for one.
 */
public final class TaskEntry {
    /** What became of it. */
    public Fate fate = Fate.PENDING;

    /** Its job. */
    public long jobId;

    /** Its number within the job. */
    public int taskIndex;

    /** When it was submitted, microseconds on the workload's clock. */
    public long submitMicros;

    /** When it was first started, or {@link TaskLog#NONE}. */
    public long firstStartMicros;

    /**
     * When the attempt began that ended or still runs (later than the first start if it was evicted
     * in between), or {@link TaskLog#NONE} if it was rejected or waits.
     */
    public long lastStartMicros;

    /**
     * When it finished, was killed or rejected, or {@link TaskLog#NONE} if it still runs or waits.
     */
    public long endMicros;

    /** The server of that attempt, or {@link TaskLog#NONE}. */
    public int server;

    /** How often a machine that went down or shrank put it back into the queue. */
    public int evictions;

    /** Who submitted it, or {@link TaskLog#NONE}. */
    public int userId;

    /** Ordinal of its {@link dev.stowage.model.TaskClass}. */
    public int taskClass;

    /** Larger is more important. */
    public int priority;

    /**
     * How long the attempt that ended takes on an idle server, microseconds, or {@link
     * TaskLog#NONE}; what is left of the duration where an eviction kept what was done.
     */
    public long attemptMicros;

    /** GPUs that it asks for, in millionths. */
    public long gpuMicros;

    /** Disk that it asks for, bytes. */
    public long diskBytes;

    /** Network that it asks for, bits a second. */
    public long networkBitsPerSecond;

    /** Where it may run, and what it asks for by name; null = anywhere, and nothing. */
    public @Nullable PlacementConstraints constraints;

    /** How long the workload says that it runs, microseconds, or {@link TaskLog#NONE}. */
    public long durationMicros;

    /** Whether it ever started. */
    public boolean isStarted() {
        return firstStartMicros != TaskLog.NONE;
    }

    /** From its submit to its first start, microseconds; only if it started. */
    public long waitMicros() {
        return firstStartMicros - submitMicros;
    }
}
