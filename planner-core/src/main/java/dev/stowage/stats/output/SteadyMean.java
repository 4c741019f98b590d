package dev.stowage.stats.output;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The mean of a stationary process from one run, with its interval by batch means.
 *
 * <p>Fine batches (100 or more) are made longer until the correlation of neighbours is at most
 * {@value #MOST_CORRELATED}; ten neighbours each then make the 10 to 20 batches of the interval.
 * What correlation is left widens it as in an autoregressive process of order 1, and the skewness
 * of the batches shifts it (waiting times are skewed: a symmetric interval misses above twice as
 * often as it should). If the run ends before batches are long enough, there is no interval.
 *
 * <p>Source: A. M. Law, J. S. Carson, Operations Research 27(5), 1979 (400 batches of correlation
 * below 0.4 are judged by their 40 means); B. Schmeiser, Batch size effects in the analysis of
 * simulation output, Operations Research 30(3), 1982 (10 to 30 batches are enough); A. Tafazzoli,
 * N. M. Steiger, J. R. Wilson, N-Skart: a nonsequential skewness- and autoregression-adjusted
 * batch-means procedure, IEEE Transactions on Automatic Control 56(2), 2011 (both corrections); R.
 * Willink, A confidence interval and test for the mean of an asymmetric distribution,
 * Communications in Statistics 34(4), 2005.
 *
 * @param mean mean of the observations that were kept; of all if the run is too short; 0 without
 *     any
 * @param interval limits of the two-sided interval; null if the run is too short to say
 * @param level confidence level of the interval
 * @param batches batches that the interval rests on; 0 if there is none
 * @param lag1 correlation of neighbouring batches, in [-1, 1]; 0 if there are none
 * @param kept observations that the mean rests on
 * @param dropped observations left out at the start
 * @param warmUpEndMicros time of the last of them; null if there are none
 * @param shortfall why there is no interval; null if there is one
 */
public record SteadyMean(
        double mean,
        @Nullable Interval interval,
        double level,
        int batches,
        double lag1,
        long kept,
        long dropped,
        @Nullable Long warmUpEndMicros,
        @Nullable Shortfall shortfall) {

    /** Limits, both included; not symmetric around the mean. */
    public record Interval(double lower, double upper) {
        /** True if {@code value} lies within. */
        public boolean contains(double value) {
            return value >= lower && value <= upper;
        }

        /** Half of the width. */
        public double halfWidth() {
            return (upper - lower) / 2;
        }
    }

    static final double MOST_CORRELATED = 0.4;

    private static final int FINE_PER_BATCH = 10;
    private static final int FEWEST_BATCHES = 10;
    private static final int MOST_BATCHES = 20;

    /** What a run lacks. */
    public enum Shortfall {
        /** Fewer observations than the method needs. */
        TOO_FEW("too few observations: at least 1,000 are needed"),
        /** The rule of {@link Mser5} would drop half of the run or more. */
        WARMING_UP("the run is too short: it is still warming up at its half"),
        /** Batches long enough to be independent would be too few. */
        CORRELATED("the run is too short: what follows depends too much on what went before");

        private final String text;

        Shortfall(String text) {
            this.text = text;
        }

        /** In words. */
        public String text() {
            return text;
        }
    }

    static SteadyMean of(double[] means, long size, long[] endMicros, double level) {
        int n = means.length;
        if (n < 2 * FINE_PER_BATCH * FEWEST_BATCHES) {
            return tooShort(means, size, level, Shortfall.TOO_FEW);
        }
        int truncated = Mser5.truncation(means, n);
        if (truncated == n / 2) {
            return tooShort(means, size, level, Shortfall.WARMING_UP);
        }
        double[] fine = Arrays.copyOfRange(means, truncated, n);
        Optional<double[]> batches = independentBatches(fine);
        if (batches.isEmpty()) {
            return tooShort(means, size, level, Shortfall.CORRELATED);
        }
        double[] kept = batches.get();
        int dropped = n - fine.length / kept.length * kept.length;
        return new SteadyMean(
                MeanInterval.of(kept, level).mean(),
                interval(kept, level),
                level,
                kept.length,
                Autocorrelation.lag1(kept),
                (n - dropped) * size,
                dropped * size,
                dropped == 0 ? null : endMicros[dropped - 1],
                null);
    }

    private static SteadyMean tooShort(
            double[] means, long size, double level, Shortfall shortfall) {
        double mean = Arrays.stream(means).average().orElse(0);
        return new SteadyMean(mean, null, level, 0, 0, means.length * size, 0, null, shortfall);
    }

    /** The batches of the interval, all of equal length and up to the end of the run. */
    private static Optional<double[]> independentBatches(double[] fine) {
        for (int length = 1; fine.length / length >= FINE_PER_BATCH * FEWEST_BATCHES; length *= 2) {
            if (Autocorrelation.lag1(merged(fine, length)) <= MOST_CORRELATED) {
                int atLeast = (fine.length + MOST_BATCHES - 1) / MOST_BATCHES;
                return Optional.of(merged(fine, Math.max(length * FINE_PER_BATCH, atLeast)));
            }
        }
        return Optional.empty();
    }

    /** Means of {@code length} neighbours each; what is left over is left out at the start. */
    private static double[] merged(double[] values, int length) {
        double[] means = new double[values.length / length];
        int from = values.length - means.length * length;
        for (int i = 0; i < means.length; i++) {
            double sum = 0;
            for (int j = 0; j < length; j++) {
                sum += values[from + i * length + j];
            }
            means[i] = sum / length;
        }
        return means;
    }

    private static Interval interval(double[] batches, double level) {
        int k = batches.length;
        double mean = MeanInterval.of(batches, level).mean();
        double squares = 0;
        double cubes = 0;
        for (double batch : batches) {
            double off = batch - mean;
            squares += off * off;
            cubes += off * off * off;
        }
        double variance = squares / (k - 1.0);
        if (variance == 0) {
            return new Interval(mean, mean);
        }
        double skewness = cubes * k / ((k - 1.0) * (k - 2.0)) / Math.pow(variance, 1.5);
        double asymmetry = skewness / (6 * Math.sqrt(k));
        double error = Math.sqrt(variance / k * Autocorrelation.inflation(batches));
        double t = TDistribution.of(k - 1.0).inverseSurvivalProbability((1 - level) / 2);
        return new Interval(
                mean - adjusted(t, asymmetry) * error, mean - adjusted(-t, asymmetry) * error);
    }

    /** Willink's transformation of a quantile. */
    private static double adjusted(double t, double asymmetry) {
        return Math.abs(asymmetry) < 1e-6
                ? t
                : (Math.cbrt(1 + 6 * asymmetry * (t - asymmetry)) - 1) / (2 * asymmetry);
    }
}
