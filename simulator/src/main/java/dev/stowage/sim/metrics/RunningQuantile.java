package dev.stowage.sim.metrics;

import dev.stowage.basis.PlainState;
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
final class RunningQuantile implements PlainState {
    private static final int PRECISION_BITS = 10;
    private static final int EXACT = 2 << PRECISION_BITS;

    private long[] counts = new long[EXACT];
    private long total;

    // of each quantile the bucket where it lay when it was asked last, and how many lie below it
    private int medianBucket;
    private long belowMedian;
    private int p90Bucket;
    private long belowP90;

    /** Counts an amount of at least 0. */
    void add(long amount) {
        int bucket = bucket(amount);
        if (bucket >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(bucket + 1, counts.length * 3 / 2));
        }
        counts[bucket]++;
        total++;
        belowMedian += bucket < medianBucket ? 1 : 0;
        belowP90 += bucket < p90Bucket ? 1 : 0;
    }

    /** 0 if nothing was counted. */
    long median() {
        long rank = rank(50);
        int bucket = moved(medianBucket, belowMedian, rank);
        belowMedian += between(medianBucket, bucket);
        medianBucket = bucket;
        return lowest(bucket);
    }

    /** 0 if nothing was counted. */
    long p90() {
        long rank = rank(90);
        int bucket = moved(p90Bucket, belowP90, rank);
        belowP90 += between(p90Bucket, bucket);
        p90Bucket = bucket;
        return lowest(bucket);
    }

    /** Smallest whole number that is at least that share of all. */
    private long rank(int percent) {
        return total / 100 * percent + (total % 100 * percent + 99) / 100;
    }

    /** The bucket that holds the amount of a rank, looked for from another one on. */
    private int moved(int from, long belowFrom, long rank) {
        int bucket = from;
        long below = belowFrom;
        while (bucket > 0 && below >= rank) {
            below -= counts[--bucket];
        }
        while (below + counts[bucket] < rank) {
            below += counts[bucket++];
        }
        return bucket;
    }

    /** How many amounts lie from one bucket to before another, negative if it is further down. */
    private long between(int from, int to) {
        long sum = 0;
        for (int bucket = Math.min(from, to); bucket < Math.max(from, to); bucket++) {
            sum += counts[bucket];
        }
        return from <= to ? sum : -sum;
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
