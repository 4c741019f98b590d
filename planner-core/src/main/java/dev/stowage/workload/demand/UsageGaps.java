package dev.stowage.workload.demand;

import dev.stowage.model.UsageBatch;
import dev.stowage.model.UsageSource;
import dev.stowage.model.Workload;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;

/**
 * Time between the first and the last measurement of tasks in which they were not measured. What
 * they used there is not known; a sum of measurements has nothing for it. Here it is taken for the
 * more of what they used before and after.
 *
 * @param tasks that have gaps in the window
 * @param share of the CPU of the window that is missing, from 0 to 1
 * @param worstShare the same in the hour of the window that lacks most
 * @param worstMicros where that hour begins, from the start of the window on
 * @param longestMicros the longest gap of a task within the window; 0 if there is none
 * @param longestFromMicros where that begins, from the start of the window on
 * @param begun tasks whose measurements begin an hour or longer after the window does
 * @param ended tasks whose measurements end an hour or longer before it does
 */
public record UsageGaps(
        long tasks,
        double share,
        double worstShare,
        long worstMicros,
        long longestMicros,
        long longestFromMicros,
        Edge begun,
        Edge ended) {
    /**
     * Tasks that were measured in a part of the window alone. Nothing is missing of a task that was
     * not there; whether it was is not known.
     *
     * @param tasks how many
     * @param micros the last of their begins, or the first of their ends, from the start of the
     *     window on; 0 without tasks
     */
    public record Edge(long tasks, long micros) {}

    /** Measurements that follow one another within a second have no gap between them. */
    private static final long LEAST_MICROS = 1_000_000;

    private static final long HOUR_MICROS = 3_600_000_000L;

    private record Task(long job, int index) {}

    private record Measured(long begin, long end, long cpu) {}

    /** The CPU of a window by its hours, micro-cores times microseconds. */
    private static final class Hours {
        private final long from;
        private final long until;
        private final double[] amounts;

        Hours(long from, long until) {
            this.from = from;
            this.until = until;
            this.amounts = new double[(int) ((until - from - 1) / HOUR_MICROS + 1)];
        }

        /** True if any of it is in the window. */
        boolean add(long start, long end, long cpu) {
            long at = Math.max(start, from);
            long to = Math.min(end, until);
            boolean isIn = at < to;
            while (at < to) {
                int hour = (int) ((at - from) / HOUR_MICROS);
                long next = Math.min(to, from + (hour + 1) * HOUR_MICROS);
                amounts[hour] += (double) (next - at) * Math.max(0, cpu);
                at = next;
            }
            return isIn;
        }
    }

    /**
     * Of the measurements of a workload; nothing if it has none. One entry for each task is held.
     *
     * @param fromMicros begin of the window, in the workload's time
     * @param untilMicros its end, after its begin
     */
    public static UsageGaps of(Workload workload, long fromMicros, long untilMicros) {
        Hours measured = new Hours(fromMicros, untilMicros);
        Hours missing = new Hours(fromMicros, untilMicros);
        Map<Task, Measured> before = new HashMap<>();
        Set<Task> withGaps = new HashSet<>();
        long longest = 0;
        long longestFrom = 0;
        if (workload.usage().isPresent()) {
            try (UsageSource source = workload.usage().get()) {
                UsageBatch batch = new UsageBatch(UsageBatch.DEFAULT_CAPACITY);
                while (source.read(batch)) {
                    for (int row = 0; row < batch.size; row++) {
                        Task task = new Task(batch.jobId[row], batch.taskIndex[row]);
                        long start = batch.startMicros[row];
                        long end = batch.endMicros[row];
                        long cpu = batch.cpuMicroCores[row];
                        measured.add(start, end, cpu);
                        Measured last = before.get(task);
                        if (last != null
                                && start - last.end > LEAST_MICROS
                                && missing.add(last.end, start, Math.max(last.cpu, cpu))) {
                            withGaps.add(task);
                            long from = Math.max(last.end, fromMicros);
                            long length = Math.min(start, untilMicros) - from;
                            if (length > longest) {
                                longest = length;
                                longestFrom = from - fromMicros;
                            }
                        }
                        before.put(
                                task,
                                new Measured(
                                        last == null ? start : Math.min(last.begin, start),
                                        last == null ? end : Math.max(last.end, end),
                                        cpu));
                    }
                }
            }
        }
        UsageGaps gaps = of(measured, missing, withGaps.size());
        return new UsageGaps(
                gaps.tasks,
                gaps.share,
                gaps.worstShare,
                gaps.worstMicros,
                longest,
                longestFrom,
                begun(before.values(), fromMicros, untilMicros),
                ended(before.values(), fromMicros, untilMicros));
    }

    private static UsageGaps of(Hours measured, Hours missing, long tasks) {
        double all = Arrays.stream(missing.amounts).sum();
        double known = Arrays.stream(measured.amounts).sum();
        int worst = 0;
        double worstShare = 0;
        for (int hour = 0; hour < missing.amounts.length; hour++) {
            double share = share(missing.amounts[hour], measured.amounts[hour]);
            if (share > worstShare) {
                worst = hour;
                worstShare = share;
            }
        }
        Edge none = new Edge(0, 0);
        return new UsageGaps(
                tasks, share(all, known), worstShare, worst * HOUR_MICROS, 0, 0, none, none);
    }

    private static Edge begun(Collection<Measured> tasks, long fromMicros, long untilMicros) {
        LongSummaryStatistics late =
                tasks.stream()
                        .filter(each -> each.begin < untilMicros)
                        .mapToLong(each -> each.begin - fromMicros)
                        .filter(micros -> micros >= HOUR_MICROS)
                        .summaryStatistics();
        return new Edge(late.getCount(), late.getCount() == 0 ? 0 : late.getMax());
    }

    private static Edge ended(Collection<Measured> tasks, long fromMicros, long untilMicros) {
        LongSummaryStatistics early =
                tasks.stream()
                        .filter(each -> each.end > fromMicros)
                        .filter(each -> untilMicros - each.end >= HOUR_MICROS)
                        .mapToLong(each -> each.end - fromMicros)
                        .summaryStatistics();
        return new Edge(early.getCount(), early.getCount() == 0 ? 0 : early.getMin());
    }

    private static double share(double missing, double measured) {
        return missing == 0 ? 0 : missing / (missing + measured);
    }
}
