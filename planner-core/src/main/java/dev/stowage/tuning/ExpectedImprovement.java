package dev.stowage.tuning;

import org.apache.commons.math3.special.Erf;

/**
 * By how much a value is expected to fall below the best one: {@code s h(z)} with {@code z = (best
 * - mean) / s} and {@code h(z) = phi(z) + z Phi(z)}, as a logarithm. Below z = -6 by the first
 * terms of the series of {@code Phi}, so that improvements too small for a double are still
 * compared. Source: Jones, Schonlau and Welch, Journal of Global Optimization 13, 1998, equation
 * 15.
 */
final class ExpectedImprovement {
    private static final double FAR = -6;
    private static final double LOG_ROOT_2PI = 0.5 * Math.log(2 * Math.PI);

    private ExpectedImprovement() {}

    /** The logarithm; minus infinity where there is no doubt and no improvement. */
    static double log(double best, double mean, double deviation) {
        if (!(deviation > 0)) {
            return best > mean ? Math.log(best - mean) : Double.NEGATIVE_INFINITY;
        }
        double z = (best - mean) / deviation;
        double logDensity = -z * z / 2 - LOG_ROOT_2PI;
        if (z < FAR) {
            double inverse = 1 / (z * z);
            return Math.log(deviation)
                    + logDensity
                    + Math.log(inverse * (1 - inverse * (3 - 15 * inverse)));
        }
        double below = 0.5 * Erf.erfc(-z / Math.sqrt(2));
        return Math.log(deviation) + Math.log(Math.exp(logDensity) + z * below);
    }

    /**
     * The logarithm of the probability that a value is at most a bound, by the same series far
     * below it.
     */
    static double logWithin(double bound, double mean, double deviation) {
        if (!(deviation > 0)) {
            return mean <= bound ? 0 : Double.NEGATIVE_INFINITY;
        }
        double z = (bound - mean) / deviation;
        if (z < FAR) {
            double inverse = 1 / (z * z);
            return -z * z / 2
                    - LOG_ROOT_2PI
                    - Math.log(-z)
                    + Math.log(1 - inverse * (1 - inverse * (3 - 15 * inverse)));
        }
        return Math.log(0.5 * Erf.erfc(-z / Math.sqrt(2)));
    }
}
