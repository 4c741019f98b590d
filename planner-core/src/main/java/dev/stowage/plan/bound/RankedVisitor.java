package dev.stowage.plan.bound;

/** Sees the tasks of a workload one by one with their priorities, in order of submit. */
@FunctionalInterface
interface RankedVisitor {
    /** One task, as in {@link TaskVisitor#task}; a larger priority is more important. */
    void task(int priority, long submitMicros, long durationMicros, long[] asked);
}
