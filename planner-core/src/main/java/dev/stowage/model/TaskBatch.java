package dev.stowage.model;

import dev.stowage.basis.Check;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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

    /** No value: a duration of a task that was alive when the trace ended, an unknown use. */
    public static final long NONE = -1;

    /** No dependency. */
    public static final int[] NO_STAGES = {};

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

    /**
     * True if no row uses a user, other resources, constraints, dependencies or measured use: the
     * columns below are then undefined, and nobody reads them.
     */
    public boolean isPlain = true;

    /** User who submitted the job, numbered from 0 in order of first appearance; -1 if unknown. */
    public final int[] userId;

    /** GPU request in millionths of a GPU; 0 if none. */
    public final long[] gpuMicros;

    /** Disk request in bytes; 0 if none. */
    public final long[] diskBytes;

    /** Network request in bits a second; 0 if none. */
    public final long[] networkBitsPerSecond;

    /** Where the task may run; null = anywhere. One object for the same content. */
    public final @Nullable PlacementConstraints[] constraints;

    /** Number of the group of tasks within the job that the task belongs to; 0 if there is one. */
    public final int[] stage;

    /**
     * Stages of the same job that must be complete before the task may start, ascending; {@link
     * #NO_STAGES} if none, never null. One object for the same content. A stage is complete when
     * all of its tasks that were submitted by the time of this task, this instant included, have
     * ended.
     */
    public final int[][] afterStages;

    /** Measured mean CPU use in millionths of a core; {@link #NONE} if unknown. */
    public final long[] cpuUsedMicroCores;

    /** Measured maximum memory use in bytes; {@link #NONE} if unknown. */
    public final long[] memoryUsedBytes;

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
        userId = new int[capacity];
        gpuMicros = new long[capacity];
        diskBytes = new long[capacity];
        networkBitsPerSecond = new long[capacity];
        constraints = new PlacementConstraints[capacity];
        stage = new int[capacity];
        afterStages = new int[capacity][];
        Arrays.fill(afterStages, NO_STAGES);
        cpuUsedMicroCores = new long[capacity];
        memoryUsedBytes = new long[capacity];
    }

    /** True if the row uses a column that a plain batch lacks. */
    public boolean usesExtras(int row) {
        return userId[row] >= 0
                || gpuMicros[row] > 0
                || diskBytes[row] > 0
                || networkBitsPerSecond[row] > 0
                || constraints[row] != null
                || stage[row] != 0
                || afterStages[row].length > 0
                || cpuUsedMicroCores[row] != NONE
                || memoryUsedBytes[row] != NONE;
    }

    /** Gives a row what a task has that uses none of the columns that a plain batch lacks. */
    public void clearExtras(int row) {
        userId[row] = -1;
        gpuMicros[row] = 0;
        diskBytes[row] = 0;
        networkBitsPerSecond[row] = 0;
        constraints[row] = null;
        stage[row] = 0;
        afterStages[row] = NO_STAGES;
        cpuUsedMicroCores[row] = NONE;
        memoryUsedBytes[row] = NONE;
    }

    /** Adds a row of another batch with all that it has; there must be room. */
    public void append(TaskBatch from, int row) {
        int at = size++;
        copyPlain(from, row, at);
        if (!from.isPlain) {
            becomeExtended(at);
            copyExtras(from, row, at);
        } else if (!isPlain) {
            clearExtras(at);
        }
    }

    /**
     * Gives a row a GPU request and nothing else of what a plain batch lacks; as long as no row
     * asks for any, the batch stays plain. Rows are set one after another.
     */
    public void setGpu(int row, long micros) {
        setDemands(row, micros, 0, 0, null);
    }

    /** The same for every request and constraint that a plain batch lacks; 0 and null for none. */
    public void setDemands(
            int row, long gpus, long disk, long network, @Nullable PlacementConstraints where) {
        if ((gpus | disk | network) != 0 || where != null) {
            becomeExtended(row);
        }
        if (!isPlain) {
            clearExtras(row);
            gpuMicros[row] = gpus;
            diskBytes[row] = disk;
            networkBitsPerSecond[row] = network;
            constraints[row] = where;
        }
    }

    /** No longer plain: the first {@code rows} rows use nothing of the further columns. */
    private void becomeExtended(int rows) {
        for (int before = isPlain ? 0 : rows; before < rows; before++) {
            clearExtras(before);
        }
        isPlain = false;
    }

    /** Gives row {@code at} the columns of another batch's row that a plain batch has. */
    public void copyPlain(TaskBatch from, int row, int at) {
        submitMicros[at] = from.submitMicros[row];
        durationMicros[at] = from.durationMicros[row];
        cpuMicroCores[at] = from.cpuMicroCores[row];
        memoryBytes[at] = from.memoryBytes[row];
        jobId[at] = from.jobId[row];
        taskIndex[at] = from.taskIndex[row];
        priority[at] = from.priority[row];
        taskClass[at] = from.taskClass[row];
        outcome[at] = from.outcome[row];
    }

    /** Gives row {@code at} the columns of another batch's row that a plain batch lacks. */
    public void copyExtras(TaskBatch from, int row, int at) {
        userId[at] = from.userId[row];
        gpuMicros[at] = from.gpuMicros[row];
        diskBytes[at] = from.diskBytes[row];
        networkBitsPerSecond[at] = from.networkBitsPerSecond[row];
        constraints[at] = from.constraints[row];
        stage[at] = from.stage[row];
        afterStages[at] = from.afterStages[row];
        cpuUsedMicroCores[at] = from.cpuUsedMicroCores[row];
        memoryUsedBytes[at] = from.memoryUsedBytes[row];
    }

    /** The number of rows it can hold. */
    public int capacity() {
        return submitMicros.length;
    }
}
