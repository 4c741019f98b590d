package dev.stowage.sim.metrics;

import dev.stowage.basis.PlainState;
import dev.stowage.run.RunSummary.Distribution;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Observations of at least 0, in microseconds, some of which may be infinite: count, exact mean and
 * maximum, and quantiles.
 *
 * <p>The p-quantile is the smallest observation that at least a share p of all observations do not
 * exceed. It is exact as long as at most {@value FirstValues#MOST} observations are above 0; with
 * more it is read from a histogram with a relative error below 1e-3, always to the larger side (a
 * quantile is never understated). Zeros are counted apart.
 *
 * <p>Source of the histogram: HdrHistogram (Tene).
 */
public final class Tally implements PlainState {
    private static final int DIGITS = 3;
    private static final double MICROS_PER_SECOND = 1e6;

    private final Histogram histogram;
    private final FirstValues first = new FirstValues();
    private long zeros;
    private long infinite;
    private long sumHigh; // in units of 2^32 microseconds
    private long sumLow;
    private long max;

    public Tally() {
        histogram = new Histogram(DIGITS);
    }

    Tally copy() {
        Tally copy = new Tally();
        copy.add(this);
        return copy;
    }

    public void add(long micros) {
        if (micros == 0) {
            zeros++;
            return;
        }
        histogram.recordValue(micros);
        first.add(micros);
        sumHigh += micros >>> 32;
        sumLow += micros & 0xffffffffL;
        max = Math.max(max, micros);
    }

    /** Adds all observations of another one. */
    void add(Tally other) {
        histogram.add(other.histogram);
        first.add(other.first);
        zeros += other.zeros;
        infinite += other.infinite;
        sumHigh += other.sumHigh;
        sumLow += other.sumLow;
        max = Math.max(max, other.max);
    }

    void addInfinite() {
        infinite++;
    }

    long count() {
        return zeros + histogram.getTotalCount() + infinite;
    }

    /** In seconds. */
    public Distribution distribution() {
        if (count() == 0) {
            return Distribution.EMPTY;
        }
        double[] quantiles = quantiles(0.5, 0.9, 0.95, 0.99);
        return new Distribution(
                count(),
                mean(),
                quantiles[0],
                quantiles[1],
                quantiles[2],
                quantiles[3],
                infinite > 0 ? Double.POSITIVE_INFINITY : max / MICROS_PER_SECOND);
    }

    private double mean() {
        if (infinite > 0) {
            return Double.POSITIVE_INFINITY;
        }
        return (sumHigh * 0x1p32 + sumLow) / count() / MICROS_PER_SECOND;
    }

    /** In one pass over the histogram, which takes most of the time of a short run's summary. */
    private double[] quantiles(double... ascending) {
        double[] quantiles = new double[ascending.length];
        int next = 0;
        while (next < quantiles.length && rank(ascending[next]) <= zeros) {
            next++; // and stays 0
        }
        Arrays.fill(quantiles, next, quantiles.length, Double.POSITIVE_INFINITY);
        long seen = zeros;
        for (HistogramIterationValue value : histogram.recordedValues()) {
            long before = seen;
            seen += value.getCountAddedInThisIterationStep();
            while (next < quantiles.length && seen >= rank(ascending[next])) {
                quantiles[next] = at(value.getValueIteratedTo(), rank(ascending[next]) - before);
                next++;
            }
            if (next == quantiles.length) {
                break;
            }
        }
        return quantiles;
    }

    private long rank(double p) {
        return Math.max(1, (long) Math.ceil(p * count()));
    }

    /** The observation of a rank among those of one bucket of the histogram, in seconds. */
    private double at(long most, long rank) {
        long least = histogram.lowestEquivalentValue(most);
        return (first.isComplete() ? first.between(least, most, rank) : Math.min(most, max))
                / MICROS_PER_SECOND;
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        PlainState.super.writeState(out);
        Histograms.write(histogram, out);
        first.writeState(out);
    }

    @Override
    public void readState(DataInput in) throws IOException {
        PlainState.super.readState(in);
        Histograms.read(histogram, in);
        first.readState(in);
    }
}
