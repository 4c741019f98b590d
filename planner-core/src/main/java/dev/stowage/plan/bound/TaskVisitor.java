package dev.stowage.plan.bound;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;

/** Sees the tasks of a workload one by one, in order of submit. */
@FunctionalInterface
interface TaskVisitor {
    /** One task; {@code duration} may be {@link TaskBatch#NONE}. */
    void task(long submitMicros, long durationMicros, long cpuMicroCores, long memoryBytes);

    /** Shows all tasks to {@code visitor} in one pass. */
    static void visit(Workload workload, TaskVisitor visitor) {
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    visitor.task(
                            batch.submitMicros[i],
                            batch.durationMicros[i],
                            batch.cpuMicroCores[i],
                            batch.memoryBytes[i]);
                }
            }
        }
    }
}
