package dev.stowage.ingest.parquet;

import java.util.Arrays;

/**
 * The distinct texts of a column of a row group, numbered in order of first appearance: their bytes
 * one behind the other, and an open-addressing table of the numbers.
 */
final class DistinctTexts {
    private static final int FIRST_CAPACITY = 1 << 6;
    private static final int FIRST_BYTES = 1 << 10;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int[] ends = new int[FIRST_CAPACITY]; // by number
    private int[] hashes = new int[FIRST_CAPACITY];
    private int[] slots = new int[2 * FIRST_CAPACITY]; // number + 1; 0 = free
    private int size;

    /** How many there are. */
    int size() {
        return size;
    }

    /** All texts, one behind the other; not a copy. */
    byte[] bytes() {
        return bytes;
    }

    /** Bytes of all of them. */
    int length() {
        return start(size);
    }

    int start(int number) {
        return number == 0 ? 0 : ends[number - 1];
    }

    int length(int number) {
        return ends[number] - start(number);
    }

    void clear() {
        size = 0;
        Arrays.fill(slots, 0);
    }

    /** The number of a text, a new one (the last) if there was none. */
    int number(byte[] utf8) {
        int hash = hash(utf8);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (hashes[number] == hash && isEqual(number, utf8)) {
                return number;
            }
            slot = (slot + 1) & mask;
        }
        append(utf8, hash);
        slots[slot] = size;
        if (2 * size >= slots.length) {
            rehash();
        }
        return size - 1;
    }

    private boolean isEqual(int number, byte[] utf8) {
        return Arrays.equals(bytes, start(number), ends[number], utf8, 0, utf8.length);
    }

    private void append(byte[] utf8, int hash) {
        int start = length();
        int end = Math.addExact(start, utf8.length);
        if (end > bytes.length) {
            bytes =
                    Arrays.copyOf(
                            bytes,
                            (int)
                                    Math.min(
                                            Integer.MAX_VALUE - 8,
                                            Math.max(end, 2L * bytes.length)));
        }
        System.arraycopy(utf8, 0, bytes, start, utf8.length);
        if (size == ends.length) {
            ends = Arrays.copyOf(ends, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        ends[size] = end;
        hashes[size++] = hash;
    }

    private void rehash() {
        slots = new int[2 * slots.length];
        int mask = slots.length - 1;
        for (int number = 0; number < size; number++) {
            int slot = hashes[number] & mask;
            while (slots[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number + 1;
        }
    }

    private static int hash(byte[] utf8) {
        int hash = Arrays.hashCode(utf8) * 0x9e3779b9;
        return hash ^ (hash >>> 15);
    }
}
