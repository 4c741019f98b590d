package dev.stowage.sim.metrics;

import java.util.Arrays;

/**
 * The median and the 90th percentile of all amounts seen so far, at any time: the lower edge of the
 * bucket that holds the smallest amount which at least that share of all don't exceed.
 *
 * <p>Buckets are one wide below 2048 and a thousandth of their power of two above, so that an
 * amount is known with a relative error below 1e-3, and an edge is never above it. Hot: an amount
 * costs one increment and a comparison a quantile; asking moves a cursor as far as the quantile has
 * moved since it was asked last.
 */
final class RunningQuantile {
    private static final int PRECISION_BITS = 10;
    private static final int EXACT = 2 << PRECISION_BITS;

    private long[] counts = new long[EXACT];
    private long total;
    private final Cursor median = new Cursor(50);
    private final Cursor p90 = new Cursor(90);

    /** The place of one quantile: {@code below} amounts lie in buckets before {@code bucket}. */
    private static final class Cursor {
        final int percent;
        int bucket;
        long below;

        Cursor(int percent) {
            this.percent = percent;
        }
    }

    /** Counts an amount of at least 0. */
    void add(long amount) {
        int bucket = bucket(amount);
        if (bucket >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(bucket + 1, counts.length * 3 / 2));
        }
        counts[bucket]++;
        total++;
        if (bucket < median.bucket) {
            median.below++;
        }
        if (bucket < p90.bucket) {
            p90.below++;
        }
    }

    long median() {
        return quantile(median);
    }

    long p90() {
        return quantile(p90);
    }

    /** 0 if nothing was counted. */
    private long quantile(Cursor cursor) {
        if (total == 0) {
            return 0;
        }
        long rank =
                Math.max(
                        1,
                        (total / 100) * cursor.percent
                                + ((total % 100) * cursor.percent + 99) / 100);
        while (cursor.below >= rank) {
            cursor.below -= counts[--cursor.bucket];
        }
        while (cursor.below + counts[cursor.bucket] < rank) {
            cursor.below += counts[cursor.bucket++];
        }
        return lowest(cursor.bucket);
    }

    private static int bucket(long amount) {
        if (amount < EXACT) {
            return (int) amount;
        }
        int shift = 63 - PRECISION_BITS - Long.numberOfLeadingZeros(amount);
        return (shift << PRECISION_BITS) + (int) (amount >> shift);
    }

    /** The least amount of a bucket. */
    private static long lowest(int bucket) {
        if (bucket < EXACT) {
            return bucket;
        }
        int shift = (bucket >> PRECISION_BITS) - 1;
        return (long) (bucket - (shift << PRECISION_BITS)) << shift;
    }
}
