package dev.stowage.profile;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.util.Pair;

/**
 * Fits one form to samples: least squares by Levenberg-Marquardt, at most 3,000 evaluations (the
 * thesis' limit, section 2.3), or the envelopes of a monotone function.
 */
final class FormFitter {
    private static final int MAX_EVALUATIONS = 3000;
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
        return switch (form) {
            case LOGISTIC -> logistic(samples);
            case PRODUCT -> product(samples);
            case MONOTONE -> monotone(samples);
            case PROPORTIONAL -> new Performance.Proportional();
        };
    }

    private static Performance logistic(List<Sample> samples) throws Refused {
        double[] found =
                leastSquares(
                        samples,
                        new double[] {1, 2, 2, 2},
                        (p, x) ->
                                p[0]
                                        * Math.tanh(
                                                (p[1] * x.cpu()
                                                                + p[2] * x.memory()
                                                                + p[3] * x.ssd())
                                                        / 2));
        if (Arrays.stream(found).anyMatch(value -> value < 0)) {
            throw new Refused("a weight below 0: more of a resource would make it slower");
        }
        return new Performance.Logistic(found[0], found[1], found[2], found[3]);
    }

    private static Performance product(List<Sample> samples) throws Refused {
        double[] found =
                leastSquares(
                        samples,
                        new double[] {Math.log(0.1), Math.log(0.1), Math.log(0.1)},
                        (p, x) ->
                                Performance.Product.saturation(x.cpu(), tau(p[0]))
                                        * Performance.Product.saturation(x.memory(), tau(p[1]))
                                        * Performance.Product.saturation(x.ssd(), tau(p[2])));
        return new Performance.Product(tau(found[0]), tau(found[1]), tau(found[2]));
    }

    private static double tau(double log) {
        return Math.exp(Math.max(-MOST_LOG_TAU, Math.min(MOST_LOG_TAU, log)));
    }

    private static double[] leastSquares(
            List<Sample> samples, double[] start, ToDoubleBiFunction<double[], Slice> function)
            throws Refused {
        if (samples.size() < start.length) {
            throw new Refused(samples.size() + " samples for " + start.length + " parameters");
        }
        double[] target = samples.stream().mapToDouble(Sample::pi).toArray();
        try {
            double[] found =
                    new LevenbergMarquardtOptimizer()
                            .optimize(
                                    new LeastSquaresBuilder()
                                            .start(start)
                                            .target(target)
                                            .model(point -> model(samples, point, function))
                                            .maxEvaluations(MAX_EVALUATIONS)
                                            .maxIterations(MAX_EVALUATIONS)
                                            .build())
                            .getPoint()
                            .toArray();
            if (Arrays.stream(found).allMatch(Double::isFinite)) {
                return found;
            }
        } catch (MathIllegalStateException e) {
            // said below, with what a person can use
        }
        throw new Refused("no least squares within " + MAX_EVALUATIONS + " evaluations");
    }

    /** Values and forward differences at the samples. */
    private static Pair<RealVector, RealMatrix> model(
            List<Sample> samples, RealVector point, ToDoubleBiFunction<double[], Slice> function) {
        double[] at = point.toArray();
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
