package dev.stowage.workload.synthesis;

import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import java.util.Set;

/**
 * Generated jobs as parallel columns in order of arrival.
 *
 * <p>Hot: millions of jobs stay in memory for as long as the workload is used, hence primitive
 * columns (41 bytes a job, 8 more with GPUs).
 */
final class JobColumns {
    final long[] arrivalMicros;
    final boolean[] isBatch;
    final int[] tasks;
    final long[] durationMicros;
    final long[] cpuMicroCores;
    final long[] memoryBytes;
    final int[] priority;

    /** Empty if no job asks for any. */
    final long[] gpuMicros;

    JobColumns(int size, boolean hasGpus) {
        arrivalMicros = new long[size];
        isBatch = new boolean[size];
        tasks = new int[size];
        durationMicros = new long[size];
        cpuMicroCores = new long[size];
        memoryBytes = new long[size];
        priority = new int[size];
        gpuMicros = new long[hasGpus ? size : 0];
    }

    Set<TaskColumn> columns() {
        return hasGpus() ? Set.of(TaskColumn.GPU) : Set.of();
    }

    boolean hasGpus() {
        return gpuMicros.length > 0;
    }

    int size() {
        return arrivalMicros.length;
    }

    void setArrival(int job, long micros, TaskClass taskClass) {
        arrivalMicros[job] = micros;
        isBatch[job] = taskClass == TaskClass.BATCH;
    }

    TaskClass taskClass(int job) {
        return isBatch[job] ? TaskClass.BATCH : TaskClass.USER_FACING;
    }

    /**
     * Sorts time and class together; batch before user-facing at the same microsecond. Overwrites
     * the durations.
     */
    void sortByArrival() {
        for (int i = 0; i < arrivalMicros.length; i++) {
            arrivalMicros[i] = arrivalMicros[i] << 1 | (isBatch[i] ? 0 : 1);
        }
        RadixSort.sort(arrivalMicros, durationMicros);
        for (int i = 0; i < arrivalMicros.length; i++) {
            isBatch[i] = (arrivalMicros[i] & 1) == 0;
            arrivalMicros[i] >>= 1;
        }
    }
}
