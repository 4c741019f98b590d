package dev.stowage.stats.density;

import java.util.random.RandomGenerator;

/** A probability distribution on the real line that one can evaluate and draw from. Immutable. */
public sealed interface Density
        permits Parametric,
                KernelDensity,
                Empirical,
                Degenerate,
                Counting,
                GeneralisedPareto,
                Piecewise,
                Atomic {
    /** Density at {@code x}; infinite where a point has mass. */
    double pdf(double x);

    /** Probability of at most {@code x}. */
    double cdf(double x);

    /** Probability of less than {@code x}: {@link #cdf} without the mass of x itself. */
    default double cdfBelow(double x) {
        return cdf(x);
    }

    /** Probability of {@code x} itself; 0 where there is no atom. */
    default double mass(double x) {
        return 0;
    }

    /** True if no value has mass of its own. */
    default boolean isContinuous() {
        return true;
    }

    /** Natural logarithm of {@link #pdf}. */
    default double logPdf(double x) {
        return Math.log(pdf(x));
    }

    /** Least {@code x} with {@code cdf(x) >= p}, for p in [0, 1]. */
    double quantile(double p);

    /** Mean; NaN if there is none. */
    double mean();

    /** In words, as reports write it: {@code lognormal(shape 1.2, location 0, scale 30)}. */
    String describe();

    /** The same, with {@code unit} where a parameter has the unit of the values. */
    default String describe(String unit) {
        return describe();
    }

    /** One draw, by inversion. */
    default double sample(RandomGenerator random) {
        return quantile(random.nextDouble());
    }
}
