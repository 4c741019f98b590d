package dev.stowage.sim.execution;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.InputException;
import dev.stowage.model.TaskBatch;
import dev.stowage.sim.engine.Execution;
import dev.stowage.sim.engine.LadderQueue;
import dev.stowage.sim.engine.TaskSlots;
import java.util.List;

/**
 * Fidelity {@code replay}: a placed task runs for its recorded duration, whatever runs beside it.
 */
public final class ReplayExecution implements Execution {
    /** The key of an end: sequence of the start above, slot below. */
    private static final int SLOT_BITS = 28;

    private static final int MOST_FETCHED = 64; // 8 kB: they stay in the nearest cache

    private static final long SLOT_MASK = (1L << SLOT_BITS) - 1;

    private final TaskSlots slots;
    private final LadderQueue ends = new LadderQueue();
    private transient int refills;

    @SuppressWarnings("UnusedVariable") // so that the compiler does not leave the reads out
    private transient long fetched;

    private long starts;
    private long cancelled; // ends in the ladder that no longer count

    public ReplayExecution(TaskSlots slots) {
        this.slots = slots;
    }

    @Override
    public void start(int slot, int server, long nowMicros) {
        long duration = slots.durationMicros(slot);
        if (duration != TaskBatch.NONE) {
            long key = (starts << SLOT_BITS) | slot;
            slots.setEvent(slot, key);
            ends.add(endOf(slot, nowMicros, duration), key);
        }
        starts++;
    }

    private long endOf(int slot, long now, long duration) {
        long end = now + duration;
        if (end < now || end == LadderQueue.NONE) {
            throw InputException.at(
                    "job " + slots.jobId(slot) + ", task " + slots.taskIndex(slot),
                    "an end at " + now + " + " + duration + " microseconds",
                    "less than 2^63 microseconds",
                    null);
        }
        return end;
    }

    @Override
    public void cut(int slot, int server, long nowMicros) {
        if (slots.event(slot) != TaskSlots.NO_EVENT) {
            slots.setEvent(slot, TaskSlots.NO_EVENT);
            cancelled++;
        }
    }

    @Override
    public long nextMicros() {
        long micros = ends.peekTime();
        while (cancelled > 0 && micros != LadderQueue.NONE && isCancelled(ends.peekKey())) {
            ends.poll();
            cancelled--;
            micros = ends.peekTime();
        }
        return micros;
    }

    @Override
    public int pollEnd(long nowMicros) {
        while (ends.peekTime() == nowMicros) {
            if (ends.refills() != refills) {
                refills = ends.refills();
                fetchNext();
            }
            long key = ends.poll();
            if (cancelled == 0 || !isCancelled(key)) {
                return (int) (key & SLOT_MASK);
            }
            cancelled--;
        }
        return NONE;
    }

    /**
     * Reads the rows of the tasks that end next, so that memory delivers them side by side and not
     * one after another: an eighth of the time of a run.
     */
    private void fetchNext() {
        int count = Math.min(MOST_FETCHED, ends.nextCount());
        long read = 0;
        for (int i = 0; i < count; i++) {
            read ^= slots.fetch((int) (ends.nextKey(i) & SLOT_MASK));
        }
        fetched = read;
    }

    private boolean isCancelled(long key) {
        return slots.event((int) (key & SLOT_MASK)) != key;
    }

    @Override
    public long leftMicros(int slot, int server, long nowMicros) {
        long duration = slots.durationMicros(slot);
        return duration == TaskBatch.NONE
                ? duration
                : duration - (nowMicros - slots.sinceMicros(slot));
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(ends);
    }
}
