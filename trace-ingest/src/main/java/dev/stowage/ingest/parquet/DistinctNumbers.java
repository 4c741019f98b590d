package dev.stowage.ingest.parquet;

import java.util.Arrays;

/**
 * Numbers the distinct values of a column in order of first appearance: an open-addressing table
 * with linear probing that grows with them, so that few values stay in the first-level cache.
 *
 * <p>Hot: a look-up a value. Guarded by ColumnFileBenchmark.
 */
final class DistinctNumbers {
    private static final int FIRST_CAPACITY = 1 << 8;
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private long[] keys = new long[FIRST_CAPACITY];
    private int[] numbers = new int[FIRST_CAPACITY]; // by slot, + 1; 0 = free
    private long[] distinct = new long[FIRST_CAPACITY];
    private int size;

    /** How many there are. */
    int size() {
        return size;
    }

    /** The values in order of their numbers; not a copy. */
    long[] values() {
        return distinct;
    }

    /**
     * Numbers {@code values[0 .. count)} from 0 on, unless there are more than {@code most} of
     * them.
     *
     * @return false if there are
     */
    boolean number(long[] values, int count, long[] target, int most) {
        clear();
        if (most < 1) {
            return false;
        }
        long last = values[0];
        long number = add(last);
        for (int i = 0; i < count; i++) {
            long value = values[i];
            if (value != last) {
                last = value;
                number = add(value);
                if (size > most) {
                    return false;
                }
            }
            target[i] = number;
        }
        return true;
    }

    /** Numbers a single value. */
    void number(long value) {
        clear();
        add(value);
    }

    private int add(long value) {
        int mask = keys.length - 1;
        int slot = slot(value) & mask;
        while (numbers[slot] != 0) {
            if (keys[slot] == value) {
                return numbers[slot] - 1;
            }
            slot = (slot + 1) & mask;
        }
        if (2 * size >= keys.length) {
            grow();
            return add(value);
        }
        keys[slot] = value;
        distinct[size] = value;
        numbers[slot] = ++size;
        return size - 1;
    }

    private void grow() {
        int capacity = 2 * keys.length;
        keys = new long[capacity];
        numbers = new int[capacity];
        distinct = Arrays.copyOf(distinct, capacity);
        for (int i = 0; i < size; i++) {
            int slot = slot(distinct[i]) & (capacity - 1);
            while (numbers[slot] != 0) {
                slot = (slot + 1) & (capacity - 1);
            }
            keys[slot] = distinct[i];
            numbers[slot] = i + 1;
        }
    }

    private static int slot(long value) {
        long product = value * GOLDEN;
        return (int) ((product >>> 32) ^ (product >>> 52));
    }

    private void clear() {
        size = 0;
        if (keys.length > FIRST_CAPACITY) {
            keys = new long[FIRST_CAPACITY];
            numbers = new int[FIRST_CAPACITY];
        } else {
            Arrays.fill(numbers, 0);
        }
    }
}
