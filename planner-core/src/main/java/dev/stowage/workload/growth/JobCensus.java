package dev.stowage.workload.growth;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.Arrays;

/**
 * The jobs of a workload in order of their first task: number, class and first submit. One pass; 50
 * bytes a job. Safe for use by several threads once made.
 *
 * <p>Hot: looked up for each task that is read, hence open addressing in one array.
 */
final class JobCensus {
    private static final int FREE = 0;

    private long[] id = new long[1 << 10];
    private long[] submitMicros = new long[1 << 10];
    private byte[] taskClass = new byte[1 << 10];
    private int[] table = new int[1 << 12]; // number of the job plus one
    private int size;
    private long largestId = -1;

    private JobCensus() {}

    static JobCensus of(Workload workload) {
        JobCensus census = new JobCensus();
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int row = 0; row < batch.size; row++) {
                    census.see(batch.jobId[row], batch.submitMicros[row], batch.taskClass[row]);
                }
            }
        }
        return census;
    }

    private void see(long job, long submit, byte ofClass) {
        int slot = slot(job);
        if (table[slot] != FREE) {
            return;
        }
        if (size == id.length) {
            id = Arrays.copyOf(id, 2 * size);
            submitMicros = Arrays.copyOf(submitMicros, 2 * size);
            taskClass = Arrays.copyOf(taskClass, 2 * size);
        }
        id[size] = job;
        submitMicros[size] = submit;
        taskClass[size] = ofClass;
        largestId = Math.max(largestId, job);
        table[slot] = ++size;
        if (2 * size > table.length) {
            table = new int[2 * table.length];
            for (int i = 0; i < size; i++) {
                table[slot(id[i])] = i + 1;
            }
        }
    }

    private int slot(long job) {
        int mask = table.length - 1;
        long mixed = job * 0x9e3779b97f4a7c15L;
        int slot = (int) (mixed >>> 32) & mask;
        while (table[slot] != FREE && id[table[slot] - 1] != job) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Number of jobs. */
    int size() {
        return size;
    }

    /** Place of a job that the workload has. */
    int place(long job) {
        return table[slot(job)] - 1;
    }

    long id(int place) {
        return id[place];
    }

    /** Submit of its first task. */
    long submitMicros(int place) {
        return submitMicros[place];
    }

    /** Class of its first task, as an ordinal. */
    byte taskClass(int place) {
        return taskClass[place];
    }

    /** Largest number of a job; -1 if there is none. */
    long largestId() {
        return largestId;
    }
}
