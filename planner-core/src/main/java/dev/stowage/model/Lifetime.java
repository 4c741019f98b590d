package dev.stowage.model;

import org.apache.commons.math3.special.Gamma;

/** How long something lasts, at random: the time to a failure or to its repair. */
public sealed interface Lifetime {
    /** The mean, seconds. */
    double meanSeconds();

    /**
     * The duration below which a share of all durations lies, seconds: the inverse of the
     * distribution function.
     *
     * @param share in [0, 1)
     */
    double quantileSeconds(double share);

    /** Memoryless. */
    record Exponential(double meanSeconds) implements Lifetime {
        public Exponential {
            checkPositive("meanSeconds", meanSeconds);
        }

        @Override
        public double quantileSeconds(double share) {
            return -meanSeconds * Math.log1p(-share);
        }
    }

    /**
     * The longer it has lasted, the less ({@code shape < 1}) or the more ({@code shape > 1}) likely
     * is its end. Source: Schroeder, Gibson, "A large-scale study of failures in high-performance
     * computing systems", DSN 2006 (times between failures: Weibull of shape 0.7 to 0.8).
     */
    record Weibull(double shape, double scaleSeconds) implements Lifetime {
        public Weibull {
            checkPositive("shape", shape);
            checkPositive("scaleSeconds", scaleSeconds);
        }

        /** The one with this mean. */
        public static Weibull ofMean(double shape, double meanSeconds) {
            checkPositive("shape", shape);
            checkPositive("meanSeconds", meanSeconds);
            return new Weibull(shape, meanSeconds / Gamma.gamma(1 + 1 / shape));
        }

        @Override
        public double meanSeconds() {
            return scaleSeconds * Gamma.gamma(1 + 1 / shape);
        }

        @Override
        public double quantileSeconds(double share) {
            return scaleSeconds * Math.pow(-Math.log1p(-share), 1 / shape);
        }
    }

    private static void checkPositive(String name, double value) {
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(name + " = " + value + ", expected above 0");
        }
    }
}
