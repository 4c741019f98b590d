package dev.stowage.stats.density;

import java.util.List;
import java.util.StringJoiner;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Gamma;

/** A member of a {@link CountFamily}: mass on the whole numbers from its origin on. */
public final class Counting implements Density {
    private static final double LARGEST = 0x1.0p53;

    private final CountFamily family;
    private final List<Double> parameters;
    private final double origin;

    private Counting(CountFamily family, List<Double> parameters, double origin) {
        this.family = family;
        this.parameters = List.copyOf(parameters);
        this.origin = origin;
    }

    /**
     * The member with these parameters.
     *
     * @param parameters as {@link CountFamily#parameterNames()}, each in its range
     * @param origin least value, a whole number
     */
    public static Counting of(CountFamily family, List<Double> parameters, double origin) {
        List<String> names = family.parameterNames();
        if (parameters.size() != names.size()) {
            throw new IllegalArgumentException(
                    family.spelling() + " has " + names + ", found " + parameters.size());
        }
        for (int i = 0; i < names.size(); i++) {
            if (!family.allows(names.get(i), parameters.get(i))) {
                throw new IllegalArgumentException(
                        names.get(i)
                                + " = "
                                + parameters.get(i)
                                + ", expected "
                                + CountFamily.range(names.get(i)));
            }
        }
        if (!(Math.abs(origin) < LARGEST) || origin != Math.rint(origin)) {
            throw new IllegalArgumentException("origin = " + origin + ", expected a whole number");
        }
        return new Counting(family, parameters, origin);
    }

    public CountFamily family() {
        return family;
    }

    /** In the order of {@link CountFamily#parameterNames()}. */
    public List<Double> parameters() {
        return parameters;
    }

    /** Least value. */
    public double origin() {
        return origin;
    }

    /** Natural logarithm of the probability of {@code x}; minus infinity if it can't be. */
    public double logMass(double x) {
        double k = x - origin;
        if (k < 0 || k != Math.rint(k)) {
            return Double.NEGATIVE_INFINITY;
        }
        double first = parameters.get(0);
        return switch (family) {
            case GEOMETRIC -> Math.log(first) + (k == 0 ? 0 : k * Math.log1p(-first));
            case ZETA -> -first * Math.log1p(k) - Math.log(Zeta.hurwitz(first, 1));
            case NEGATIVE_BINOMIAL -> {
                double p = parameters.get(1);
                yield Gamma.logGamma(k + first)
                        - Gamma.logGamma(first)
                        - Gamma.logGamma(k + 1)
                        + first * Math.log(p)
                        + (k == 0 ? 0 : k * Math.log1p(-p));
            }
        };
    }

    @Override
    public boolean isContinuous() {
        return false;
    }

    @Override
    public double mass(double x) {
        return Math.exp(logMass(x));
    }

    @Override
    public double pdf(double x) {
        return logMass(x) == Double.NEGATIVE_INFINITY ? 0 : Double.POSITIVE_INFINITY;
    }

    @Override
    public double cdf(double x) {
        return x < origin ? 0 : 1 - above(Math.floor(x - origin));
    }

    /** Probability of more than {@code k} beyond the origin. */
    private double above(double k) {
        double first = parameters.get(0);
        return switch (family) {
            case GEOMETRIC -> Math.pow(1 - first, k + 1);
            case ZETA -> Zeta.hurwitz(first, k + 2) / Zeta.hurwitz(first, 1);
            case NEGATIVE_BINOMIAL -> {
                double p = parameters.get(1);
                yield p == 1 ? 0 : Beta.regularizedBeta(1 - p, k + 1, first);
            }
        };
    }

    @Override
    public double cdfBelow(double x) {
        return cdf(Math.nextDown(x));
    }

    /** By doubling and bisection; the largest whole double if there is none. */
    @Override
    public double quantile(double p) {
        double high = 1;
        while (1 - above(high - 1) < p && high < LARGEST) {
            high *= 2;
        }
        double low = -1; // above(-1) = 1
        high -= 1;
        while (high - low > 1) {
            double middle = Math.floor(low + (high - low) / 2);
            if (1 - above(middle) >= p) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return origin + high;
    }

    @Override
    public double mean() {
        double first = parameters.get(0);
        return origin
                + switch (family) {
                    case GEOMETRIC -> (1 - first) / first;
                    case ZETA ->
                            first > 2
                                    ? Zeta.hurwitz(first - 1, 1) / Zeta.hurwitz(first, 1) - 1
                                    : Double.NaN;
                    case NEGATIVE_BINOMIAL -> first * (1 - parameters.get(1)) / parameters.get(1);
                };
    }

    @Override
    public String describe() {
        StringJoiner text = new StringJoiner(", ", family.spelling() + "(", ")");
        List<String> names = family.parameterNames();
        for (int i = 0; i < names.size(); i++) {
            text.add(names.get(i) + " " + Text.of(parameters.get(i)));
        }
        return text.add("origin " + Text.of(origin)).toString();
    }
}
