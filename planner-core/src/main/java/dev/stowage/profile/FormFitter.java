package dev.stowage.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.exception.TooManyEvaluationsException;
import org.apache.commons.math3.exception.TooManyIterationsException;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.util.Pair;

/**
 * Fits one form to samples: least squares by Levenberg-Marquardt, or the envelopes of a monotone
 * function. Squares have several local minima, so a search begins at each of several points (27 of
 * product, 54 of logistic), the best three go on, and the least end counts; from one point, designs
 * of nearly one ratio end in a wrong one. Each has at most 3,000 evaluations (the thesis' limit,
 * section 2.3).
 */
final class FormFitter {
    private static final int MAX_EVALUATIONS = 3000;

    /** Of the search from each start; the best few go on. */
    private static final int FIRST_EVALUATIONS = 40;

    /**
     * Squares that differ by less are the same: where the cut is flat, many parameters fit alike.
     */
    private static final double ALIKE = 1e-3;

    private static final int MOST_THAT_GO_ON = 3;
    private static final double STEP = 1e-6;

    /** Scales beyond these mean that the samples say nothing of a resource. */
    private static final double MOST_LOG_TAU = 8;

    private FormFitter() {}

    /** The form can't be fitted to these samples; the message says why. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String reason) {
            super(reason);
        }
    }

    static Performance fit(PerformanceForm form, List<Sample> samples) throws Refused {
        return fit(form, samples, Optional.empty());
    }

    /**
     * The same, searched from one point only.
     *
     * @param near where the search begins
     */
    static Performance fitNear(PerformanceForm form, List<Sample> samples, Performance near)
            throws Refused {
        return fit(form, samples, Optional.of(near));
    }

    private static Performance fit(
            PerformanceForm form, List<Sample> samples, Optional<Performance> near) throws Refused {
        return switch (form) {
            case LOGISTIC -> logistic(samples, near);
            case PRODUCT -> product(samples, near);
            case MONOTONE -> monotone(samples);
            case PROPORTIONAL -> new Performance.Proportional();
        };
    }

    /** Values from which each parameter starts, every one with every other. */
    private static final double[] SCALES = {1, 2.5};

    private static final double[] WEIGHTS = {0.3, 2, 8};
    private static final double[] LOG_TAUS = {Math.log(0.05), Math.log(0.3), Math.log(1.5)};

    private static Performance logistic(List<Sample> samples, Optional<Performance> near)
            throws Refused {
        List<Integer> told = toldApart(samples);
        double[] found =
                leastSquares(
                        samples,
                        near.map(of -> List.of(numbers(of)))
                                .orElseGet(() -> starts(samples, List.of(SCALES), WEIGHTS)),
                        (p, x) -> {
                            double sum = 0;
                            for (int resource : told) {
                                sum += p[resource + 1] * x.share(resource);
                            }
                            return Math.max(0, Math.min(1, p[0] * Math.tanh(sum / 2)));
                        });
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            found[r + 1] = told.contains(r) ? found[r + 1] : 0;
        }
        if (Arrays.stream(found).anyMatch(value -> value < 0)) {
            throw new Refused("a weight below 0: more of a resource would make it slower");
        }
        return new Performance.Logistic(found[0], found[1], found[2], found[3]);
    }

    /** Resources that samples vary, and not all as another before: only these have a weight. */
    private static List<Integer> toldApart(List<Sample> samples) {
        List<Integer> told = new ArrayList<>();
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            int resource = r;
            boolean isWhole = samples.stream().allMatch(each -> each.slice().share(resource) == 1);
            boolean isRepeated =
                    told.stream()
                            .anyMatch(
                                    other ->
                                            samples.stream()
                                                    .map(Sample::slice)
                                                    .allMatch(
                                                            slice ->
                                                                    slice.share(other)
                                                                            == slice.share(
                                                                                    resource)));
            if (!isWhole && !isRepeated) {
                told.add(r);
            }
        }
        return told;
    }

    private static Performance product(List<Sample> samples, Optional<Performance> near)
            throws Refused {
        double[] found =
                leastSquares(
                        samples,
                        near.map(of -> List.of(Arrays.stream(numbers(of)).map(Math::log).toArray()))
                                .orElseGet(() -> starts(samples, List.of(), LOG_TAUS)),
                        (p, x) ->
                                Performance.Product.saturation(x.cpu(), tau(p[0]))
                                        * Performance.Product.saturation(x.memory(), tau(p[1]))
                                        * Performance.Product.saturation(x.ssd(), tau(p[2])));
        return new Performance.Product(tau(found[0]), tau(found[1]), tau(found[2]));
    }

    private static double[] numbers(Performance of) {
        return of.parameters().stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double tau(double log) {
        return Math.exp(Math.max(-MOST_LOG_TAU, Math.min(MOST_LOG_TAU, log)));
    }

    /** All starts; a resource that no sample varies has one, since no value tells from another. */
    private static List<double[]> starts(
            List<Sample> samples, List<double[]> first, double[] ofResource) {
        List<double[]> values = new ArrayList<>(first);
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            int resource = r;
            double share = samples.get(0).slice().share(r);
            boolean isVaried =
                    samples.stream().anyMatch(each -> each.slice().share(resource) != share);
            values.add(isVaried ? ofResource : new double[] {ofResource[1]});
        }
        List<double[]> starts = List.of(new double[0]);
        for (double[] each : values) {
            starts = starts.stream().flatMap(start -> with(start, each)).toList();
        }
        return starts;
    }

    private static Stream<double[]> with(double[] start, double[] values) {
        return Arrays.stream(values)
                .mapToObj(
                        value -> {
                            double[] longer = Arrays.copyOf(start, start.length + 1);
                            longer[start.length] = value;
                            return longer;
                        });
    }

    private static double[] leastSquares(
            List<Sample> samples,
            List<double[]> starts,
            ToDoubleBiFunction<double[], Slice> function)
            throws Refused {
        int parameters = starts.get(0).length;
        if (samples.size() < parameters) {
            throw new Refused(samples.size() + " samples for " + parameters + " parameters");
        }
        List<Found> first =
                starts.stream()
                        .flatMap(start -> search(samples, start, function, FIRST_EVALUATIONS))
                        .sorted(Comparator.comparingDouble(Found::squares))
                        .toList();
        Stream<Found> positive = first.stream().filter(Found::isPositive).limit(1);
        List<Found> ends =
                Stream.concat(first.stream().limit(MOST_THAT_GO_ON), positive)
                        .distinct()
                        .flatMap(each -> search(samples, each.at(), function, MAX_EVALUATIONS))
                        .sorted(Comparator.comparingDouble(Found::squares))
                        .toList();
        if (ends.isEmpty()) {
            throw new Refused("no least squares within " + MAX_EVALUATIONS + " evaluations");
        }
        double alike = ends.get(0).squares() * (1 + ALIKE) + 1e-12;
        return ends.stream()
                .filter(each -> each.isPositive() && each.squares() <= alike)
                .findFirst()
                .orElse(ends.get(0))
                .at();
    }

    /** Where a search ended. */
    @SuppressWarnings("ArrayRecordComponent") // of one search, never changed
    private record Found(double[] at, double squares) {
        boolean isPositive() {
            return Arrays.stream(at).allMatch(value -> value >= 0);
        }
    }

    private static double squares(
            List<Sample> samples, double[] at, ToDoubleBiFunction<double[], Slice> function) {
        double sum = 0;
        for (Sample sample : samples) {
            double error = function.applyAsDouble(at, sample.slice()) - sample.pi();
            sum += error * error;
        }
        return sum;
    }

    /**
     * One search: where it ends, or the best that it came to if it is stopped before; nothing if
     * that is no number.
     */
    private static Stream<Found> search(
            List<Sample> samples,
            double[] start,
            ToDoubleBiFunction<double[], Slice> function,
            int evaluations) {
        double[] target = samples.stream().mapToDouble(Sample::pi).toArray();
        double[][] best = {start};
        double[] least = {squares(samples, start, function)};
        try {
            new LevenbergMarquardtOptimizer()
                    .optimize(
                            new LeastSquaresBuilder()
                                    .start(start)
                                    .target(target)
                                    .model(
                                            point -> {
                                                double[] at = point.toArray();
                                                double squares = squares(samples, at, function);
                                                if (squares < least[0]) {
                                                    best[0] = at;
                                                    least[0] = squares;
                                                }
                                                return model(samples, at, function);
                                            })
                                    .maxEvaluations(evaluations)
                                    .maxIterations(evaluations)
                                    .build());
        } catch (TooManyEvaluationsException | TooManyIterationsException e) {
            if (evaluations == MAX_EVALUATIONS) {
                return Stream.empty();
            }
        } catch (MathIllegalStateException e) {
            return Stream.empty();
        }
        return Double.isFinite(least[0]) && Arrays.stream(best[0]).allMatch(Double::isFinite)
                ? Stream.of(new Found(best[0], least[0]))
                : Stream.empty();
    }

    /** Values and forward differences at the samples. */
    private static Pair<RealVector, RealMatrix> model(
            List<Sample> samples, double[] at, ToDoubleBiFunction<double[], Slice> function) {
        double[] values = new double[samples.size()];
        double[][] slopes = new double[samples.size()][at.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = function.applyAsDouble(at, samples.get(i).slice());
            for (int k = 0; k < at.length; k++) {
                double[] moved = at.clone();
                moved[k] += STEP;
                slopes[i][k] =
                        (function.applyAsDouble(moved, samples.get(i).slice()) - values[i]) / STEP;
            }
        }
        return new Pair<>(new ArrayRealVector(values), new Array2DRowRealMatrix(slopes));
    }

    /**
     * The mean of the two monotone envelopes: the most measured on a slice that is no larger, and
     * the least on one that is no smaller. Where samples are monotone already it is the samples.
     */
    private static Performance monotone(List<Sample> samples) {
        Map<Slice, double[]> sums = new LinkedHashMap<>();
        for (Sample sample : samples) {
            double[] sum = sums.computeIfAbsent(sample.slice(), slice -> new double[2]);
            sum[0] += sample.pi();
            sum[1]++;
        }
        List<Sample> means =
                sums.entrySet().stream()
                        .map(e -> new Sample(e.getKey(), e.getValue()[0] / e.getValue()[1]))
                        .toList();
        return new Performance.Monotone(
                means.stream()
                        .map(mean -> new Sample(mean.slice(), between(mean.slice(), means)))
                        .toList());
    }

    private static double between(Slice slice, List<Sample> samples) {
        double most = 0;
        double least = 1;
        for (Sample other : samples) {
            if (slice.covers(other.slice())) {
                most = Math.max(most, other.pi());
            }
            if (other.slice().covers(slice)) {
                least = Math.min(least, other.pi());
            }
        }
        return (most + least) / 2;
    }
}
