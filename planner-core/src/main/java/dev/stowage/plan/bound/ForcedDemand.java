package dev.stowage.plan.bound;

import dev.stowage.model.TaskBatch;
import java.util.Arrays;
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
    private final EndHeap running;
    private final DemandLevel[] levels;
    private final long[] amounts; // of one task, filled anew each time
    private long nowMicros;
    private long boundEndMicros;
    private double tailMicros;
    private long longestTailMicros;

    /**
     * For {@code tasks} tasks from {@code originMicros} on, on servers of one size.
     *
     * @param server what one server has, by resource
     */
    ForcedDemand(WaitLimit limit, long tasks, long originMicros, long[] server) {
        this.limit = limit;
        this.originMicros = originMicros;
        ring =
                limit.exempt() >= tasks
                        ? null
                        : new TaskRing((int) limit.exempt() + 1, server.length);
        running = new EndHeap(server.length);
        levels = Arrays.stream(server).mapToObj(DemandLevel::new).toArray(DemandLevel[]::new);
        amounts = new long[server.length];
        nowMicros = originMicros;
        boundEndMicros = originMicros;
    }

    /** The next task in order of submit; its duration may be {@link TaskBatch#NONE}. */
    void accept(long submit, long duration, long[] asked) {
        boundEndMicros = Math.max(boundEndMicros, submit);
        if (ring == null) {
            leaveUnbound(duration, asked);
            return;
        }
        ring.add(submit, duration, asked);
        if (ring.isFull()) {
            bind(ring, submit + limit.micros());
            ring.removeOldest();
        }
    }

    /** After the last task. */
    void finish() {
        while (ring != null && ring.size() > 0) {
            ring.asked(amounts);
            leaveUnbound(ring.durationMicros(), amounts);
            ring.removeOldest();
        }
        while (running.firstEnd() < Long.MAX_VALUE) {
            advanceTo(running.firstEnd());
        }
        lookAtPeak();
    }

    private void leaveUnbound(long duration, long[] asked) {
        if (duration != TaskBatch.NONE) {
            for (int d = 0; d < levels.length; d++) {
                levels[d].addUnbound(duration, asked[d]);
            }
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
            task.asked(amounts);
            running.add(firstEnd, amounts);
            for (int d = 0; d < levels.length; d++) {
                levels[d].start(amounts[d]);
            }
        }
        if (ends) {
            boundEndMicros = Math.max(boundEndMicros, latestStart + duration);
            long earliest = task.submitMicros() - originMicros;
            long latest = latestStart - originMicros;
            task.asked(amounts);
            for (int d = 0; d < levels.length; d++) {
                levels[d].addBound(earliest, latest, duration, amounts[d]);
            }
        }
    }

    private void advanceTo(long micros) {
        while (running.firstEnd() <= micros) {
            lookAtPeak();
            stayUntil(running.firstEnd());
            running.first(amounts);
            for (int d = 0; d < levels.length; d++) {
                levels[d].end(amounts[d]);
            }
            running.removeFirst();
        }
        stayUntil(micros);
    }

    private void stayUntil(long micros) {
        for (DemandLevel level : levels) {
            level.stay(micros - nowMicros);
        }
        nowMicros = Math.max(nowMicros, micros);
    }

    /** Before a task ends: the level may be at a local peak. */
    private void lookAtPeak() {
        for (int d = 0; d < levels.length; d++) {
            int resource = d;
            levels[d].peak(() -> running.column(resource));
        }
    }

    /** The limit on waits that it rests on. */
    WaitLimit limit() {
        return limit;
    }

    /** One resource of it, by its place among those of the server. */
    DemandLevel level(int resource) {
        return levels[resource];
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
