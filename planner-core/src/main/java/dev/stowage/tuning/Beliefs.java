package dev.stowage.tuning;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is believed of every setting after some trials: a process of the values, and one of how far
 * the bound is exceeded if there is one. What a setting is worth is the logarithm of its expected
 * improvement times the probability that it keeps the bound; while nothing that was tried seems to
 * keep it, the expected improvement of the excess. Not thread-safe. Source: Gardner, Kusner, Xu,
 * Weinberger and Cunningham, Bayesian Optimization with Inequality Constraints, 2014; where nothing
 * is feasible yet, ours.
 */
final class Beliefs {
    private final double[][] points;
    private final ProcessFit.Fitted values;
    private final ProcessFit.@Nullable Fitted excesses;
    private final double[] predicted = new double[2];
    private final double least; // mean value of what seems to keep the bound; infinite if nothing
    private final double leastExcess;

    /**
     * @param points that were tried
     * @param told value of each
     * @param excess of each, null without a bound
     * @param before earlier beliefs of the same tuner, null for the first
     */
    Beliefs(
            double[][] points,
            double[] told,
            double @Nullable [] excess,
            @Nullable Beliefs before) {
        this.points = points;
        double[] usual = ProcessFit.usual(points[0].length);
        values = ProcessFit.of(points, told, before == null ? usual : before.values.logs());
        excesses =
                excess == null
                        ? null
                        : ProcessFit.of(
                                points,
                                excess,
                                before == null || before.excesses == null
                                        ? usual
                                        : before.excesses.logs());
        least =
                Arrays.stream(points)
                        .filter(each -> logWithin(each) >= Math.log(0.5))
                        .mapToDouble(this::mean)
                        .min()
                        .orElse(Double.POSITIVE_INFINITY);
        leastExcess =
                excesses == null
                        ? 0
                        : Arrays.stream(points).mapToDouble(this::excess).min().orElse(0);
    }

    private double excess(double[] point) {
        Objects.requireNonNull(excesses).process().predict(point, predicted);
        return predicted[0];
    }

    private double mean(double[] point) {
        values.process().predict(point, predicted);
        return predicted[0];
    }

    /** Logarithm of the probability that a point keeps the bound; 0 without one. */
    private double logWithin(double[] point) {
        if (excesses == null) {
            return 0;
        }
        excesses.process().predict(point, predicted);
        double bound = -excesses.mean() / excesses.scale(); // an excess of 0
        return ExpectedImprovement.logWithin(bound, predicted[0], predicted[1]);
    }

    /** What a trial of a point is worth. */
    double worth(double[] point) {
        if (Double.isInfinite(least)) {
            excess(point);
            return ExpectedImprovement.log(leastExcess, predicted[0], predicted[1]);
        }
        double within = logWithin(point);
        values.process().predict(point, predicted);
        return within + ExpectedImprovement.log(least, predicted[0], predicted[1]);
    }

    /** Rises to the point of least mean among those that keep the bound with a probability. */
    double sureWorth(double[] point, double certainty) {
        double missing = Math.log(certainty) - logWithin(point);
        return missing <= 0 ? -Math.atan(mean(point)) : -2 - missing; // atan is above -2
    }

    /**
     * The places of the points that were tried, by falling {@link #sureWorth}; of equal ones the
     * first tried first.
     */
    List<Integer> order(double certainty) {
        double[] worth =
                Arrays.stream(points).mapToDouble(each -> sureWorth(each, certainty)).toArray();
        return IntStream.range(0, worth.length)
                .boxed()
                .sorted(Comparator.comparingDouble(place -> -worth[place]))
                .toList();
    }
}
