package dev.stowage.workload.fit;

import dev.stowage.workload.Spread;
import java.util.Arrays;

/**
 * Collects the values of one quantity over the tasks of a group in bounded memory: exact up to
 * {@value #CELLS} distinct values, then with the nearest ones merged into their mean.
 */
final class SpreadTally {
    private static final int CELLS = 128;

    /** Values that are still named one by one. */
    private static final int NAMED = 8;

    private double[] values = new double[4];
    private long[] counts = new long[4];
    private int size;
    private long total;
    private boolean isMerged;

    /** Adds {@code count} tasks of one value. */
    void add(double value, long count) {
        total += count;
        int at = Arrays.binarySearch(values, 0, size, value);
        if (at >= 0) {
            counts[at] += count;
            return;
        }
        insert(-1 - at, value, count);
        if (size > CELLS) {
            mergeNearest();
        }
    }

    private void insert(int at, double value, long count) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        System.arraycopy(values, at, values, at + 1, size - at);
        System.arraycopy(counts, at, counts, at + 1, size - at);
        values[at] = value;
        counts[at] = count;
        size++;
    }

    /** The pair whose merging moves the least mass the least far. */
    private void mergeNearest() {
        isMerged = true;
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i + 1 < size; i++) {
            double moved =
                    (values[i + 1] - values[i])
                            * counts[i]
                            * counts[i + 1]
                            / (counts[i] + counts[i + 1]);
            if (moved < least) {
                least = moved;
                best = i;
            }
        }
        long count = counts[best] + counts[best + 1];
        values[best] = (values[best] * counts[best] + values[best + 1] * counts[best + 1]) / count;
        counts[best] = count;
        System.arraycopy(values, best + 2, values, best + 1, size - best - 2);
        System.arraycopy(counts, best + 2, counts, best + 1, size - best - 2);
        size--;
    }

    long total() {
        return total;
    }

    Spread spread() {
        if (size == 1) {
            return Spread.constant(values[0]);
        }
        return !isMerged && size <= NAMED
                ? Spread.values(Arrays.copyOf(values, size), Arrays.copyOf(counts, size))
                : Spread.parts(partMeans());
    }

    private double[] partMeans() {
        double[] means = new double[Spread.PARTS];
        double part = (double) total / means.length;
        int cell = 0;
        double left = counts[0];
        for (int i = 0; i < means.length; i++) {
            double wanted = part;
            double sum = 0;
            while (wanted > 1e-9 * part && cell < size) {
                double taken = Math.min(wanted, left);
                sum += taken * values[cell];
                wanted -= taken;
                left -= taken;
                if (left <= 1e-9 * part && ++cell < size) {
                    left += counts[cell];
                }
            }
            double floor = i == 0 ? 0 : means[i - 1]; // rounding must not turn the order around
            means[i] = Math.max(floor, sum / (part - Math.max(0, wanted)));
        }
        return means;
    }
}
