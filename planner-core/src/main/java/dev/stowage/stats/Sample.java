package dev.stowage.stats;

import dev.stowage.model.Check;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Observations of one parameter: distinct values in ascending order with the number of times that
 * each was seen. Immutable.
 *
 * <p>Exact as made by {@link #of}; {@link #compressed} trades distinct values for speed.
 */
public final class Sample {
    private static final double TOO_LARGE = 1e120;
    private static final double TOO_SMALL = 1e-120;

    private final double[] values;
    private final double[] weights;
    private final long count;
    private final long rejected;

    private Sample(double[] values, double[] weights, long count, long rejected) {
        this.values = values;
        this.weights = weights;
        this.count = count;
        this.rejected = rejected;
    }

    /**
     * The observations inside the support; the others, and those that are not finite or so large
     * that their squares would not be, are counted as rejected. Those so small that their squares
     * would be 0 count as 0. O(n log n).
     */
    public static Sample of(double[] observations, Support support) {
        double[] sorted =
                Arrays.stream(observations)
                        .filter(x -> Math.abs(x) < TOO_LARGE) // refuses NaN too
                        .filter(
                                x ->
                                        Double.isFinite(x)
                                                && x >= support.low()
                                                && x <= support.high())
                        .map(x -> Math.abs(x) < TOO_SMALL ? 0 : x) // nor a negative zero
                        .sorted()
                        .toArray();
        double[] weights = new double[sorted.length];
        int size = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (size == 0 || sorted[i] != sorted[size - 1]) {
                sorted[size++] = sorted[i];
            }
            weights[size - 1]++;
        }
        return new Sample(
                Arrays.copyOf(sorted, size),
                Arrays.copyOf(weights, size),
                sorted.length,
                observations.length - sorted.length);
    }

    /**
     * About {@code points} weighted points in place of many distinct values: neighbours are merged
     * into their mean, in groups that get smaller towards both ends so that the tails and the
     * extremes stay as they are. A value that alone outweighs its group stays alone. Returns itself
     * if it is small enough. O(size).
     *
     * <p>Source of the group sizes: Dunning, Ertl, Computing extremely accurate quantiles using
     * t-digests, 2019, scale function k1.
     */
    public Sample compressed(int points) {
        Check.positive("points", points);
        if (values.length <= points) {
            return this;
        }
        double[] means = new double[values.length];
        double[] sums = new double[values.length];
        int size = 0;
        double before = 0;
        double sum = 0;
        double weight = 0;
        for (int i = 0; i < values.length; i++) {
            boolean isExtreme = i == 1 || i == values.length - 1;
            if (weight > 0 && (isExtreme || isFull(before, weight + weights[i], points))) {
                means[size] = sum / weight;
                sums[size++] = weight;
                before += weight;
                sum = 0;
                weight = 0;
            }
            sum += values[i] * weights[i];
            weight += weights[i];
        }
        means[size] = sum / weight;
        sums[size++] = weight;
        return new Sample(Arrays.copyOf(means, size), Arrays.copyOf(sums, size), count, rejected);
    }

    private boolean isFull(double before, double weight, int points) {
        double from = Math.asin(2 * before / count - 1);
        double to = Math.asin(Math.min(1, 2 * (before + weight) / count - 1));
        return (to - from) * points / Math.PI > 1;
    }

    /** Number of distinct values, or points after compression. */
    public int size() {
        return values.length;
    }

    /** Number of observations. */
    public long count() {
        return count;
    }

    /** Observations that were not finite or outside the support. */
    public long rejected() {
        return rejected;
    }

    public double value(int i) {
        return values[i];
    }

    /** Number of observations at value {@code i}. */
    public double weight(int i) {
        return weights[i];
    }

    double[] values() {
        return values;
    }

    double[] weights() {
        return weights;
    }

    /** Least observation; the sample must not be empty. */
    public double min() {
        return values[0];
    }

    /** Largest observation; the sample must not be empty. */
    public double max() {
        return values[values.length - 1];
    }

    /** Arithmetic mean; NaN if empty. */
    public double mean() {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i] * weights[i];
        }
        return sum / count;
    }

    /** Standard deviation with n in the denominator; NaN if empty. */
    public double standardDeviation() {
        double mean = mean();
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += (values[i] - mean) * (values[i] - mean) * weights[i];
        }
        return Math.sqrt(sum / count);
    }

    /**
     * Quantile with linear interpolation between order statistics, as NumPy's default; p in [0, 1].
     */
    public double quantile(double p) {
        double position = p * (count - 1);
        double floor = Math.floor(position);
        double below = 0;
        int i = 0;
        while (i < values.length - 1 && below + weights[i] <= floor) {
            below += weights[i++];
        }
        boolean isLast = floor + 1 < below + weights[i] || i == values.length - 1;
        return isLast ? values[i] : values[i] + (position - floor) * (values[i + 1] - values[i]);
    }

    /**
     * Smallest gap between two values, and at least a billionth of the range: what the clock or the
     * scale of the source could tell apart.
     */
    public double resolution() {
        double gap = Double.POSITIVE_INFINITY;
        for (int i = 1; i < values.length; i++) {
            gap = Math.min(gap, values[i] - values[i - 1]);
        }
        return Math.max(gap, 1e-9 * (max() - min()));
    }

    /** Each whole number as {@code parts} points over the unit interval around it. */
    Sample spread(int parts) {
        double[] points = new double[values.length * parts];
        double[] shares = new double[points.length];
        for (int i = 0; i < points.length; i++) {
            points[i] = values[i / parts] - 0.5 + (i % parts + 0.5) / parts;
            shares[i] = weights[i / parts] / parts;
        }
        return new Sample(points, shares, count, rejected);
    }

    /** The same observations through an increasing function. */
    Sample mapped(DoubleUnaryOperator increasing) {
        return new Sample(
                Arrays.stream(values).map(increasing).toArray(), weights, count, rejected);
    }
}
