package dev.stowage.workload.synthesis;

import java.util.Arrays;

/**
 * A binary heap in parallel columns: what is submitted next comes first, ties in order of jobs.
 * Subclasses add columns, which move along with these.
 *
 * <p>Hot: a few steps a task.
 */
abstract class SubmitHeap {
    private static final int FIRST_CAPACITY = 64;

    /** Slots in use; slot 0 comes first. */
    int open;

    long[] submit = new long[FIRST_CAPACITY];
    int[] job = new int[FIRST_CAPACITY];

    /** Copies all columns of a slot into another one. */
    abstract void move(int from, int to);

    /** Gives all columns a capacity. */
    abstract void resize(int capacity);

    /** True if a slot comes before another one of the same submit and job. */
    abstract boolean isBeforeInJob(int a, int b);

    /** A free slot at the end, to be filled and then put into order by {@link #siftUp}. */
    final int add() {
        if (open + 1 == submit.length) { // the last slot is for exchanges
            int capacity = 2 * submit.length;
            submit = Arrays.copyOf(submit, capacity);
            job = Arrays.copyOf(job, capacity);
            resize(capacity);
        }
        return open++;
    }

    /** Takes the first slot away; {@link #siftDown} follows. */
    final void removeFirst() {
        move(--open, 0);
    }

    final void siftUp(int from) {
        int slot = from;
        while (slot > 0 && isBefore(slot, (slot - 1) >> 1)) {
            swap(slot, (slot - 1) >> 1);
            slot = (slot - 1) >> 1;
        }
    }

    /** Puts the first slot where it belongs. */
    final void siftDown() {
        int slot = 0;
        while (true) {
            int child = 2 * slot + 1;
            if (child >= open) {
                return;
            }
            if (child + 1 < open && isBefore(child + 1, child)) {
                child++;
            }
            if (!isBefore(child, slot)) {
                return;
            }
            swap(child, slot);
            slot = child;
        }
    }

    private boolean isBefore(int a, int b) {
        if (submit[a] != submit[b]) {
            return submit[a] < submit[b];
        }
        return job[a] < job[b] || (job[a] == job[b] && isBeforeInJob(a, b));
    }

    private void swap(int a, int b) {
        int spare = submit.length - 1;
        move(a, spare);
        move(b, a);
        move(spare, b);
    }
}
