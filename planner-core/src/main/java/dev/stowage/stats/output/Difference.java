package dev.stowage.stats.output;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The difference of observations in pairs that had the same luck (common random numbers), first
 * minus second: its median with an interval, and the sign test whether one is larger more often
 * than the other. Nothing is assumed of how the differences are distributed.
 *
 * <p>Source: W. J. Dixon, A. M. Mood, The statistical sign test, Journal of the American
 * Statistical Association 41, 1946; pairs that are equal are left out of the test. For the interval
 * see {@link MedianInterval}.
 *
 * @param differences mean and median of the differences, with the interval of the median
 * @param more pairs in which the first is larger
 * @param less pairs in which the second is larger
 * @param pValue probability of shares at least as unequal if both were larger equally often; null
 *     if all pairs are equal
 * @param level confidence level in (0, 1)
 */
public record Difference(
        MedianInterval differences, int more, int less, @Nullable Double pValue, double level) {

    /** The difference of the means. */
    public double mean() {
        return differences.mean();
    }

    /**
     * True if with the confidence asked for the side with the larger mean is larger in more than
     * half of the pairs that differ.
     */
    public boolean isSignificant() {
        return pValue != null
                && pValue < 1 - level
                && Integer.signum(more - less) == (int) Math.signum(mean());
    }

    /**
     * Of pairs. Two infinite observations are equal.
     *
     * @throws IllegalArgumentException if there are not as many on both sides, or none
     */
    public static Difference paired(double[] first, double[] second, double level) {
        if (first.length != second.length || first.length == 0) {
            throw new IllegalArgumentException(
                    first.length + " and " + second.length + " observations, expected pairs");
        }
        double[] differences = new double[first.length];
        Arrays.setAll(differences, i -> first[i] == second[i] ? 0 : first[i] - second[i]);
        int more = (int) Arrays.stream(differences).filter(each -> each > 0).count();
        int less = (int) Arrays.stream(differences).filter(each -> each < 0).count();
        return new Difference(
                MedianInterval.of(differences, level), more, less, pValue(more, less), level);
    }

    private static @Nullable Double pValue(int more, int less) {
        if (more + less == 0) {
            return null;
        }
        double tail =
                BinomialDistribution.of(more + less, 0.5)
                        .cumulativeProbability(Math.min(more, less));
        return Math.min(1, 2 * tail);
    }
}
