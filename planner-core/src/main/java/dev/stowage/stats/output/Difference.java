package dev.stowage.stats.output;

import dev.stowage.basis.Check;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The difference of two means, first minus second, with its two-sided interval and the test whether
 * there is any.
 *
 * @param mean the difference; infinite or NaN if an observation is infinite
 * @param halfWidth half of the width of the interval; null if it can't be told: too few
 *     observations, an infinite one, or differences that are all equal
 * @param pValue probability of a difference at least as large if there were none; null without an
 *     interval
 * @param level confidence level in (0, 1)
 */
public record Difference(
        double mean, @Nullable Double halfWidth, @Nullable Double pValue, double level) {

    /** True if the interval leaves out 0, so that one is larger with the confidence asked for. */
    public boolean isSignificant() {
        return pValue != null && pValue < 1 - level;
    }

    /** The same seen from the second. */
    public Difference reversed() {
        return new Difference(0 - mean, halfWidth, pValue, level);
    }

    /**
     * Of observations in pairs that had the same luck (common random numbers): paired t.
     *
     * <p>Source: A. M. Law, Simulation Modeling and Analysis, 5th ed., section 10.2.1.
     *
     * @throws IllegalArgumentException if there are not as many on both sides, or none
     */
    public static Difference paired(double[] first, double[] second, double level) {
        if (first.length != second.length || first.length == 0) {
            throw new IllegalArgumentException(
                    first.length + " and " + second.length + " observations, expected pairs");
        }
        double[] differences = new double[first.length];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = first[i] - second[i];
            if (!Double.isFinite(differences[i])) {
                return new Difference(differences[i], null, null, level);
            }
        }
        MeanInterval interval = MeanInterval.of(differences, level);
        int freedom = differences.length - 1;
        return of(interval.mean(), standardError(differences, interval.mean()), freedom, level);
    }

    /**
     * Of independent observations, whose variances may differ: Welch's t.
     *
     * <p>Source: B. L. Welch, The generalization of "Student's" problem when several different
     * population variances are involved, Biometrika 34, 1947.
     */
    public static Difference welch(double[] first, double[] second, double level) {
        double firstMean = MeanInterval.of(first, level).mean();
        double secondMean = MeanInterval.of(second, level).mean();
        double mean = firstMean - secondMean;
        if (!Double.isFinite(mean) || first.length < 2 || second.length < 2) {
            return new Difference(mean, null, null, level);
        }
        double a = square(standardError(first, firstMean));
        double b = square(standardError(second, secondMean));
        double freedom =
                square(a + b) / (square(a) / (first.length - 1) + square(b) / (second.length - 1));
        return of(mean, Math.sqrt(a + b), a + b == 0 ? 1 : freedom, level);
    }

    /** True if the differences of pairs are enough for a t interval, however skewed they are. */
    public static boolean isSupported(double[] first, double[] second) {
        double[] differences = new double[first.length];
        Arrays.setAll(differences, i -> first[i] - second[i]);
        return MeanInterval.isSupported(differences);
    }

    private static Difference of(double mean, double error, double freedom, double level) {
        Check.inRange("level", level, Double.MIN_VALUE, Math.nextDown(1.0));
        if (!(freedom > 0) || error == 0) { // a spread of 0 is no certainty
            return new Difference(mean, null, null, level);
        }
        TDistribution t = TDistribution.of(freedom);
        return new Difference(
                mean,
                t.inverseSurvivalProbability((1 - level) / 2) * error,
                2 * t.survivalProbability(Math.abs(mean) / error),
                level);
    }

    private static double standardError(double[] values, double mean) {
        double squares = 0;
        for (double value : values) {
            squares += square(value - mean);
        }
        return Math.sqrt(squares / (values.length - 1.0) / values.length);
    }

    private static double square(double value) {
        return value * value;
    }
}
