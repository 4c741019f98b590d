package dev.stowage.stats.output;

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
 * @param halfWidth half of the width of the interval; null with one observation or an infinite mean
 */
public record MeanInterval(double mean, @Nullable Double halfWidth) {

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
        double t = TDistribution.of(n - 1.0).inverseSurvivalProbability((1 - level) / 2);
        return new MeanInterval(mean, t * Math.sqrt(squares / (n - 1.0) / n));
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
