package dev.stowage.stats;

import java.util.random.RandomGenerator;

/** A probability distribution on the real line that one can evaluate and draw from. Immutable. */
public sealed interface Density permits Parametric, KernelDensity, Empirical, Degenerate {
    /** Density at {@code x}; infinite where a point has mass. */
    double pdf(double x);

    /** Probability of at most {@code x}. */
    double cdf(double x);

    /** Least {@code x} with {@code cdf(x) >= p}, for p in [0, 1]. */
    double quantile(double p);

    /** Mean; NaN if there is none. */
    double mean();

    /** In words, as reports write it: {@code lognormal(shape 1.2, location 0, scale 30)}. */
    String describe();

    /** One draw, by inversion. */
    default double sample(RandomGenerator random) {
        return quantile(random.nextDouble());
    }
}
