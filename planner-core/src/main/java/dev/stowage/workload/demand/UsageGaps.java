package dev.stowage.workload.demand;

import dev.stowage.model.UsageBatch;
import dev.stowage.model.UsageSource;
import dev.stowage.model.Workload;
import java.util.HashMap;
import java.util.Map;

/**
 * Time between the first and the last measurement of tasks in which they were not measured. What
 * they used there is not known; a sum of measurements has nothing for it.
 *
 * @param tasks that have gaps
 * @param gapMicros of all tasks
 * @param measuredMicros of all tasks
 */
public record UsageGaps(long tasks, long gapMicros, long measuredMicros) {
    /** Measurements that follow one another within a second have no gap between them. */
    private static final long LEAST_MICROS = 1_000_000;

    private record Task(long job, int index) {}

    /** Of the measurements of a workload; nothing if it has none. One entry for each task. */
    public static UsageGaps of(Workload workload) {
        Map<Task, Long> ends = new HashMap<>();
        Map<Task, Long> gaps = new HashMap<>();
        long measured = 0;
        if (workload.usage().isPresent()) {
            try (UsageSource source = workload.usage().get()) {
                UsageBatch batch = new UsageBatch(UsageBatch.DEFAULT_CAPACITY);
                while (source.read(batch)) {
                    for (int row = 0; row < batch.size; row++) {
                        Task task = new Task(batch.jobId[row], batch.taskIndex[row]);
                        long start = batch.startMicros[row];
                        long end = batch.endMicros[row];
                        Long before = ends.get(task);
                        if (before != null && start - before > LEAST_MICROS) {
                            gaps.merge(task, start - before, Long::sum);
                        }
                        ends.put(task, before == null ? end : Math.max(before, end));
                        measured += end - start;
                    }
                }
            }
        }
        long all = gaps.values().stream().mapToLong(Long::longValue).sum();
        return new UsageGaps(gaps.size(), all, measured);
    }

    /** Share of the time from first to last measurements; 0 where nothing was measured. */
    public double share() {
        long all = gapMicros + measuredMicros;
        return all == 0 ? 0 : (double) gapMicros / all;
    }
}
