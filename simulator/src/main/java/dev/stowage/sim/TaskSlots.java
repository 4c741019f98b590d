package dev.stowage.sim;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import java.util.Arrays;

/**
 * The tasks that are queued or running, each in a numbered slot; slots are reused, last freed first
 * taken. Memory follows the largest number of tasks that were present at once.
 *
 * <p>Hot: what every event of a task reads lies in one row of eight longs, about one cache line;
 * what only the queue, evictions or a log read lies in columns beside it. Guarded by {@code
 * ReplayBenchmark}.
 */
final class TaskSlots {
    /** No slot. */
    static final int NONE = -1;

    /** No finish event is due. */
    static final long NO_EVENT = -1;

    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();

    private static final int ROW_BITS = 3;
    private static final int CPU = 0;
    private static final int MEMORY = 1;
    private static final int EVENT = 2; // key of the finish event that counts: the version stamp
    private static final int SERVER = 3; // low half: server; high half: row of flags
    private static final int LINKS = 4; // low half: next; high half: previous
    private static final int SUBMIT = 5;
    private static final int DURATION = 6;
    private static final int JOB = 7;

    private static final long LOW = 0xffffffffL;

    private long[] rows = new long[1024 << ROW_BITS];
    private long[] submitSequence = new long[1024];
    private long[] firstStartMicros = new long[1024];
    private long[] sinceMicros = new long[1024];
    private int[] taskIndex = new int[1024];
    private int[] priority = new int[1024];
    private int[] evictions = new int[1024];
    private byte[] taskClass = new byte[1024];
    private byte[] outcome = new byte[1024];
    private int used;
    private int free = NONE;

    /** Takes a slot for the task in a row of a batch. */
    int add(TaskBatch batch, int row, long sequence) {
        int slot = free;
        if (slot == NONE) {
            if (used == submitSequence.length) {
                grow();
            }
            slot = used++;
        } else {
            free = (int) rows[(slot << ROW_BITS) + LINKS];
        }
        int at = slot << ROW_BITS;
        long duration = batch.durationMicros[row];
        boolean isAlive = duration == TaskBatch.NONE || !OUTCOMES[batch.outcome[row]].isTerminal();
        rows[at + CPU] = batch.cpuMicroCores[row];
        rows[at + MEMORY] = batch.memoryBytes[row];
        rows[at + EVENT] = NO_EVENT;
        rows[at + SERVER] = NONE;
        rows[at + SUBMIT] = batch.submitMicros[row];
        rows[at + DURATION] = isAlive ? TaskBatch.NONE : duration;
        rows[at + JOB] = batch.jobId[row];
        submitSequence[slot] = sequence;
        firstStartMicros[slot] = NONE;
        sinceMicros[slot] = batch.submitMicros[row];
        taskIndex[slot] = batch.taskIndex[row];
        priority[slot] = batch.priority[row];
        evictions[slot] = 0;
        taskClass[slot] = batch.taskClass[row];
        outcome[slot] = batch.outcome[row];
        return slot;
    }

    private void grow() {
        int length = used + (used >> 1);
        rows = Arrays.copyOf(rows, Math.multiplyExact(length, 1 << ROW_BITS));
        submitSequence = Arrays.copyOf(submitSequence, length);
        firstStartMicros = Arrays.copyOf(firstStartMicros, length);
        sinceMicros = Arrays.copyOf(sinceMicros, length);
        taskIndex = Arrays.copyOf(taskIndex, length);
        priority = Arrays.copyOf(priority, length);
        evictions = Arrays.copyOf(evictions, length);
        taskClass = Arrays.copyOf(taskClass, length);
        outcome = Arrays.copyOf(outcome, length);
    }

    /** Gives a slot back. */
    void remove(int slot) {
        int at = slot << ROW_BITS;
        rows[at + EVENT] = NO_EVENT;
        rows[at + SERVER] = NONE;
        rows[at + LINKS] = free;
        free = slot;
    }

    /** Slots are numbered below this. */
    int limit() {
        return used;
    }

    long cpuMicroCores(int slot) {
        return rows[(slot << ROW_BITS) + CPU];
    }

    long memoryBytes(int slot) {
        return rows[(slot << ROW_BITS) + MEMORY];
    }

    /** Key of the finish event that ends the task, or {@link #NO_EVENT}. */
    long event(int slot) {
        return rows[(slot << ROW_BITS) + EVENT];
    }

    void setEvent(int slot, long key) {
        rows[(slot << ROW_BITS) + EVENT] = key;
    }

    /** The server that the task is on, or {@link #NONE}; also for a slot that is free. */
    int server(int slot) {
        return (int) rows[(slot << ROW_BITS) + SERVER];
    }

    void setServer(int slot, int server) {
        rows[(slot << ROW_BITS) + SERVER] = server;
    }

    long submitMicros(int slot) {
        return rows[(slot << ROW_BITS) + SUBMIT];
    }

    /** Run time, or {@link TaskBatch#NONE} if it runs until the end of the run. */
    long durationMicros(int slot) {
        return rows[(slot << ROW_BITS) + DURATION];
    }

    long jobId(int slot) {
        return rows[(slot << ROW_BITS) + JOB];
    }

    /** Number of the task in the order of submits. */
    long submitSequence(int slot) {
        return submitSequence[slot];
    }

    /** First start, or {@link #NONE}. */
    long firstStartMicros(int slot) {
        return firstStartMicros[slot];
    }

    /** Since when it runs or, if it does not, waits. */
    long sinceMicros(int slot) {
        return sinceMicros[slot];
    }

    int taskIndex(int slot) {
        return taskIndex[slot];
    }

    int priority(int slot) {
        return priority[slot];
    }

    int evictions(int slot) {
        return evictions[slot];
    }

    byte taskClass(int slot) {
        return taskClass[slot];
    }

    /** True if its recorded end is one of its own, false if it was killed, failed or lost. */
    boolean isFinishing(int slot) {
        return OUTCOMES[outcome[slot]] == TaskOutcome.FINISHED;
    }

    /** Marks a start; true if it is the first one. */
    boolean markStart(int slot, long nowMicros) {
        sinceMicros[slot] = nowMicros;
        if (firstStartMicros[slot] != NONE) {
            return false;
        }
        firstStartMicros[slot] = nowMicros;
        return true;
    }

    void markEviction(int slot, long nowMicros) {
        sinceMicros[slot] = nowMicros;
        evictions[slot]++;
    }

    // --- lists of the tasks on a server, latest placed first ---

    int next(int slot) {
        return (int) rows[(slot << ROW_BITS) + LINKS];
    }

    /** Puts the slot in front of {@code head} (or {@link #NONE}). */
    void linkBefore(int slot, int head) {
        rows[(slot << ROW_BITS) + LINKS] = links(NONE, head);
        if (head != NONE) {
            int at = (head << ROW_BITS) + LINKS;
            rows[at] = links(slot, (int) rows[at]);
        }
    }

    /** Takes the slot out of its list and returns the new head, given the old one. */
    int unlink(int slot, int head) {
        long links = rows[(slot << ROW_BITS) + LINKS];
        int next = (int) links;
        int previous = (int) (links >> 32);
        if (next != NONE) {
            int at = (next << ROW_BITS) + LINKS;
            rows[at] = links(previous, (int) rows[at]);
        }
        if (previous == NONE) {
            return next;
        }
        int at = (previous << ROW_BITS) + LINKS;
        rows[at] = links((int) (rows[at] >> 32), next);
        return head;
    }

    private static long links(int previous, int next) {
        return ((long) previous << 32) | (next & LOW);
    }
}
