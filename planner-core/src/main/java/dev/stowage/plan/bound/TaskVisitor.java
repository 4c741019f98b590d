package dev.stowage.plan.bound;

import dev.stowage.model.TaskBatch;

/** Sees the tasks of a workload one by one, in order of submit. */
@FunctionalInterface
interface TaskVisitor {
    /**
     * One task.
     *
     * @param durationMicros may be {@link TaskBatch#NONE}
     * @param asked what it asks for, by resource in the order of {@link HeldTasks#dimensions}; the
     *     same array for every task, to be read and not kept
     */
    void task(long submitMicros, long durationMicros, long[] asked);
}
