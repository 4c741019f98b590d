package dev.stowage.ingest.lifecycle;

/**
 * Row numbers by key (job, index): an open-addressing table of row numbers with linear probing. The
 * keys themselves lie side by side, so that a key costs 16 bytes beside its slots and nothing is
 * boxed. Rows are numbered in order of first appearance.
 */
public final class KeyIndex {
    private static final int FIRST_CAPACITY = 1 << 10;
    private static final double MAX_LOAD = 0.5;

    private final LongRows keys = new LongRows(2); // job, index
    private int[] slots = new int[2 * FIRST_CAPACITY]; // row + 1; 0 = free
    private int size;

    /** Number of keys. */
    public int size() {
        return size;
    }

    public long job(int row) {
        return keys.get(row, 0);
    }

    public int index(int row) {
        return (int) keys.get(row, 1);
    }

    /** The row of a key, or -1. */
    public int find(long jobId, int taskIndex) {
        return slots[slot(jobId, taskIndex)] - 1;
    }

    /** The row of a key, a new one (the last) if there was none. */
    public int findOrAdd(long jobId, int taskIndex) {
        int slot = slot(jobId, taskIndex);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        keys.add(size);
        long[] page = keys.page(size);
        int at = keys.at(size);
        page[at] = jobId;
        page[at + 1] = taskIndex;
        slots[slot] = ++size;
        if (size > slots.length * MAX_LOAD) {
            rehash();
        }
        return size - 1;
    }

    private void rehash() {
        slots = new int[Math.multiplyExact(slots.length, 2)];
        for (int row = 0; row < size; row++) {
            slots[slot(job(row), index(row))] = row + 1;
        }
    }

    /** The slot that holds the key, or the free one where it belongs. */
    private int slot(long jobId, int taskIndex) {
        int mask = slots.length - 1;
        int slot = hash(jobId, taskIndex) & mask;
        while (slots[slot] != 0) {
            int row = slots[slot] - 1;
            long[] page = keys.page(row);
            int at = keys.at(row);
            if (page[at] == jobId && page[at + 1] == taskIndex) {
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
