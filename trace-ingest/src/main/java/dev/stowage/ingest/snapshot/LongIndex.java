package dev.stowage.ingest.snapshot;

import java.util.Arrays;

/**
 * Numbers of keys, from 0 in order of first appearance: an open-addressing table with linear
 * probing, because a trace looks up one for each of its measurements and a boxed key costs more
 * than the rest of the row.
 */
final class LongIndex {
    private static final int FIRST_SLOTS = 64;

    private long[] keys = new long[FIRST_SLOTS / 2]; // by number
    private int[] slots = new int[FIRST_SLOTS]; // number + 1; 0 = free
    private int size;

    /** The number of a key, or -1. */
    int find(long key) {
        return slots[slot(key)] - 1;
    }

    /** The number of a key, a new one if need be. */
    int findOrAdd(long key) {
        int slot = slot(key);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        keys[size] = key;
        slots[slot] = ++size;
        if (size == keys.length) {
            grow();
        }
        return size - 1;
    }

    /** The slot that holds the key, or the free one where it belongs. */
    private int slot(long key) {
        long hash = key * 0x9e3779b97f4a7c15L; // Fibonacci hashing: the top bits are the best
        int slot = (int) (hash >>> 32) & (slots.length - 1);
        while (slots[slot] != 0 && keys[slots[slot] - 1] != key) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private void grow() {
        keys = Arrays.copyOf(keys, 2 * size);
        slots = new int[4 * size];
        for (int number = 0; number < size; number++) {
            slots[slot(keys[number])] = number + 1;
        }
    }
}
