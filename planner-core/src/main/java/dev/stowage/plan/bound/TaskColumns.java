package dev.stowage.plan.bound;

import dev.stowage.model.Workload;
import java.util.Arrays;

/**
 * The tasks of a workload for several passes: kept in memory as columns if they are not too many,
 * read again otherwise.
 */
final class TaskColumns implements TaskVisitor {
    /** 64 MB of tasks. */
    private static final int MOST_KEPT = 2_000_000;

    private final Workload workload;
    private long[] submit = new long[1024];
    private long[] duration = new long[1024];
    private long[] cpu = new long[1024];
    private long[] memory = new long[1024];
    private int size;
    private boolean isComplete = true;

    /** Empty; to be shown all tasks of the workload once. */
    TaskColumns(Workload workload) {
        this.workload = workload;
    }

    @Override
    public void task(long submitMicros, long durationMicros, long cpuMicroCores, long memoryBytes) {
        if (size == MOST_KEPT) {
            isComplete = false;
            return;
        }
        if (size == submit.length) {
            submit = Arrays.copyOf(submit, 2 * size);
            duration = Arrays.copyOf(duration, 2 * size);
            cpu = Arrays.copyOf(cpu, 2 * size);
            memory = Arrays.copyOf(memory, 2 * size);
        }
        submit[size] = submitMicros;
        duration[size] = durationMicros;
        cpu[size] = cpuMicroCores;
        memory[size++] = memoryBytes;
    }

    /** Shows all tasks to {@code visitor}. */
    void replay(TaskVisitor visitor) {
        if (!isComplete) {
            TaskVisitor.visit(workload, visitor);
            return;
        }
        for (int i = 0; i < size; i++) {
            visitor.task(submit[i], duration[i], cpu[i], memory[i]);
        }
    }
}
