package dev.stowage.ingest.lifecycle;

import java.util.Arrays;

/**
 * Row numbers by key (job, index): an open-addressing table of row numbers with linear probing. The
 * keys themselves lie in the columns of the rows, so that a row costs some 8 bytes here and nothing
 * is boxed. Rows are numbered in order of first appearance.
 */
public final class KeyIndex {
    private static final int FIRST_CAPACITY = 1 << 10;
    private static final double MAX_LOAD = 0.5;

    private long[] job = new long[FIRST_CAPACITY];
    private int[] index = new int[FIRST_CAPACITY];
    private int[] slots = new int[2 * FIRST_CAPACITY]; // row + 1; 0 = free
    private int size;

    /** Number of keys. */
    public int size() {
        return size;
    }

    public long job(int row) {
        return job[row];
    }

    public int index(int row) {
        return index[row];
    }

    /** The row of a key, or -1. */
    public int find(long jobId, int taskIndex) {
        int row = slots[slot(jobId, taskIndex)] - 1;
        return row;
    }

    /** The row of a key, a new one (the last) if there was none. */
    public int findOrAdd(long jobId, int taskIndex) {
        int slot = slot(jobId, taskIndex);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (size == job.length) {
            int capacity = Math.addExact(size, size >> 1);
            job = Arrays.copyOf(job, capacity);
            index = Arrays.copyOf(index, capacity);
        }
        job[size] = jobId;
        index[size] = taskIndex;
        slots[slot] = ++size;
        if (size > slots.length * MAX_LOAD) {
            rehash();
        }
        return size - 1;
    }

    private void rehash() {
        slots = new int[Math.multiplyExact(slots.length, 2)];
        for (int row = 0; row < size; row++) {
            slots[slot(job[row], index[row])] = row + 1;
        }
    }

    /** The slot that holds the key, or the free one where it belongs. */
    private int slot(long jobId, int taskIndex) {
        int mask = slots.length - 1;
        int slot = hash(jobId, taskIndex) & mask;
        while (slots[slot] != 0) {
            int row = slots[slot] - 1;
            if (job[row] == jobId && index[row] == taskIndex) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    /** Finaliser of SplitMix64 (Steele et al., OOPSLA 2014) over both parts. */
    private static int hash(long jobId, int taskIndex) {
        long z = jobId * 0x9e3779b97f4a7c15L + taskIndex;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return (int) (z ^ (z >>> 31));
    }
}
