package dev.stowage.policy.autoscale.knative;

import dev.stowage.basis.Check;
import java.util.Arrays;

/**
 * The average of a metric over the last seconds, from one bucket for each second. An average over a
 * window that is not full counts the seconds since the first value only; a window without any value
 * for its whole length is empty and begins anew. Values of one second add up.
 *
 * <p>Source: {@code pkg/autoscaler/aggregation/bucketing.go}. The running total and its rounding to
 * six digits are kept as there, so that decisions at the edge of a ceiling are the same.
 */
public final class MetricWindow {
    private static final long NEVER = Long.MIN_VALUE / 4;
    private static final double LEAST_WEIGHT = 0.2;
    private static final double WEIGHT_PRECISION = 0.9999;

    private final double[] buckets;
    private final double weight; // of the newest bucket; 0: all weigh the same
    private long firstWrite = NEVER;
    private long lastWrite = NEVER;
    private double total;

    /** An empty window of whole {@code seconds}. */
    public MetricWindow(int seconds, boolean isWeighted) {
        buckets = new double[Check.positive("seconds", seconds)];
        double inferred = 1 - Math.pow(1 - WEIGHT_PRECISION, 1.0 / seconds);
        weight = isWeighted ? Math.max(inferred, LEAST_WEIGHT) : 0;
    }

    /** Adds a value to the bucket of a second; one that is older than the window is ignored. */
    public void record(long second, double value) {
        if (second != lastWrite) {
            if (second + buckets.length <= lastWrite) {
                return;
            }
            if (firstWrite == NEVER || firstWrite > second) {
                firstWrite = second;
            }
            if (second > lastWrite) {
                advance(second);
            }
        }
        buckets[index(second)] += value;
        total += value;
    }

    private void advance(long second) {
        if (second - lastWrite >= buckets.length) {
            firstWrite = second;
            Arrays.fill(buckets, 0);
            total = 0;
        } else {
            for (long gone = lastWrite + 1; gone <= second; gone++) {
                total -= buckets[index(gone)];
                buckets[index(gone)] = 0;
            }
        }
        lastWrite = second;
    }

    /** True if nothing was recorded for longer than the window. */
    public boolean isEmpty(long second) {
        return second - lastWrite > buckets.length;
    }

    /** The average at a second; 0 if the window is empty. */
    public double average(long second) {
        return weight > 0 ? weighted(second) : plain(second);
    }

    private double plain(long second) {
        long silence = second - lastWrite;
        if (silence >= buckets.length) {
            return 0;
        }
        double sum = total;
        for (long gone = lastWrite + 1; gone <= second; gone++) {
            sum -= buckets[index(gone)];
        }
        long silent = Math.max(0, silence);
        return rounded(sum / Math.min(lastWrite - firstWrite + 1, buckets.length - silent));
    }

    private double weighted(long second) {
        if (isEmpty(second)) {
            return 0;
        }
        long silence = Math.max(0, second - lastWrite);
        double multiplier = silence == 0 ? weight : weight * Math.pow(1 - weight, (double) silence);
        double sum = 0;
        for (int age = 0; age < buckets.length - silence; age++) {
            sum += buckets[index(lastWrite - age)] * multiplier;
            multiplier *= 1 - weight;
        }
        return sum;
    }

    private int index(long second) {
        return (int) Math.floorMod(second, (long) buckets.length);
    }

    /** To six digits, halves away from zero. */
    private static double rounded(double value) {
        return Math.copySign(Math.floor(Math.abs(value * 1e6) + 0.5), value) / 1e6;
    }
}
