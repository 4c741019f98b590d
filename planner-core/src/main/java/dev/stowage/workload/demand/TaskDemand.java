package dev.stowage.workload.demand;

import dev.stowage.basis.Progress;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.Optional;

/**
 * The resources that tasks ask for together over time, each from its submit to its end, as on
 * servers without limit: the demand of a service that runs them. O(n log r) for n tasks of which r
 * run at the same time; memory for those and for one level an interval.
 */
public final class TaskDemand {
    private final HeldAmounts amounts;
    private long lastSubmit;
    private long tasks;
    private long alive;

    /**
     * What tasks ask for.
     *
     * @param demand the most within each interval
     * @param originMicros time of the workload at which it begins: that of the first task, rounded
     *     down to whole intervals
     * @param tasks how many were counted
     * @param alive how many of them had no end, and are held until the last end of another
     * @param lastSubmitMicros time of the workload at which the last one came: what is later is
     *     what was left of them
     */
    public record Result(
            ServiceDemand demand,
            long originMicros,
            long tasks,
            long alive,
            long lastSubmitMicros) {}

    private TaskDemand(long intervalSeconds) {
        amounts = new HeldAmounts(intervalSeconds);
    }

    /**
     * Reads a workload.
     *
     * @param only tasks of this class alone; all if empty
     * @param intervalSeconds length of the intervals, at least 1; the demand is the same at
     *     decisions that are as far apart
     * @return empty if there is no task that takes any time
     */
    public static Optional<Result> of(
            Workload workload, Optional<TaskClass> only, long intervalSeconds, Progress progress) {
        TaskDemand demand = new TaskDemand(intervalSeconds);
        progress.start("adding up tasks", -1);
        try (TaskSource source = workload.open()) {
            TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
            while (source.read(batch)) {
                for (int row = 0; row < batch.size; row++) {
                    if (only.isEmpty() || isOf(only.get(), batch.taskClass[row])) {
                        demand.add(batch, row);
                    }
                }
                progress.advanceTo(demand.tasks);
            }
        } finally {
            progress.done();
        }
        return demand.close();
    }

    @SuppressWarnings("EnumOrdinal") // as TaskBatch.taskClass says
    private static boolean isOf(TaskClass wanted, byte taskClass) {
        return wanted.ordinal() == taskClass;
    }

    private void add(TaskBatch batch, int row) {
        long submit = batch.submitMicros[row];
        long cpu = batch.cpuMicroCores[row];
        long memory = batch.memoryBytes[row];
        long duration = batch.durationMicros[row];
        if (duration == TaskBatch.NONE) {
            alive++;
            amounts.add(submit, cpu, memory);
        } else {
            amounts.add(submit, Math.addExact(submit, duration), cpu, memory);
        }
        lastSubmit = submit;
        tasks++;
    }

    private Optional<Result> close() {
        if (amounts.isEmpty()) {
            return Optional.empty();
        }
        long origin = amounts.originMicros();
        return Optional.of(new Result(amounts.close(), origin, tasks, alive, lastSubmit));
    }
}
