package dev.stowage.plan.bound;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import org.jspecify.annotations.Nullable;

/**
 * What surely runs under strict FIFO if all but k tasks wait at most b.
 *
 * <p>Nothing overtakes under strict FIFO, so starts have the order of submits. If at most k tasks
 * wait longer than b, then among tasks {@code i .. i+k} at least one doesn't, and all before it
 * have started by then: task i has started by {@code submit[i+k] + b}. It can't end before {@code
 * submit[i] + duration[i]}. Between the two it surely runs, whatever the placement. The last k
 * tasks are not bound to any time.
 *
 * <p>Cost: O(n log running), memory for k tasks and those that surely run.
 */
final class ForcedDemand {
    private final WaitLimit limit;
    private final long originMicros;
    private final @Nullable TaskRing ring;
    private final EndHeap running = new EndHeap();
    private final DemandLevel cpu;
    private final DemandLevel memory;
    private long nowMicros;
    private long boundEndMicros;
    private double tailMicros;
    private long longestTailMicros;

    /** For {@code tasks} tasks from {@code originMicros} on, on servers of one size. */
    ForcedDemand(WaitLimit limit, long tasks, long originMicros, Resources server) {
        this.limit = limit;
        this.originMicros = originMicros;
        ring = limit.exempt() >= tasks ? null : new TaskRing((int) limit.exempt() + 1);
        cpu = new DemandLevel(server.cpuMicroCores());
        memory = new DemandLevel(server.memoryBytes());
        nowMicros = originMicros;
        boundEndMicros = originMicros;
    }

    /** The next task in order of submit; its duration may be {@link TaskBatch#NONE}. */
    void accept(long submit, long duration, long cpuMicroCores, long memoryBytes) {
        boundEndMicros = Math.max(boundEndMicros, submit);
        if (ring == null) {
            leaveUnbound(duration, cpuMicroCores, memoryBytes);
            return;
        }
        ring.add(submit, duration, cpuMicroCores, memoryBytes);
        if (ring.isFull()) {
            bind(ring, submit + limit.micros());
            ring.removeOldest();
        }
    }

    /** After the last task. */
    void finish() {
        while (ring != null && ring.size() > 0) {
            leaveUnbound(ring.durationMicros(), ring.cpuMicroCores(), ring.memoryBytes());
            ring.removeOldest();
        }
        while (running.firstEnd() < Long.MAX_VALUE) {
            advanceTo(running.firstEnd());
        }
        lookAtPeak();
    }

    private void leaveUnbound(long duration, long cpuMicroCores, long memoryBytes) {
        if (duration != TaskBatch.NONE) {
            cpu.addUnbound(duration, cpuMicroCores);
            memory.addUnbound(duration, memoryBytes);
            tailMicros += duration;
            longestTailMicros = Math.max(longestTailMicros, duration);
        }
    }

    private void bind(TaskRing task, long latestStart) {
        long duration = task.durationMicros();
        boolean ends = duration != TaskBatch.NONE;
        long firstEnd = ends ? task.submitMicros() + duration : Long.MAX_VALUE;
        if (latestStart < firstEnd) {
            advanceTo(latestStart);
            running.add(firstEnd, task.cpuMicroCores(), task.memoryBytes());
            cpu.start(task.cpuMicroCores());
            memory.start(task.memoryBytes());
        }
        if (ends) {
            boundEndMicros = Math.max(boundEndMicros, latestStart + duration);
            long earliest = task.submitMicros() - originMicros;
            long latest = latestStart - originMicros;
            cpu.addBound(earliest, latest, duration, task.cpuMicroCores());
            memory.addBound(earliest, latest, duration, task.memoryBytes());
        }
    }

    private void advanceTo(long micros) {
        while (running.firstEnd() <= micros) {
            lookAtPeak();
            stayUntil(running.firstEnd());
            cpu.end(running.firstCpu());
            memory.end(running.firstMemory());
            running.removeFirst();
        }
        stayUntil(micros);
    }

    private void stayUntil(long micros) {
        cpu.stay(micros - nowMicros);
        memory.stay(micros - nowMicros);
        nowMicros = Math.max(nowMicros, micros);
    }

    /** Before a task ends: the level may be at a local peak. */
    private void lookAtPeak() {
        cpu.peak(() -> running.column(Dimension.CPU));
        memory.peak(() -> running.column(Dimension.MEMORY));
    }

    /** The limit on waits that it rests on. */
    WaitLimit limit() {
        return limit;
    }

    /** One resource of it. */
    DemandLevel level(Dimension dimension) {
        return dimension == Dimension.CPU ? cpu : memory;
    }

    /** Microseconds from the first submit in which the bound work is surely done. */
    long boundSpanMicros() {
        return boundEndMicros - originMicros;
    }

    /**
     * Longest possible run on at least {@code servers}: when only unbound tasks are left and one
     * waits, every server has a task, so their durations together bound the waiting.
     */
    double longestRunMicros(int servers) {
        return boundSpanMicros() + tailMicros / Math.max(1, servers) + longestTailMicros;
    }
}
