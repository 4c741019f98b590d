package dev.stowage.stats.output;

import dev.stowage.basis.Check;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The median of independent observations with its two-sided interval between two of them. It covers
 * at least as often as its level says, whatever the distribution: zeros, ties and infinite
 * observations included. The mean stands beside it without an interval, since none covers it for
 * all distributions (ADR 37).
 *
 * <p>Source: W. R. Thompson, Annals of Mathematical Statistics 7(3), 1936; H. A. David, H. N.
 * Nagaraja, Order Statistics, 3rd ed., 2003, section 7.1.
 *
 * @param mean arithmetic mean; infinite if an observation is, NaN if one is of each sign
 * @param median the middle one, or half-way between the two in the middle
 * @param lower lower confidence limit; null if there are fewer observations than {@link
 *     #leastObservations}
 * @param upper upper confidence limit; null as {@code lower}
 */
public record MedianInterval(
        double mean, double median, @Nullable Double lower, @Nullable Double upper) {

    /** Of at least one observation, none of them NaN, at a confidence level in (0, 1). */
    public static MedianInterval of(double[] observations, double level) {
        double[] sorted = observations.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double low = sorted[(n - 1) / 2];
        double high = sorted[n / 2];
        double median = low == high ? low : low + (high - low) / 2;
        int rank = rank(n, level);
        return rank == 0
                ? new MedianInterval(mean(observations), median, null, null)
                : new MedianInterval(
                        mean(observations), median, sorted[rank - 1], sorted[n - rank]);
    }

    /** Fewest observations that have an interval at a confidence level in (0, 1). */
    public static int leastObservations(double level) {
        int n = 2;
        while (rank(n, level) == 0) {
            n++;
        }
        return n;
    }

    /**
     * The rank of the lower limit from below, and of the upper from above; 0 without an interval:
     * the largest such that fewer observations than that lie on one side of the median in at most
     * half of the misses.
     */
    private static int rank(int n, double level) {
        Check.inRange("level", level, Double.MIN_VALUE, Math.nextDown(1.0));
        BinomialDistribution below = BinomialDistribution.of(n, 0.5);
        int rank = 0;
        while (2 * below.cumulativeProbability(rank) <= 1 - level) {
            rank++;
        }
        return rank;
    }

    private static double mean(double[] observations) {
        double origin = observations[0];
        double shift = 0;
        double sum = 0;
        for (double observation : observations) {
            shift += observation - origin;
            sum += observation;
        }
        return Double.isFinite(sum)
                ? origin + shift / observations.length // exact when all are equal
                : sum;
    }

    /** Half of the width; null without an interval, infinite if the upper limit is. */
    public @Nullable Double halfWidth() {
        if (lower == null || upper == null) {
            return null;
        }
        return lower.equals(upper) ? 0.0 : (upper - lower) / 2;
    }

    /** True if both limits are the same: so many observations are, which is no certainty. */
    public boolean isPoint() {
        return lower != null && lower.equals(upper);
    }
}
