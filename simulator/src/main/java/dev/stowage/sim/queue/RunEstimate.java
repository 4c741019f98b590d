package dev.stowage.sim.queue;

import dev.stowage.model.TaskBatch;
import dev.stowage.sim.engine.LadderQueue;
import dev.stowage.sim.engine.TaskSlots;

/**
 * How long users say that their tasks run: the recorded duration and so many percent more. A task
 * without an end is expected to run for ever.
 */
final class RunEstimate {
    /** No end is expected. */
    static final long NEVER = LadderQueue.NONE;

    private final TaskSlots slots;
    private final int overPercent;

    RunEstimate(TaskSlots slots, int overPercent) {
        this.slots = slots;
        this.overPercent = overPercent;
    }

    /** Expected run time, microseconds, or {@link #NEVER}. */
    long micros(int slot) {
        long duration = slots.durationMicros(slot);
        if (duration == TaskBatch.NONE) {
            return NEVER;
        }
        long whole = duration / 100;
        if (overPercent > 0 && whole > (NEVER - duration) / overPercent - 1) {
            return NEVER;
        }
        return duration + whole * overPercent + duration % 100 * overPercent / 100;
    }

    /** {@code micros} after {@code nowMicros}; {@link #NEVER} stays so. */
    static long after(long nowMicros, long micros) {
        return micros >= NEVER - nowMicros ? NEVER : nowMicros + micros;
    }
}
