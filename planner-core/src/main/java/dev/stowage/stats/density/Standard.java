package dev.stowage.stats.density;

import org.apache.commons.math3.special.Gamma;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;

/** A distribution with location 0 and scale 1. */
public sealed interface Standard {
    double density(double x);

    double logDensity(double x);

    double cdf(double x);

    double quantile(double p);

    /** Mean; NaN if there is none. */
    double mean();

    /** One that Commons Statistics has as it is. */
    record Plain(ContinuousDistribution distribution) implements Standard {
        @Override
        public double density(double x) {
            return distribution.density(x);
        }

        @Override
        public double logDensity(double x) {
            return distribution.logDensity(x);
        }

        @Override
        public double cdf(double x) {
            return distribution.cumulativeProbability(x);
        }

        @Override
        public double quantile(double p) {
            return distribution.inverseCumulativeProbability(p);
        }

        @Override
        public double mean() {
            return distribution.getMean();
        }
    }

    /** One on [0, 1], stretched to [-1, 1]. */
    record Stretched(ContinuousDistribution unit) implements Standard {
        private static final double LOG_2 = Math.log(2);

        @Override
        public double density(double x) {
            return 0.5 * unit.density(0.5 * (x + 1));
        }

        @Override
        public double logDensity(double x) {
            return unit.logDensity(0.5 * (x + 1)) - LOG_2;
        }

        @Override
        public double cdf(double x) {
            return unit.cumulativeProbability(0.5 * (x + 1));
        }

        @Override
        public double quantile(double p) {
            return 2 * unit.inverseCumulativeProbability(p) - 1;
        }

        @Override
        public double mean() {
            return 2 * unit.getMean() - 1;
        }
    }

    /**
     * The logarithm of a gamma variable. Below -30 the exponential is so small that the first two
     * terms of the series of the incomplete gamma function are exact to the last bit; far below it
     * underflows, where the series does not.
     */
    record LogGamma(double c, GammaDistribution gamma, double logGammaOfC) implements Standard {
        private static final double SERIES_BELOW = -30;

        LogGamma(double c) {
            this(c, GammaDistribution.of(c, 1), Gamma.logGamma(c));
        }

        @Override
        public double density(double x) {
            return Math.exp(logDensity(x));
        }

        @Override
        public double logDensity(double x) {
            return c * x - Math.exp(x) - logGammaOfC;
        }

        @Override
        public double cdf(double x) {
            if (x < SERIES_BELOW) {
                double y = Math.exp(x);
                return Math.exp(c * x - logGammaOfC - Math.log(c)) * (1 - y * c / (c + 1));
            }
            return gamma.cumulativeProbability(Math.exp(x));
        }

        @Override
        public double quantile(double p) {
            double series = (Math.log(p) + logGammaOfC + Math.log(c)) / c;
            if (series < SERIES_BELOW) {
                return series;
            }
            return Math.log(gamma.inverseCumulativeProbability(p));
        }

        @Override
        public double mean() {
            return Gamma.digamma(c);
        }
    }
}
