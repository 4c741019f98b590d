package dev.stowage.similarity;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * How many jobs arrive in each second of a window. At most 4 bytes a second; a window of more than
 * {@value #MOST} s is counted by the minute.
 *
 * <p>Source: Gusella, Characterizing the variability of arrival processes with indexes of
 * dispersion, IEEE JSAC 9(2), 1991.
 */
public final class ArrivalCounts {
    private static final int MOST = 1 << 25;
    private static final long MICROS = 1_000_000;
    private static final int MINUTE = 60;

    private final long fromMicros;
    private final double lengthSeconds;
    private final int baseSeconds;
    private final int[] counts;
    private long jobs;

    /** Counts nothing yet; arrivals outside the window [from, to] are not counted. */
    public ArrivalCounts(long fromMicros, long toMicros) {
        if (toMicros < fromMicros) {
            throw new IllegalArgumentException(
                    "toMicros = " + toMicros + ", expected at least " + fromMicros);
        }
        this.fromMicros = fromMicros;
        this.lengthSeconds = (toMicros - fromMicros) / (double) MICROS;
        this.baseSeconds = lengthSeconds > MOST ? MINUTE : 1;
        this.counts = new int[(int) Math.min(MOST, (long) (lengthSeconds / baseSeconds) + 1)];
    }

    /** Counts the arrival of a job. */
    public void add(long submitMicros) {
        long at = Math.floorDiv(submitMicros - fromMicros, MICROS * baseSeconds);
        if (at >= 0 && at < counts.length) {
            counts[(int) at]++;
            jobs++;
        }
    }

    /** Jobs counted. */
    public long jobs() {
        return jobs;
    }

    /** Start of the window, microseconds since the start of the trace. */
    public long fromMicros() {
        return fromMicros;
    }

    /** Length of the window. */
    public double lengthSeconds() {
        return lengthSeconds;
    }

    /**
     * Whole spans of so many seconds in the window; 0 if it is too long to be counted so finely.
     */
    public int spans(int seconds) {
        return seconds < baseSeconds ? 0 : (int) (lengthSeconds / seconds);
    }

    /** Arrivals in each whole span from number {@code from} on, at most {@code most} of them. */
    public long[] counts(int seconds, int from, int most) {
        long[] sums = new long[Math.max(0, Math.min(most, spans(seconds) - from))];
        int each = seconds / baseSeconds;
        for (int i = 0; i < sums.length; i++) {
            for (int j = (from + i) * each; j < (from + i + 1) * each; j++) {
                sums[i] += counts[j];
            }
        }
        return sums;
    }

    /**
     * The first of {@code width} successive whole spans in which most jobs arrive, the earliest of
     * several; 0 if there are no more spans than that.
     */
    public int busiest(int seconds, int width) {
        long[] n = counts(seconds, 0, Integer.MAX_VALUE);
        long sum = 0;
        long most = 0;
        int first = 0;
        for (int i = 0; i < n.length; i++) {
            sum += n[i] - (i < width ? 0 : n[i - width]);
            if (sum > most && i >= width) {
                first = i - width + 1;
            }
            most = Math.max(most, sum);
        }
        return first;
    }

    /**
     * Variance over mean of the arrivals in spans of so many seconds: 1 for a Poisson process,
     * larger for bursts. Empty with fewer than two whole spans, or without arrivals in them.
     */
    public OptionalDouble dispersion(int seconds) {
        long[] n = counts(seconds, 0, Integer.MAX_VALUE);
        double mean = Arrays.stream(n).average().orElse(0);
        if (n.length < 2 || mean == 0) {
            return OptionalDouble.empty();
        }
        double squares = 0;
        for (long count : n) {
            squares += (count - mean) * (count - mean);
        }
        return OptionalDouble.of(squares / (n.length - 1) / mean);
    }

    /**
     * Correlation of the arrivals in spans with those in later ones, for lags 1 to {@code lags}
     * spans; none if there are fewer than twice as many spans as lags, or all hold as many.
     */
    public double[] autocorrelation(int seconds, int lags) {
        long[] n = counts(seconds, 0, Integer.MAX_VALUE);
        double mean = Arrays.stream(n).average().orElse(0);
        double squares = 0;
        for (long count : n) {
            squares += (count - mean) * (count - mean);
        }
        if (n.length < 2 * lags || squares == 0) {
            return new double[0];
        }
        double[] r = new double[lags];
        for (int lag = 1; lag <= lags; lag++) {
            double products = 0;
            for (int i = lag; i < n.length; i++) {
                products += (n[i] - mean) * (n[i - lag] - mean);
            }
            r[lag - 1] = products / squares;
        }
        return r;
    }
}
