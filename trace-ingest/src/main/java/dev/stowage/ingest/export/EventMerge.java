package dev.stowage.ingest.export;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.lifecycle.LifecycleEvent;
import java.util.Arrays;

/**
 * Writes the events of lifecycles that come in order of their submits in order of time: a heap of
 * what is still to happen. Its size is that of the tasks that live at one time.
 *
 * <p>Hot: parallel arrays; one copy of the unchanging columns for each lifecycle that lives on.
 */
final class EventMerge implements LifecyclePlan.Sink {
    private static final long ABSENT = CanonicalTable.ABSENT;
    private static final long START_MICROS = 600_000_000L;
    private static final int FIRST_CAPACITY = 1 << 10;
    private static final int STEPS = 3;
    private static final int SCHEDULE = 0;
    private static final int SPLIT = 1;
    private static final byte[] NOTHING = {};

    private final PartFiles parts;
    private final boolean hasMachines;

    private final long[][] times = new long[STEPS][FIRST_CAPACITY]; // on the source's clock
    private byte[] step = new byte[FIRST_CAPACITY];
    private byte[] split = new byte[FIRST_CAPACITY];
    private byte[] end = new byte[FIRST_CAPACITY];
    private long[] machine = new long[FIRST_CAPACITY];
    private long[] sequence = new long[FIRST_CAPACITY];
    private byte[][] head = new byte[FIRST_CAPACITY][];
    private byte[][] tail = new byte[FIRST_CAPACITY][];
    private int[] free = new int[FIRST_CAPACITY];
    private int freeCount;
    private int slots;
    private int[] heap = new int[FIRST_CAPACITY];
    private int heapSize;
    private long begun;

    // of the lifecycle whose submit is being written
    private byte[] currentHead = NOTHING;
    private byte[] currentTail = NOTHING;
    private long currentMachine = ABSENT;

    /** For a table; {@code hasMachines} if a machine stands in front of the event. */
    EventMerge(PartFiles parts, boolean hasMachines) {
        this.parts = parts;
        this.hasMachines = hasMachines;
    }

    /** Time on the clock of the source, whose trace starts at 600 s. */
    static long sourceMicros(long micros, boolean isBeforeStart) {
        return isBeforeStart ? 0 : Math.addExact(micros, START_MICROS);
    }

    /**
     * Writes what happens at the submit, and keeps the rest.
     *
     * @param before columns between the time and the machine or event, with their commas
     * @param after columns behind the event, with the comma in front
     * @param machineId machine of the last attempt, or absent
     * @param isEndOpen true if its end is not to be written
     */
    void begin(LifecyclePlan plan, byte[] before, byte[] after, long machineId, boolean isEndOpen) {
        long submit = sourceMicros(plan.submitMicros, plan.isSubmitBeforeStart());
        currentHead = before;
        currentTail = after;
        boolean isScheduled = plan.scheduleMicros != ABSENT;
        boolean isOver = plan.endMicros != ABSENT && !isEndOpen;
        currentMachine = isScheduled || isOver ? ABSENT : machineId;
        parts.begin(submit);
        plan.emitSubmit(this);
        currentMachine = machineId;

        int slot = freeCount > 0 ? free[--freeCount] : newSlot();
        times[SCHEDULE][slot] =
                isScheduled ? sourceMicros(plan.scheduleMicros, plan.isScheduleCensored) : ABSENT;
        times[SPLIT][slot] = plan.isSplit() ? sourceMicros(plan.splitMicros(), false) : ABSENT;
        times[STEPS - 1][slot] = isOver ? sourceMicros(plan.endMicros, false) : ABSENT;
        split[slot] = (byte) plan.split().code();
        end[slot] = isOver ? (byte) plan.end().code() : -1;
        machine[slot] = machineId;
        sequence[slot] = begun++;
        head[slot] = before;
        tail[slot] = after;
        step[slot] = -1;
        advance(slot);
        while (step[slot] < STEPS && times[step[slot]][slot] == submit) {
            write(slot);
            advance(slot);
        }
        if (step[slot] < STEPS) {
            push(slot);
        } else {
            release(slot);
        }
    }

    /** Keeps an end that is known only now, not before what was written last. */
    void end(LifecycleEvent event, long micros, byte[] before, byte[] after) {
        int slot = freeCount > 0 ? free[--freeCount] : newSlot();
        times[STEPS - 1][slot] = sourceMicros(micros, false);
        end[slot] = (byte) event.code();
        machine[slot] = ABSENT;
        sequence[slot] = begun++;
        head[slot] = before;
        tail[slot] = after;
        step[slot] = STEPS - 1;
        push(slot);
    }

    /** Writes everything that happens before a time of the source's clock. */
    void drainBefore(long sourceMicros) {
        while (heapSize > 0 && time(heap[0]) < sourceMicros) {
            int slot = heap[0];
            parts.begin(time(slot));
            write(slot);
            advance(slot);
            if (step[slot] == STEPS) {
                heap[0] = heap[--heapSize];
                release(slot);
            }
            siftDown();
        }
    }

    private long time(int slot) {
        return times[step[slot]][slot];
    }

    private void advance(int slot) {
        do {
            step[slot]++;
        } while (step[slot] < STEPS && times[step[slot]][slot] == ABSENT);
    }

    private void write(int slot) {
        currentHead = head[slot];
        currentTail = tail[slot];
        currentMachine = machine[slot];
        long time = time(slot);
        switch (step[slot]) {
            case SCHEDULE -> row(LifecycleEvent.SCHEDULE.code(), time);
            case SPLIT -> {
                row(split[slot], time);
                row(LifecycleEvent.SUBMIT.code(), time);
            }
            default -> row(end[slot], time);
        }
    }

    @Override
    public void event(LifecycleEvent event, long timeMicros, boolean isBeforeStart) {
        row(event.code(), sourceMicros(timeMicros, isBeforeStart));
    }

    private void row(int event, long sourceMicros) {
        RowText text = parts.text();
        text.put(sourceMicros).put(currentHead);
        if (hasMachines) {
            if (currentMachine != ABSENT) {
                text.put(currentMachine);
            }
            text.put(',');
        }
        text.put((long) event).put(currentTail);
        parts.endRow();
    }

    private int newSlot() {
        if (slots == step.length) {
            int capacity = Math.addExact(slots, slots >> 1);
            for (int i = 0; i < STEPS; i++) {
                times[i] = Arrays.copyOf(times[i], capacity);
            }
            step = Arrays.copyOf(step, capacity);
            split = Arrays.copyOf(split, capacity);
            end = Arrays.copyOf(end, capacity);
            machine = Arrays.copyOf(machine, capacity);
            sequence = Arrays.copyOf(sequence, capacity);
            head = Arrays.copyOf(head, capacity);
            tail = Arrays.copyOf(tail, capacity);
            free = Arrays.copyOf(free, capacity);
            heap = Arrays.copyOf(heap, capacity);
        }
        return slots++;
    }

    private void release(int slot) {
        head[slot] = NOTHING;
        tail[slot] = NOTHING;
        free[freeCount++] = slot;
    }

    private boolean isBefore(int a, int b) {
        long timeA = time(a);
        long timeB = time(b);
        return timeA < timeB || (timeA == timeB && sequence[a] < sequence[b]);
    }

    private void push(int slot) {
        int at = heapSize++;
        while (at > 0 && isBefore(slot, heap[(at - 1) >>> 1])) {
            heap[at] = heap[(at - 1) >>> 1];
            at = (at - 1) >>> 1;
        }
        heap[at] = slot;
    }

    private void siftDown() {
        if (heapSize == 0) {
            return;
        }
        int slot = heap[0];
        int at = 0;
        while (2 * at + 1 < heapSize) {
            int child = 2 * at + 1;
            if (child + 1 < heapSize && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], slot)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = slot;
    }
}
