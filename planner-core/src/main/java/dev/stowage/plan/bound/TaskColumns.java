package dev.stowage.plan.bound;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The tasks of a workload for several passes: kept in memory as columns if they are not too many,
 * read again otherwise.
 */
final class TaskColumns implements TaskVisitor {
    /** 64 MB of tasks that ask for CPU and memory. */
    private static final int MOST_KEPT = 2_000_000;

    private final HeldTasks tasks;
    private final IntPredicate priorities;
    private long[] submit = new long[1024];
    private long[] duration = new long[1024];
    private final Columns asked;
    private int size;
    private boolean isComplete = true;

    /** Empty; to be shown all tasks once. */
    TaskColumns(HeldTasks tasks) {
        this(tasks, priority -> true);
    }

    /** Empty; to be shown all tasks of some priorities once. */
    TaskColumns(HeldTasks tasks, IntPredicate priorities) {
        this.tasks = tasks;
        this.priorities = priorities;
        asked = new Columns(tasks.dimensions().size(), submit.length);
    }

    @Override
    public void task(long submitMicros, long durationMicros, long[] amounts) {
        if (size == MOST_KEPT) {
            isComplete = false;
            return;
        }
        if (size == submit.length) {
            submit = Arrays.copyOf(submit, 2 * size);
            duration = Arrays.copyOf(duration, 2 * size);
            asked.grow(2 * size);
        }
        submit[size] = submitMicros;
        duration[size] = durationMicros;
        asked.set(size++, amounts);
    }

    /** Shows all tasks to {@code visitor}. */
    void replay(TaskVisitor visitor) {
        if (!isComplete) {
            tasks.visitRanked(
                    (priority, submitMicros, durationMicros, amounts) -> {
                        if (priorities.test(priority)) {
                            visitor.task(submitMicros, durationMicros, amounts);
                        }
                    });
            return;
        }
        long[] amounts = new long[tasks.dimensions().size()];
        for (int i = 0; i < size; i++) {
            asked.get(i, amounts);
            visitor.task(submit[i], duration[i], amounts);
        }
    }
}
