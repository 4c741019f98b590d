package dev.stowage.stats.density;

import dev.stowage.stats.sample.Sample;
import java.util.Arrays;
import java.util.List;

/** The observed values with their shares. */
public final class Empirical implements Density {
    private final double[] values;
    private final double[] weights;
    private final double[] cumulative;
    private final GuideTable guide;

    private Empirical(double[] values, double[] weights, double[] cumulative) {
        this.values = values;
        this.weights = weights;
        this.cumulative = cumulative;
        this.guide = new GuideTable(cumulative);
    }

    /**
     * Values with weights that need not sum to 1.
     *
     * @param values finite, strictly ascending, at least one
     * @param weights finite and above 0, as many
     */
    public static Empirical of(List<Double> values, List<Double> weights) {
        if (values.isEmpty() || values.size() != weights.size()) {
            throw new IllegalArgumentException(
                    values.size()
                            + " values and "
                            + weights.size()
                            + " weights, expected as many of each and at least one");
        }
        double[] sorted = new double[values.size()];
        double[] given = new double[values.size()];
        double[] sums = new double[values.size()];
        double sum = 0;
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = values.get(i);
            if (!Double.isFinite(sorted[i]) || (i > 0 && !(sorted[i] > sorted[i - 1]))) {
                throw new IllegalArgumentException(
                        "values[" + i + "] = " + sorted[i] + ", expected more than the one before");
            }
            double weight = weights.get(i);
            if (!(weight > 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException(
                        "weights[" + i + "] = " + weight + ", expected a finite number above 0");
            }
            given[i] = weight;
            sum += weight;
            sums[i] = sum;
        }
        for (int i = 0; i < sums.length; i++) {
            sums[i] /= sum;
        }
        return new Empirical(sorted, given, sums);
    }

    public static Empirical of(Sample sample) {
        return of(
                Arrays.stream(sample.values()).boxed().toList(),
                Arrays.stream(sample.weights()).boxed().toList());
    }

    /** Number of distinct values. */
    public int size() {
        return values.length;
    }

    /** Value number {@code i} in ascending order. */
    public double value(int i) {
        return values[i];
    }

    /** Weight of value number {@code i}, as given. */
    public double weight(int i) {
        return weights[i];
    }

    /** Share of value number {@code i}. */
    public double share(int i) {
        return i == 0 ? cumulative[0] : cumulative[i] - cumulative[i - 1];
    }

    @Override
    public boolean isContinuous() {
        return false;
    }

    @Override
    public double mass(double x) {
        int at = Arrays.binarySearch(values, x);
        return at < 0 ? 0 : share(at);
    }

    @Override
    public double pdf(double x) {
        return Arrays.binarySearch(values, x) >= 0 ? Double.POSITIVE_INFINITY : 0;
    }

    @Override
    public double cdf(double x) {
        int at = Arrays.binarySearch(values, x);
        int last = at >= 0 ? at : -at - 2;
        return last < 0 ? 0 : cumulative[last];
    }

    @Override
    public double cdfBelow(double x) {
        return cdf(Math.nextDown(x));
    }

    @Override
    public double quantile(double p) {
        return values[Math.min(guide.first(p), values.length - 1)];
    }

    @Override
    public double mean() {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i] * share(i);
        }
        return sum;
    }

    @Override
    public String describe() {
        return "empirical(" + values.length + " values)";
    }
}
