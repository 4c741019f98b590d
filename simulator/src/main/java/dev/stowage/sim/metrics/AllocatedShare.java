package dev.stowage.sim.metrics;

import dev.stowage.basis.PlainState;
import dev.stowage.run.RunSummary.Level;
import java.util.Arrays;

/**
 * The allocated share of a capacity that may change, over time: the mean is exact, quantiles lie on
 * a grid of 1e-4 and are rounded up, the peak is the largest share that lasted. While there is no
 * capacity the share is 0.
 */
final class AllocatedShare implements PlainState {
    private static final int BINS = 10_000; // from 0 to 1; more only with overcommit
    private static final int MOST_BINS = 100 * BINS;

    private final TimeWeighted allocated;
    private long[] microsAt = new long[BINS + 1];
    private long sinceMicros;
    private double share;
    private double peak;

    // stretches of time with one capacity
    private long capacity;
    private double integralBefore;
    private double meanBefore;

    /**
     * @param allocated the level of the numerator, told of its changes by the caller before each
     *     call of {@link #set}
     */
    AllocatedShare(TimeWeighted allocated, long startMicros) {
        this.allocated = allocated;
        sinceMicros = startMicros;
    }

    /** From {@code atMicros} on {@code newLevel} of {@code newCapacity} is allocated. */
    void set(long atMicros, long newLevel, long newCapacity) {
        if (newLevel == allocated.level() && newCapacity == capacity) {
            return;
        }
        hold(atMicros);
        if (newCapacity != capacity) {
            closeStretch(atMicros);
            capacity = newCapacity;
        }
        allocated.set(atMicros, newLevel);
        share = capacity == 0 ? 0 : (double) newLevel / capacity;
    }

    private void hold(long toMicros) {
        if (toMicros > sinceMicros) {
            int bin = bin(share);
            if (bin >= microsAt.length) {
                microsAt = Arrays.copyOf(microsAt, bin + BINS);
            }
            microsAt[bin] += toMicros - sinceMicros;
            peak = Math.max(peak, share);
            sinceMicros = toMicros;
        }
    }

    /** The least bin whose share is not below: a share of the grid is not rounded, up or down. */
    private static int bin(double share) {
        int bin = (int) Math.min(MOST_BINS, Math.ceil(share * BINS));
        return bin > 0 && (double) (bin - 1) / BINS >= share ? bin - 1 : bin;
    }

    private void closeStretch(long toMicros) {
        double integral = allocated.integral(toMicros);
        if (capacity > 0) {
            meanBefore += (integral - integralBefore) / capacity;
        }
        integralBefore = integral;
    }

    /** The figures from the start to {@code toMicros}; those of the last instant if that is all. */
    Level level(long startMicros, long toMicros) {
        if (toMicros == startMicros) {
            return new Level(share, share, share, share);
        }
        hold(toMicros);
        closeStretch(toMicros);
        long length = toMicros - startMicros;
        return new Level(meanBefore / length, quantile(0.5, length), quantile(0.95, length), peak);
    }

    private double quantile(double p, long lengthMicros) {
        double wanted = p * lengthMicros;
        long seen = 0;
        for (int bin = 0; bin < microsAt.length; bin++) {
            seen += microsAt[bin];
            if (seen >= wanted) {
                return Math.min((double) bin / BINS, peak);
            }
        }
        return peak;
    }
}
