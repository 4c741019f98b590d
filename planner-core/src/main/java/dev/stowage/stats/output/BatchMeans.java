package dev.stowage.stats.output;

import dev.stowage.basis.Check;
import dev.stowage.basis.PlainState;
import java.util.Arrays;

/**
 * The observations of one long run in order of time, as sums over consecutive batches in bounded
 * memory: batches of five at first; when there are too many, neighbours are merged and the size
 * doubles. Closes into the steady-state mean.
 *
 * <p>Hot: one addition, one increment and one comparison per observation. Guarded by the
 * simulator's {@code ReplayBenchmark}.
 *
 * <p>Source of the doubling: A. M. Law, J. S. Carson, A sequential procedure for determining the
 * length of a steady-state simulation, Operations Research 27(5), 1979.
 */
public final class BatchMeans implements PlainState {
    /** Batches are merged when there are so many; at least half as many are there after that. */
    static final int MOST_BATCHES = 1024;

    private final double[] sums = new double[MOST_BATCHES];
    private final long[] endMicros = new long[MOST_BATCHES];
    private int full;
    private long size = Mser5.BATCH;
    private double sum;
    private long inBatch;

    /** The next observation, made at {@code atMicros}. */
    public void add(double value, long atMicros) {
        sum += value;
        if (++inBatch == size) {
            closeBatch(atMicros);
        }
    }

    private void closeBatch(long atMicros) {
        sums[full] = sum;
        endMicros[full] = atMicros;
        sum = 0;
        inBatch = 0;
        if (++full == MOST_BATCHES) {
            merge();
        }
    }

    private void merge() {
        full /= 2;
        for (int i = 0; i < full; i++) {
            sums[i] = sums[2 * i] + sums[2 * i + 1];
            endMicros[i] = endMicros[2 * i + 1];
        }
        size *= 2;
    }

    /** Number of observations so far. */
    public long count() {
        return full * size + inBatch;
    }

    /**
     * The mean in the steady state: the warm-up removed by {@link Mser5}, the observations of the
     * last, unfinished batch left out; of all observations where the warm-up can't be told. Values
     * are multiplied by {@code unit}.
     *
     * @param unit of the values given, in that of the result (1e-6 for microseconds to seconds)
     */
    public SteadyMean steadyMean(double unit) {
        Check.positive("unit", unit);
        double[] means = new double[full];
        Arrays.setAll(means, i -> sums[i] / size * unit);
        double total = sum;
        for (int i = 0; i < full; i++) {
            total += sums[i];
        }
        double ofAll = count() == 0 ? Double.NaN : total / count() * unit;
        return SteadyMean.of(means, size, Arrays.copyOf(endMicros, full), ofAll, count());
    }
}
