package dev.stowage.packing.bound;

import java.util.Arrays;

/**
 * How many bins one-dimensional items need at least.
 *
 * <p>Source: S. Martello and P. Toth, Lower bounds and reduction procedures for the bin packing
 * problem, Discrete Applied Mathematics 28(1), 1990, bound L2.
 */
public final class PackingBound {
    private PackingBound() {}

    /**
     * The bound L2, at least the rounded-up sum of the items over the capacity (L1). O(n log n).
     *
     * @param items sizes from 0 to {@code capacity}; left as they are
     */
    public static int l2(long[] items, long capacity) {
        long[] sorted = items.clone();
        Arrays.sort(sorted);
        long[] sums = new long[sorted.length + 1];
        for (int i = 0; i < sorted.length; i++) {
            sums[i + 1] = sums[i] + sorted[i];
        }
        int half = firstAbove(sorted, capacity / 2); // 2 x > capacity if x > floor(capacity / 2)
        long best = withThreshold(sorted, sums, capacity, 0, half);
        for (int i = 0; i < half; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                best = Math.max(best, withThreshold(sorted, sums, capacity, i, half));
            }
        }
        return Math.toIntExact(best);
    }

    /**
     * Ignores the items below {@code sorted[from]}, which makes room beside none larger than the
     * rest.
     */
    private static long withThreshold(
            long[] sorted, long[] sums, long capacity, int from, int half) {
        long threshold = from < half ? sorted[from] : 0;
        int alone = Math.max(half, firstAbove(sorted, capacity - threshold));
        long large = (long) sorted.length - half;
        long room = (long) (alone - half) * capacity - (sums[alone] - sums[half]);
        long small = sums[half] - sums[from];
        return large + Math.max(0, -Math.floorDiv(room - small, capacity));
    }

    private static int firstAbove(long[] sorted, long value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] > value) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
