package dev.stowage.workload;

import dev.stowage.basis.Check;
import dev.stowage.model.TaskOutcome;

/**
 * Tasks of a job that are alike but for when they arrive and how long they run.
 *
 * @param tasks how many, at least 1
 * @param outcome how they end; {@code RUNNING}: they outlive the trace; {@code PENDING}: they never
 *     ran; the duration of both is not used
 * @param priority larger is more important
 * @param cpuCores CPU request of each, at least 0
 * @param memoryGib memory request of each, at least 0
 * @param demands what else each asks for
 * @param durationSeconds from start to end
 * @param arrivalSeconds from the submit of the job to that of the task (T_AT)
 */
public record TaskGroup(
        int tasks,
        TaskOutcome outcome,
        int priority,
        double cpuCores,
        double memoryGib,
        TaskDemands demands,
        Spread durationSeconds,
        Spread arrivalSeconds) {
    public TaskGroup {
        Check.positive("tasks", tasks);
        Check.notNegative("cpuCores", cpuCores);
        Check.notNegative("memoryGib", memoryGib);
    }

    /** GPU request of each, at least 0. */
    public double gpus() {
        return demands.gpus();
    }

    /** True if nobody saw the tasks end. */
    public boolean isEndless() {
        return !outcome.isTerminal();
    }

    /** True if the tasks never ran. */
    public boolean isPending() {
        return outcome == TaskOutcome.PENDING;
    }
}
