package dev.stowage.sim.serverless;

import java.util.Arrays;

/**
 * How often each latency occurred, in steps of a microsecond for small ones and of a share of the
 * value beyond. Least, most and mean are exact. Counts beyond 2^40 us are in the last bucket.
 */
final class LatencyHistogram {
    /** Steps of a thousandth of the value: 120 KiB. */
    static final int FINE_BITS = 10;

    /** Steps of a sixtieth of the value, for many histograms: 9 KiB. */
    static final int COARSE_BITS = 6;

    private static final long MOST_MICROS = (1L << 40) - 1;

    private final int bits;
    private final int[] counts;
    private int low;
    private int high = -1;
    private long count;
    private double sumNanos;
    private long leastNanos = Long.MAX_VALUE;
    private long mostNanos;

    LatencyHistogram(int bits) {
        this.bits = bits;
        counts = new int[index(MOST_MICROS) + 1];
        low = counts.length;
    }

    void add(long nanos) {
        int index = index(Math.min(MOST_MICROS, nanos / 1_000));
        counts[index]++;
        low = Math.min(low, index);
        high = Math.max(high, index);
        count++;
        sumNanos += nanos;
        leastNanos = Math.min(leastNanos, nanos);
        mostNanos = Math.max(mostNanos, nanos);
    }

    /** Makes it empty. */
    void clear() {
        if (high >= 0) {
            Arrays.fill(counts, low, high + 1, 0);
        }
        low = counts.length;
        high = -1;
        count = 0;
        sumNanos = 0;
        leastNanos = Long.MAX_VALUE;
        mostNanos = 0;
    }

    /** What it says, in milliseconds; all NaN if it is empty. */
    Latencies latencies() {
        return count == 0
                ? Latencies.NONE
                : new Latencies(
                        leastNanos / 1e6,
                        sumNanos / count / 1e6,
                        quantile(0.5),
                        quantile(0.9),
                        quantile(0.99),
                        quantile(0.999),
                        mostNanos / 1e6);
    }

    private double quantile(double share) {
        long rank = (long) Math.ceil(share * count);
        long seen = 0;
        for (int index = low; index <= high; index++) {
            seen += counts[index];
            if (seen >= rank) {
                double millis = highestMicros(index) / 1e3;
                return Math.min(mostNanos / 1e6, Math.max(leastNanos / 1e6, millis));
            }
        }
        return mostNanos / 1e6;
    }

    private int index(long micros) {
        int shift = Math.max(0, 63 - Long.numberOfLeadingZeros(micros | 1) - bits);
        return (shift << bits) + (int) (micros >>> shift);
    }

    private long highestMicros(int index) {
        int shift = Math.max(0, (index >> bits) - 1);
        long mantissa = index - ((long) shift << bits);
        return ((mantissa + 1) << shift) - 1;
    }
}
