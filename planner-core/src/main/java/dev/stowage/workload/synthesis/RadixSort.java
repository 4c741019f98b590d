package dev.stowage.workload.synthesis;

/**
 * Sorts numbers that are not negative by their digits of 11 bits, the least first: as many passes
 * as the largest has digits.
 *
 * <p>Hot: arrivals of all generated jobs; 3 million of 40 bits take a quarter of the time of {@code
 * Arrays.sort}, whose code alone takes as long to compile. Guarded by {@code bench/synth/run}.
 */
final class RadixSort {
    private static final int BITS = 11;
    private static final int DIGITS = 1 << BITS;

    private RadixSort() {}

    /**
     * Sorts ascending.
     *
     * @param keys none negative
     * @param scratch as many, overwritten
     */
    static void sort(long[] keys, long[] scratch) {
        long all = 0;
        for (long key : keys) {
            all |= key;
        }
        if (all < 0 || scratch.length != keys.length) {
            throw new IllegalArgumentException(
                    all < 0 ? "a negative key" : "scratch.length = " + scratch.length);
        }
        long[] from = keys;
        long[] to = scratch;
        for (int shift = 0; shift < Long.SIZE && all >>> shift != 0; shift += BITS) {
            pass(from, to, shift);
            long[] sorted = to;
            to = from;
            from = sorted;
        }
        if (from != keys) {
            System.arraycopy(from, 0, keys, 0, keys.length);
        }
    }

    /** Into the order of one digit, equal ones in their old order. */
    private static void pass(long[] from, long[] to, int shift) {
        int[] next = new int[DIGITS + 1];
        for (long key : from) {
            next[((int) (key >>> shift) & (DIGITS - 1)) + 1]++;
        }
        for (int digit = 1; digit <= DIGITS; digit++) {
            next[digit] += next[digit - 1];
        }
        for (long key : from) {
            to[next[(int) (key >>> shift) & (DIGITS - 1)]++] = key;
        }
    }
}
