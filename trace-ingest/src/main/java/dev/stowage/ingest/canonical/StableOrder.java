package dev.stowage.ingest.canonical;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** Sorting of row numbers by a primitive key. */
public final class StableOrder {
    private StableOrder() {}

    /**
     * The numbers 0 to {@code count - 1} in ascending order of {@code keys}, equal keys in their
     * old order. O(n) if the keys are sorted already, O(n log n) otherwise.
     */
    public static int[] of(long[] keys, int count) {
        int[] order = new int[count];
        boolean isSorted = true;
        for (int i = 0; i < count; i++) {
            order[i] = i;
            isSorted &= i == 0 || keys[i - 1] <= keys[i];
        }
        if (!isSorted) {
            sort(Arrays.copyOf(order, count), order, 0, count, keys);
        }
        return order;
    }

    /**
     * The numbers 0 to {@code count - 1} in ascending order of the first key, those of equal ones
     * in that of the second one, and so on.
     */
    public static int[] of(int count, IntToLongFunction... keys) {
        int[] order = of(new long[count], count);
        for (int k = keys.length - 1; k >= 0; k--) {
            long[] sorted = new long[count];
            for (int i = 0; i < count; i++) {
                sorted[i] = keys[k].applyAsLong(order[i]);
            }
            int[] next = of(sorted, count);
            for (int i = 0; i < count; i++) {
                next[i] = order[next[i]];
            }
            order = next;
        }
        return order;
    }

    /** Merge sort of {@code [from, to)}; {@code source} and {@code target} hold the same there. */
    private static void sort(int[] source, int[] target, int from, int to, long[] keys) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(target, source, from, middle, keys);
        sort(target, source, middle, to, keys);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeLeft =
                    right >= to || (left < middle && keys[source[left]] <= keys[source[right]]);
            target[i] = takeLeft ? source[left++] : source[right++];
        }
    }
}
