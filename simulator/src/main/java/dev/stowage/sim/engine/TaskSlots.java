package dev.stowage.sim.engine;

import dev.stowage.basis.PlainState;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import java.io.DataInput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The tasks that are queued or running, each in a numbered slot; slots are reused, last freed first
 * taken. Memory follows the largest number of tasks that were present at once: 128 bytes each.
 *
 * <p>Hot: a task is one row of sixteen longs, two neighbouring cache lines. What every event reads
 * lies in the first, what only the queue, evictions or a log read in the second. Rows begin behind
 * {@value #ALIGNMENT} spare longs, so that with the 16 bytes of the array's header they lie on the
 * lines of an array that begins on one, as large arrays do. Guarded by {@code ReplayBenchmark}.
 */
public final class TaskSlots implements PlainState {
    /** No slot. */
    public static final int NONE = -1;

    /** In place of a server: no task is in the slot. */
    static final int FREE = -2;

    /** No end of an attempt is due. */
    public static final long NO_EVENT = -1;

    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();

    private static final int ROW_BITS = 4;
    private static final int ALIGNMENT = 6;

    // first line
    private static final int CPU = 0;
    private static final int MEMORY = 1;
    private static final int EVENT = 2; // key of the end that counts: the version stamp
    private static final int SERVER = 3; // low half: server; high half: flags
    private static final int LINKS = 4; // low half: next; high half: previous
    private static final int SUBMIT = 5;
    private static final int DURATION = 6;
    private static final int SINCE = 7;
    // second line
    private static final int FIRST_START = 8;
    private static final int SEQUENCE = 9;
    private static final int JOB = 10;
    private static final int INDEX = 11; // low half: index within the job; high half: priority
    private static final int EVICTIONS = 12; // low half: evictions; high half: class, outcome
    private static final int USER = 13;
    private static final int QUEUED = 14;
    private static final int RECORDED = 15; // duration in the workload

    // flags
    private static final int FINISHES = 1; // it ends by itself
    private static final int DEMANDS = 2; // it asks for more than CPU and memory

    private static final long LOW = 0xffffffffL;

    private long[] rows = new long[(1024 << ROW_BITS) + ALIGNMENT];
    private int capacity = 1024;
    private int used;
    private int free = NONE;
    private final transient SlotDemands demands = new SlotDemands();
    private final transient Map<Name, Integer> forgotten =
            new HashMap<>(); // slots, in a resumed run

    /** By which a task is known in its workload. */
    private record Name(long jobId, int taskIndex) {}

    private static int at(int slot) {
        return (slot << ROW_BITS) + ALIGNMENT;
    }

    /** Takes a slot for the task in a row of a batch. */
    public int add(TaskBatch batch, int row, long sequence) {
        int slot = free;
        if (slot == NONE) {
            if (used == capacity) {
                grow();
            }
            slot = used++;
        } else {
            free = (int) rows[at(slot) + LINKS];
        }
        int at = at(slot);
        long duration = batch.durationMicros[row];
        TaskOutcome recorded = OUTCOMES[batch.outcome[row]];
        boolean isAlive = duration == TaskBatch.NONE || !recorded.isTerminal();
        rows[at + CPU] = batch.cpuMicroCores[row];
        rows[at + MEMORY] = batch.memoryBytes[row];
        rows[at + EVENT] = NO_EVENT;
        int flags = recorded == TaskOutcome.FINISHED ? FINISHES : 0;
        if (!SlotDemands.isPlain(batch, row)) {
            flags |= DEMANDS;
            demands.set(slot, batch, row, capacity);
        }
        rows[at + SERVER] = pair(flags, NONE);
        rows[at + SUBMIT] = batch.submitMicros[row];
        rows[at + DURATION] = isAlive ? TaskBatch.NONE : duration;
        rows[at + SINCE] = batch.submitMicros[row];
        rows[at + FIRST_START] = NONE;
        rows[at + SEQUENCE] = sequence;
        rows[at + JOB] = batch.jobId[row];
        rows[at + INDEX] = pair(batch.priority[row], batch.taskIndex[row]);
        rows[at + RECORDED] = rows[at + DURATION];
        rows[at + EVICTIONS] = pair((batch.taskClass[row] << 8) | batch.outcome[row], 0);
        rows[at + QUEUED] = 0;
        rows[at + USER] = batch.isPlain ? NONE : batch.userId[row];
        return slot;
    }

    private void grow() {
        capacity = Math.addExact(used, used >> 1);
        rows =
                Arrays.copyOf(
                        rows,
                        Math.addExact(Math.multiplyExact(capacity, 1 << ROW_BITS), ALIGNMENT));
    }

    /** Gives a slot back. */
    public void remove(int slot) {
        int at = at(slot);
        rows[at + EVENT] = NO_EVENT;
        rows[at + SERVER] = FREE & LOW;
        rows[at + LINKS] = free;
        free = slot;
    }

    /** Slots are numbered below this. */
    public int limit() {
        return used;
    }

    public long cpuMicroCores(int slot) {
        return rows[at(slot) + CPU];
    }

    public long memoryBytes(int slot) {
        return rows[at(slot) + MEMORY];
    }

    /** Says what it has of CPU and memory, or will have; the caller keeps the cluster's books. */
    public void setRequest(int slot, long cpuMicroCores, long memoryBytes) {
        rows[at(slot) + CPU] = cpuMicroCores;
        rows[at(slot) + MEMORY] = memoryBytes;
    }

    /** Key of the event that ends the attempt, or {@link #NO_EVENT}. */
    public long event(int slot) {
        return rows[at(slot) + EVENT];
    }

    public void setEvent(int slot, long key) {
        rows[at(slot) + EVENT] = key;
    }

    /**
     * The server that the task runs on; {@link #NONE} if it waits, {@link #FREE} if there is none.
     */
    public int server(int slot) {
        return (int) rows[at(slot) + SERVER];
    }

    /** Says which server the task runs on, {@link #NONE} or {@link #FREE}. */
    public void setServer(int slot, int server) {
        int at = at(slot) + SERVER;
        rows[at] = (rows[at] & ~LOW) | (server & LOW);
    }

    /** True if its recorded end is one of its own, false if it was killed, failed or lost. */
    boolean isFinishing(int slot) {
        return (rows[at(slot) + SERVER] >> 32 & FINISHES) != 0;
    }

    /** True if it asks for nothing but CPU and memory. */
    public boolean isPlain(int slot) {
        return (rows[at(slot) + SERVER] >> 32 & DEMANDS) == 0;
    }

    /** What tasks that are not plain ask for. */
    SlotDemands demands() {
        return demands;
    }

    long submitMicros(int slot) {
        return rows[at(slot) + SUBMIT];
    }

    /**
     * How long it will run from its next start, or since its last one; {@link TaskBatch#NONE} if it
     * has no end.
     */
    public long durationMicros(int slot) {
        return rows[at(slot) + DURATION];
    }

    /** How long it runs by the workload; {@link TaskBatch#NONE} if it has no end. */
    long recordedMicros(int slot) {
        return rows[at(slot) + RECORDED];
    }

    public void setDurationMicros(int slot, long micros) {
        rows[at(slot) + DURATION] = micros;
    }

    /** Since when it runs or, if it does not, waits. */
    public long sinceMicros(int slot) {
        return rows[at(slot) + SINCE];
    }

    /** Position in the order in which tasks entered the queue. */
    public long submitSequence(int slot) {
        return rows[at(slot) + SEQUENCE];
    }

    /** First start, or {@link #NONE}. */
    long firstStartMicros(int slot) {
        return rows[at(slot) + FIRST_START];
    }

    public long jobId(int slot) {
        return rows[at(slot) + JOB];
    }

    public int taskIndex(int slot) {
        return (int) rows[at(slot) + INDEX];
    }

    public int priority(int slot) {
        return (int) (rows[at(slot) + INDEX] >> 32);
    }

    public int evictions(int slot) {
        return (int) rows[at(slot) + EVICTIONS];
    }

    /** Ordinal of the {@link dev.stowage.model.TaskClass}. */
    byte taskClass(int slot) {
        return (byte) (rows[at(slot) + EVICTIONS] >> 40);
    }

    /** Who submitted it, or {@link #NONE}. */
    public int userId(int slot) {
        return (int) rows[at(slot) + USER];
    }

    /** How long it waited before its starts, all of them together. */
    public long queuedMicros(int slot) {
        return rows[at(slot) + QUEUED];
    }

    /** Marks a start; true if it is the first one. */
    public boolean markStart(int slot, long nowMicros) {
        int at = at(slot);
        rows[at + QUEUED] += nowMicros - rows[at + SINCE];
        rows[at + SINCE] = nowMicros;
        if (rows[at + FIRST_START] != NONE) {
            return false;
        }
        rows[at + FIRST_START] = nowMicros;
        return true;
    }

    /** It enters the queue now and not at its submit. */
    public void markReady(int slot, long sequence, long nowMicros) {
        rows[at(slot) + SEQUENCE] = sequence;
        rows[at(slot) + SINCE] = nowMicros;
    }

    void markEviction(int slot, long nowMicros) {
        rows[at(slot) + SINCE] = nowMicros;
        rows[at(slot) + EVICTIONS]++;
    }

    /** Reads something of both lines of a row. */
    public long fetch(int slot) {
        int at = at(slot);
        return rows[at + SERVER] ^ rows[at + RECORDED];
    }

    // --- lists of the tasks on a server, latest placed first ---

    public int next(int slot) {
        return (int) rows[at(slot) + LINKS];
    }

    /** Puts the slot in front of {@code head} (or {@link #NONE}). */
    void linkBefore(int slot, int head) {
        rows[at(slot) + LINKS] = pair(NONE, head);
        if (head != NONE) {
            int at = at(head) + LINKS;
            rows[at] = pair(slot, (int) rows[at]);
        }
    }

    /** Takes the slot out of its list and returns the new head, given the old one. */
    int unlink(int slot, int head) {
        long links = rows[at(slot) + LINKS];
        int next = (int) links;
        int previous = (int) (links >> 32);
        if (next != NONE) {
            int at = at(next) + LINKS;
            rows[at] = pair(previous, (int) rows[at]);
        }
        if (previous == NONE) {
            return next;
        }
        int at = at(previous) + LINKS;
        rows[at] = pair((int) (rows[at] >> 32), next);
        return head;
    }

    private static long pair(int high, int low) {
        return ((long) high << 32) | (low & LOW);
    }

    // --- checkpoints ---

    @Override
    public void readState(DataInput in) throws IOException {
        PlainState.super.readState(in);
        for (int slot = 0; slot < used; slot++) {
            if (server(slot) != FREE && !isPlain(slot)) {
                forgotten.put(new Name(jobId(slot), taskIndex(slot)), slot);
            }
        }
    }

    /** Learns again what the task in a row asks for besides CPU and memory, if it is present. */
    public void recall(TaskBatch batch, int row) {
        Integer slot =
                forgotten.isEmpty()
                        ? null
                        : forgotten.remove(new Name(batch.jobId[row], batch.taskIndex[row]));
        if (slot != null) {
            demands.set(slot, batch, row, capacity);
        }
    }
}
