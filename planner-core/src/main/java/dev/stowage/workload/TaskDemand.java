package dev.stowage.workload;

import dev.stowage.model.Check;
import dev.stowage.model.Progress;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The resources that tasks ask for together over time, each from its submit to its end, as on
 * servers without limit: the demand of a service that runs them. O(n log r) for n tasks of which r
 * run at the same time; memory for those and for one level an interval.
 */
public final class TaskDemand {
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private final long interval;
    private final PriorityQueue<Running> running =
            new PriorityQueue<>(Comparator.comparingLong(Running::endMicros));
    private long[] cpuPeaks = new long[64];
    private long[] memoryPeaks = new long[64];
    private long origin = -1;
    private long now;
    private long lastEnd;
    private long cpu;
    private long memory;
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
     */
    public record Result(ServiceDemand demand, long originMicros, long tasks, long alive) {}

    private record Running(long endMicros, long cpuMicroCores, long memoryBytes) {}

    private TaskDemand(long intervalSeconds) {
        interval =
                Math.multiplyExact(
                        Check.positive("intervalSeconds", intervalSeconds), MICROS_PER_SECOND);
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
        if (origin < 0) {
            origin = Math.floorDiv(submit, interval) * interval;
            now = submit;
        }
        advance(submit);
        tasks++;
        cpu = Math.addExact(cpu, batch.cpuMicroCores[row]);
        memory = Math.addExact(memory, batch.memoryBytes[row]);
        long duration = batch.durationMicros[row];
        if (duration == TaskBatch.NONE) {
            alive++;
            lastEnd = Math.max(lastEnd, submit);
        } else {
            long end = Math.addExact(submit, duration);
            lastEnd = Math.max(lastEnd, end);
            running.add(new Running(end, batch.cpuMicroCores[row], batch.memoryBytes[row]));
        }
    }

    /** Goes on to a time; what ends then has ended. */
    private void advance(long micros) {
        while (!running.isEmpty() && running.peek().endMicros() <= micros) {
            Running ended = running.poll();
            mark(ended.endMicros());
            cpu -= ended.cpuMicroCores();
            memory -= ended.memoryBytes();
        }
        mark(micros);
    }

    /** The present level holds until a time. */
    private void mark(long until) {
        if (until <= now) {
            return;
        }
        int first = Math.toIntExact((now - origin) / interval);
        int last = Math.toIntExact((until - 1 - origin) / interval);
        if (last >= cpuPeaks.length) {
            int size = Math.max(last + 1, 2 * cpuPeaks.length);
            cpuPeaks = Arrays.copyOf(cpuPeaks, size);
            memoryPeaks = Arrays.copyOf(memoryPeaks, size);
        }
        for (int i = first; i <= last; i++) {
            cpuPeaks[i] = Math.max(cpuPeaks[i], cpu);
            memoryPeaks[i] = Math.max(memoryPeaks[i], memory);
        }
        now = until;
    }

    private Optional<Result> close() {
        if (tasks == 0 || lastEnd <= origin) {
            return Optional.empty();
        }
        advance(lastEnd);
        int intervals = Math.toIntExact(-Math.floorDiv(-(lastEnd - origin), interval));
        long[] starts = new long[intervals];
        long[] cpus = new long[intervals];
        long[] memories = new long[intervals];
        int levels = 0;
        for (int i = 0; i < intervals; i++) {
            long cpuPeak = i < cpuPeaks.length ? cpuPeaks[i] : 0;
            long memoryPeak = i < memoryPeaks.length ? memoryPeaks[i] : 0;
            if (levels == 0 || cpus[levels - 1] != cpuPeak || memories[levels - 1] != memoryPeak) {
                starts[levels] = i * interval;
                cpus[levels] = cpuPeak;
                memories[levels] = memoryPeak;
                levels++;
            }
        }
        ServiceDemand demand =
                new ServiceDemand(
                        Arrays.copyOf(starts, levels),
                        Arrays.copyOf(cpus, levels),
                        Arrays.copyOf(memories, levels),
                        lastEnd - origin);
        return Optional.of(new Result(demand, origin, tasks, alive));
    }
}
