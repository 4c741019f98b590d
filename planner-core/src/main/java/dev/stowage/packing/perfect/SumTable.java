package dev.stowage.packing.perfect;

import java.util.Arrays;

/** Sets of one to three units by their sum; several of a sum follow each other. Open addressing. */
final class SumTable {
    private static final long SPREAD = 0xD6E8FEB86659FD93L;
    private final long[] sums;
    private final int[] sets;
    private final int mask;
    private final int shift;

    /** For at most so many sets. */
    SumTable(int most) {
        int size = Integer.highestOneBit(Math.max(8, most)) * 4;
        this.sums = new long[size];
        this.sets = new int[size];
        this.mask = size - 1;
        this.shift = 64 - Integer.numberOfTrailingZeros(size);
        clear();
    }

    void clear() {
        Arrays.fill(sets, -1);
    }

    void put(long sum, int set) {
        int at = home(sum);
        while (sets[at] >= 0) {
            at = (at + 1) & mask;
        }
        sums[at] = sum;
        sets[at] = set;
    }

    /** Where the first set of a sum is, or -1. */
    int first(long sum) {
        return from(home(sum), sum);
    }

    /** Where the next set of the same sum is, or -1. */
    int next(int at) {
        return from((at + 1) & mask, sums[at]);
    }

    int set(int at) {
        return sets[at];
    }

    private int from(int start, long sum) {
        int at = start;
        while (sets[at] >= 0) {
            if (sums[at] == sum) {
                return at;
            }
            at = (at + 1) & mask;
        }
        return -1;
    }

    private int home(long sum) {
        return (int) ((sum * SPREAD) >>> shift);
    }
}
