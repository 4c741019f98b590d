package dev.stowage.stats.output;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The mean of independent observations with its two-sided Student t interval.
 *
 * <p>Source: W. S. Gosset ("Student"), The probable error of a mean, Biometrika 6(1), 1908; as used
 * for independent replications in A. M. Law, Simulation Modeling and Analysis, 5th ed., section
 * 9.4.1.
 *
 * @param mean arithmetic mean; infinite if an observation is
 * @param halfWidth half of the width of the interval; null if it can't be told: one observation, an
 *     infinite mean, or observations that are all equal, whose spread of 0 is no certainty
 */
public record MeanInterval(double mean, @Nullable Double halfWidth) {
    private static final double LEAST_PER_SQUARED_SKEWNESS = 25;

    /** Of at least one observation, at a confidence level in (0, 1). */
    public static MeanInterval of(double[] observations, double level) {
        double origin = observations[0];
        double shift = 0;
        for (double observation : observations) {
            if (Double.isInfinite(observation)) {
                return new MeanInterval(Double.POSITIVE_INFINITY, null);
            }
            shift += observation - origin;
        }
        int n = observations.length;
        double mean = origin + shift / n; // exact when all observations are equal
        if (n == 1) {
            return new MeanInterval(mean, null);
        }
        double squares = 0;
        for (double observation : observations) {
            squares += (observation - mean) * (observation - mean);
        }
        if (squares == 0) {
            return new MeanInterval(mean, null);
        }
        double t = TDistribution.of(n - 1.0).inverseSurvivalProbability((1 - level) / 2);
        return new MeanInterval(mean, t * Math.sqrt(squares / (n - 1.0) / n));
    }

    /**
     * True if the observations are enough for a t interval to be near its level, however skewed
     * they are: more than 25 times their squared skewness. Where most of them are equal and few are
     * not, that takes about 25 of the few.
     *
     * <p>Source: W. G. Cochran, Sampling Techniques, 3rd ed., 1977, section 2.15.
     */
    public static boolean isSupported(double[] observations) {
        int n = observations.length;
        double mean = Arrays.stream(observations).sum() / n;
        double squares = 0;
        double cubes = 0;
        for (double observation : observations) {
            double off = observation - mean;
            squares += off * off;
            cubes += off * off * off;
        }
        double skewness = cubes / n / Math.pow(squares / n, 1.5);
        return squares > 0 && n > LEAST_PER_SQUARED_SKEWNESS * skewness * skewness;
    }

    /** Upper confidence limit; the mean if there is no interval. */
    public double upper() {
        return halfWidth == null ? mean : mean + halfWidth;
    }

    /** Lower confidence limit; the mean if there is no interval. */
    public double lower() {
        return halfWidth == null ? mean : mean - halfWidth;
    }
}
