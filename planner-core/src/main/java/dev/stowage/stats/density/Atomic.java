package dev.stowage.stats.density;

import dev.stowage.basis.Check;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

/** Some values that hold much of the mass each, and a density for the rest. */
public final class Atomic implements Density {
    private static final int DESCRIBED = 3;

    private final double[] values;
    private final double[] shares;
    private final double restShare;
    private final Density rest;
    private final double[] from; // probability up to each atom, without its own
    private final double[] to; // and with it
    private final double[] before; // of the atoms before each; all at the end

    private Atomic(double[] values, double[] shares, double restShare, Density rest) {
        this.values = values;
        this.shares = shares;
        this.restShare = restShare;
        this.rest = rest;
        from = new double[values.length];
        to = new double[values.length];
        before = new double[values.length + 1];
        for (int i = 0; i < values.length; i++) {
            from[i] = restShare * rest.cdfBelow(values[i]) + before[i];
            to[i] = restShare * rest.cdf(values[i]) + before[i] + shares[i];
            before[i + 1] = before[i] + shares[i];
        }
    }

    /**
     * A mixture.
     *
     * @param values finite, strictly ascending, at least one
     * @param shares as many, each above 0, their sum below 1: what is missing to 1 is the rest's
     * @param rest density of what is no atom
     */
    public static Atomic of(List<Double> values, List<Double> shares, Density rest) {
        if (values.isEmpty() || values.size() != shares.size()) {
            throw new IllegalArgumentException(
                    values.size()
                            + " values and "
                            + shares.size()
                            + " shares, expected as many of each and at least one");
        }
        double sum = 0;
        for (int i = 0; i < values.size(); i++) {
            if (!Double.isFinite(values.get(i))
                    || (i > 0 && !(values.get(i) > values.get(i - 1)))) {
                throw new IllegalArgumentException(
                        "values[" + i + "] = " + values.get(i) + ", expected more than before");
            }
            sum += Check.positive("shares[" + i + "]", shares.get(i));
        }
        if (!(sum < 1)) {
            throw new IllegalArgumentException("shares sum to " + sum + ", expected less than 1");
        }
        return new Atomic(numbers(values), numbers(shares), 1 - sum, rest);
    }

    private static double[] numbers(List<Double> list) {
        return list.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Number of atoms. */
    public int size() {
        return values.length;
    }

    /** Atom number {@code i}, ascending. */
    public double value(int i) {
        return values[i];
    }

    /** Share of atom number {@code i}. */
    public double share(int i) {
        return shares[i];
    }

    /** Density of what is no atom. */
    public Density rest() {
        return rest;
    }

    @Override
    public boolean isContinuous() {
        return false;
    }

    @Override
    public double mass(double x) {
        int at = Arrays.binarySearch(values, x);
        return (at < 0 ? 0 : shares[at]) + restShare * rest.mass(x);
    }

    @Override
    public double pdf(double x) {
        return mass(x) > 0 ? Double.POSITIVE_INFINITY : restShare * rest.pdf(x);
    }

    @Override
    public double cdf(double x) {
        double sum = restShare * rest.cdf(x);
        for (int i = 0; i < values.length && values[i] <= x; i++) {
            sum += shares[i];
        }
        return Math.min(1, sum);
    }

    @Override
    public double cdfBelow(double x) {
        double sum = restShare * rest.cdfBelow(x);
        for (int i = 0; i < values.length && values[i] < x; i++) {
            sum += shares[i];
        }
        return Math.min(1, sum);
    }

    @Override
    public double quantile(double p) {
        int i = 0;
        while (i < values.length && p > from[i]) {
            if (p <= to[i]) {
                return values[i];
            }
            i++;
        }
        double atoms = before[i];
        return rest.quantile(Math.min(1, Math.max(0, (p - atoms) / restShare)));
    }

    @Override
    public double mean() {
        double sum = restShare * rest.mean();
        for (int i = 0; i < values.length; i++) {
            sum += shares[i] * values[i];
        }
        return sum;
    }

    @Override
    public String describe() {
        return describe("");
    }

    @Override
    public String describe(String unit) {
        StringJoiner text = new StringJoiner(", ", "atoms(", ") and " + rest.describe(unit));
        for (int i = 0; i < Math.min(values.length, DESCRIBED); i++) {
            text.add(Text.of(values[i]) + " " + Math.round(1000 * shares[i]) / 10.0 + " %");
        }
        return (values.length > DESCRIBED ? text.add("...") : text).toString();
    }
}
