package dev.stowage.stats.sample;

import java.util.Arrays;

/**
 * The distribution of durations of which some are only known to be longer than a value
 * (right-censored), as the edge of a trace leaves them. Immutable.
 *
 * <p>At equal times ends come before censorings. What outlives the longest value has no known
 * place: {@link #beyond} says how much it is.
 *
 * <p>Source: Kaplan, Meier, Nonparametric estimation from incomplete observations, JASA 53, 1958.
 */
public final class KaplanMeier {
    private final double[] values;
    private final double[] survival; // after each value
    private final long observed;
    private final long censored;
    private final double horizon;

    private KaplanMeier(
            double[] values, double[] survival, long observed, long censored, double horizon) {
        this.values = values;
        this.survival = survival;
        this.observed = observed;
        this.censored = censored;
        this.horizon = horizon;
    }

    /**
     * The estimate from durations that are known, at least one, and from lower bounds of others.
     * O(size of both).
     */
    public static KaplanMeier of(Sample observed, Sample censored) {
        if (observed.count() == 0) {
            throw new IllegalArgumentException("observed is empty, expected a duration");
        }
        double atRisk = (double) observed.count() + censored.count();
        double[] survival = new double[observed.size()];
        double alive = 1;
        int next = 0;
        for (int i = 0; i < survival.length; i++) {
            while (next < censored.size() && censored.value(next) < observed.value(i)) {
                atRisk -= censored.weight(next++);
            }
            alive *= 1 - observed.weight(i) / atRisk;
            atRisk -= observed.weight(i);
            survival[i] = atRisk < 0.5 ? 0 : alive; // nobody left: no rounding either
        }
        double horizon =
                censored.count() == 0 ? observed.max() : Math.max(observed.max(), censored.max());
        return new KaplanMeier(
                observed.values().clone(), survival, observed.count(), censored.count(), horizon);
    }

    /** Lower bounds that were taken into account. */
    public long censored() {
        return censored;
    }

    /** The longest value, known or censored. */
    public double horizon() {
        return horizon;
    }

    /** Probability of more than {@code x}, for x up to {@link #horizon}. */
    public double survival(double x) {
        int at = Arrays.binarySearch(values, x);
        int last = at >= 0 ? at : -at - 2;
        return last < 0 ? 1 : survival[last];
    }

    /** Probability of outliving every duration that is known. */
    public double beyond() {
        return survival[survival.length - 1];
    }

    /** Least x with {@code P(X <= x) >= p}; NaN if that many did not end, p in [0, 1]. */
    public double quantile(double p) {
        for (int i = 0; i < values.length; i++) {
            if (1 - survival[i] >= p - 1e-12) {
                return values[i];
            }
        }
        return Double.NaN;
    }

    /** Mean of what lies below the horizon: min(X, horizon) on average. */
    public double restrictedMean() {
        double sum = beyond() * horizon;
        for (int i = 0; i < values.length; i++) {
            sum += values[i] * mass(i);
        }
        return sum;
    }

    /**
     * The estimate as a weighted sample, which densities can be fitted to: each known value with
     * its mass, and what is beyond at the horizon, where at the earliest it can be.
     *
     * <p>Source of the last: Efron, The two sample problem with censored data, 1967.
     */
    public Sample weighted() {
        boolean isOpen = beyond() > 0;
        boolean hasOwn = isOpen && horizon > values[values.length - 1];
        double[] points = Arrays.copyOf(values, values.length + (hasOwn ? 1 : 0));
        double[] weights = new double[points.length];
        double all = (double) observed + censored;
        for (int i = 0; i < values.length; i++) {
            weights[i] = mass(i) * all;
        }
        points[points.length - 1] = isOpen ? horizon : values[values.length - 1];
        weights[points.length - 1] += isOpen ? beyond() * all : 0;
        return new Sample(points, weights, observed + censored, 0, 0);
    }

    private double mass(int i) {
        return (i == 0 ? 1 : survival[i - 1]) - survival[i];
    }
}
