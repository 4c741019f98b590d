package dev.stowage.rightsizing.evidence;

import dev.stowage.basis.Check;
import java.util.Arrays;

/**
 * Amounts with the time for which each was used, in bounded memory: exact up to {@value #CAPACITY}
 * different amounts. Beyond, amounts are rounded up to ever fewer significant bits, at last to
 * {@value #LEAST_BITS}: a quantile is then at most 0.1 % too large and never too small. The largest
 * is always exact.
 *
 * <p>What is kept does not depend on the order in which amounts are added. At most 1,024 entries an
 * octave of amounts.
 *
 * <p>Hot: two of these see each measurement of a trace; hence the sorted parallel arrays and the
 * buffer of packed longs, which need no comparator. {@code UseSketchBenchmark} measures it.
 */
public final class UseSketch {
    static final int CAPACITY = 2048;
    static final int LEAST_BITS = 11;

    private static final int FIRST_BITS = 20; // of the first rounding
    private static final int EXACT = 63;
    private static final int SLOT_BITS = 10; // of the number of a slot of the buffer
    private static final int MOST_PENDING = 1 << SLOT_BITS;

    private long[] values = {}; // ascending, all different
    private long[] weights = {};
    private int size;
    private int bits = EXACT;
    private long total;
    private long largest;

    private long[] pending = new long[4]; // amount and slot
    private long[] pendingWeights = new long[4];
    private int pendingSize;

    /**
     * Adds an amount.
     *
     * @param value from 0 to 2^53 - 1
     * @param weight time, at least 1
     */
    public void add(long value, long weight) {
        if (value < 0 || value > UseRow.MOST) {
            throw new IllegalArgumentException(
                    "value = " + value + ", expected 0 to " + UseRow.MOST);
        }
        Check.positive("weight", weight);
        if (pendingSize == pending.length) {
            if (pendingSize < MOST_PENDING) {
                pending = Arrays.copyOf(pending, 2 * pendingSize);
                pendingWeights = Arrays.copyOf(pendingWeights, 2 * pendingSize);
            } else {
                settle();
            }
        }
        total = Math.addExact(total, weight);
        largest = Math.max(largest, value);
        pending[pendingSize] = value << SLOT_BITS | pendingSize;
        pendingWeights[pendingSize++] = weight;
    }

    /** Both together; neither changes in what it says. */
    public static UseSketch of(UseSketch one, UseSketch other) {
        UseSketch sum = new UseSketch();
        for (UseSketch part : new UseSketch[] {one, other}) {
            part.settle();
            sum.bits = Math.min(sum.bits, part.bits);
        }
        sum.merge(one.values, one.weights, one.size);
        sum.merge(other.values, other.weights, other.size);
        sum.coarsen();
        sum.total = Math.addExact(one.total, other.total);
        sum.largest = Math.max(one.largest, other.largest);
        return sum;
    }

    /** Sum of all weights. */
    public long total() {
        return total;
    }

    /** The largest amount; 0 if there is none. */
    public long max() {
        return largest;
    }

    /** True if no amount was rounded. */
    public boolean isExact() {
        settle();
        return bits == EXACT;
    }

    /** The quantile; there must be an amount. O(entries). */
    public long quantile(UseQuantile quantile) {
        settle();
        if (size == 0) {
            throw new IllegalStateException("a quantile of nothing");
        }
        long threshold = quantile.threshold(total);
        long sum = 0;
        int i = -1;
        while (sum < threshold) {
            sum += weights[++i];
        }
        return Math.min(values[i], largest); // what was rounded up may be above it
    }

    /** Weight of the amounts above {@code limit}; at most too large, by rounding. O(entries). */
    public long above(long limit) {
        settle();
        if (limit >= largest) {
            return 0;
        }
        long sum = 0;
        for (int i = size - 1; i >= 0 && values[i] > limit; i--) {
            sum += weights[i];
        }
        return sum;
    }

    private void settle() {
        if (pendingSize == 0) {
            return;
        }
        Arrays.sort(pending, 0, pendingSize);
        long[] sorted = new long[pendingSize];
        long[] sortedWeights = new long[pendingSize];
        for (int i = 0; i < pendingSize; i++) {
            sorted[i] = pending[i] >>> SLOT_BITS;
            sortedWeights[i] = pendingWeights[(int) (pending[i] & (MOST_PENDING - 1))];
        }
        merge(sorted, sortedWeights, pendingSize);
        pendingSize = 0;
        coarsen();
    }

    /** Merges ascending amounts into those that are there, rounded as these are. */
    private void merge(long[] more, long[] moreWeights, int count) {
        long[] merged = new long[size + count];
        long[] mergedWeights = new long[size + count];
        int from = 0;
        int at = 0;
        int to = 0;
        while (from < size || at < count) {
            boolean isOwn = from < size && (at == count || values[from] <= rounded(more[at]));
            long value = isOwn ? values[from] : rounded(more[at]);
            long weight = isOwn ? weights[from++] : moreWeights[at++];
            if (to == 0 || merged[to - 1] != value) {
                merged[to++] = value;
            }
            mergedWeights[to - 1] += weight;
        }
        values = merged;
        weights = mergedWeights;
        size = to;
    }

    private void coarsen() {
        while (size > CAPACITY && bits > LEAST_BITS) {
            bits = Math.min(bits - 1, FIRST_BITS);
            long[] old = values;
            long[] oldWeights = weights;
            int count = size;
            size = 0;
            merge(old, oldWeights, count);
        }
        values = Arrays.copyOf(values, size);
        weights = Arrays.copyOf(weights, size);
    }

    /** Rounded up to {@link #bits} significant bits. */
    private long rounded(long value) {
        int drop = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(value) - bits);
        long mask = (1L << drop) - 1;
        return (value + mask) & ~mask;
    }
}
