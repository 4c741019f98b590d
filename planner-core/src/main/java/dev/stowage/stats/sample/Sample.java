package dev.stowage.stats.sample;

import dev.stowage.basis.Check;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Observations of one parameter: distinct values in ascending order with the number of times that
 * each was seen. Immutable.
 *
 * <p>Exact as made by {@link #of}, and by {@link Sketch#sample} of few distinct values; {@link
 * #compressed} trades distinct values for speed.
 */
public final class Sample {
    private static final double TOO_LARGE = 1e120;
    private static final double TOO_SMALL = 1e-120;

    private final double[] values;
    private final double[] weights;
    private final long count;
    private final long rejected;
    private final double unit; // of the source; 0 if the gaps between the values tell

    public Sample(double[] values, double[] weights, long count, long rejected, double unit) {
        this.values = values;
        this.weights = weights;
        this.count = count;
        this.rejected = rejected;
        this.unit = unit;
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
                observations.length - sorted.length,
                0);
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
        return new Sample(
                Arrays.copyOf(means, size), Arrays.copyOf(sums, size), count, rejected, unit);
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

    public double[] values() {
        return values;
    }

    public double[] weights() {
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
     * What the clock or the scale of the source could tell apart: the smallest gap between two
     * values, or where values were merged the unit of which all are multiples; at least a billionth
     * of the range.
     */
    public double resolution() {
        if (unit > 0) {
            return Math.max(unit, 1e-9 * (max() - min()));
        }
        double gap = Double.POSITIVE_INFINITY;
        for (int i = 1; i < values.length; i++) {
            gap = Math.min(gap, values[i] - values[i - 1]);
        }
        return Math.max(gap, 1e-9 * (max() - min()));
    }

    /** The points from number {@code first} to before {@code end}. */
    public Sample part(int first, int end) {
        double sum = 0;
        for (int i = first; i < end; i++) {
            sum += weights[i];
        }
        return counted(
                Arrays.copyOfRange(values, first, end),
                Arrays.copyOfRange(weights, first, end),
                sum);
    }

    /** The same without some points, whose numbers are given in ascending order. */
    public Sample without(List<Integer> points) {
        double[] left = new double[values.length - points.size()];
        double[] leftWeights = new double[left.length];
        double sum = 0;
        int size = 0;
        for (int i = 0; i < values.length; i++) {
            if (Collections.binarySearch(points, i) < 0) {
                left[size] = values[i];
                leftWeights[size++] = weights[i];
                sum += weights[i];
            }
        }
        return counted(left, leftWeights, sum);
    }

    /** Weights that are no whole numbers are made to sum to one. */
    private Sample counted(double[] points, double[] given, double sum) {
        long rounded = Math.max(1, Math.round(sum));
        if (rounded != sum) {
            for (int i = 0; i < given.length; i++) {
                given[i] *= rounded / sum;
            }
        }
        return new Sample(points, given, rounded, 0, unit);
    }

    /** Each whole number as {@code parts} points over the unit interval around it. */
    public Sample spread(int parts) {
        double[] points = new double[values.length * parts];
        double[] shares = new double[points.length];
        for (int i = 0; i < points.length; i++) {
            points[i] = values[i / parts] - 0.5 + (i % parts + 0.5) / parts;
            shares[i] = weights[i / parts] / parts;
        }
        return new Sample(points, shares, count, rejected, 0);
    }

    /** The same observations through an increasing function. */
    public Sample mapped(DoubleUnaryOperator increasing) {
        return new Sample(
                Arrays.stream(values).map(increasing).toArray(), weights, count, rejected, 0);
    }

    /** The same observations moved along their axis. */
    public Sample shifted(double by) {
        return mapped(x -> x + by);
    }
}
