package dev.stowage.stats.likelihood;

import dev.stowage.stats.sample.Sample;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.analysis.MultivariateFunction;
import org.apache.commons.math3.exception.TooManyEvaluationsException;
import org.apache.commons.math3.optim.InitialGuess;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.PointValuePair;
import org.apache.commons.math3.optim.SimpleValueChecker;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.nonlinear.scalar.ObjectiveFunction;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.apache.commons.math3.optim.nonlinear.scalar.noderiv.SimplexOptimizer;
import org.apache.commons.math3.optim.univariate.BrentOptimizer;
import org.apache.commons.math3.optim.univariate.SearchInterval;
import org.apache.commons.math3.optim.univariate.UnivariateObjectiveFunction;

/** The largest value of a function, with several starts. NaN counts as minus infinity. */
public final class Optimum {
    private static final int MAX_EVALUATIONS = 2000;
    private static final double WORST = -1e300;

    /** Points that tell one start from another. */
    private static final int COARSE = 250;

    private Optimum() {}

    /**
     * Where a function is largest.
     *
     * @param point the arguments
     * @param value the function there
     * @param isConverged false if the optimiser ran out of evaluations
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
    public record Found(double[] point, double value, boolean isConverged) {
        public boolean isFinite() {
            return value > WORST;
        }
    }

    /** Scans a line, then refines around the best point by Brent's method. */
    public static Found onLine(DoubleUnaryOperator function, double low, double high, int points) {
        double best = low;
        double bestValue = WORST;
        double step = (high - low) / (points - 1);
        for (int i = 0; i < points; i++) {
            double point = i == points - 1 ? high : low + step * i;
            double value = finite(function.applyAsDouble(point));
            if (value > bestValue) {
                bestValue = value;
                best = point;
            }
        }
        double from = Math.max(low, best - step);
        double to = Math.min(high, best + step);
        try {
            var found =
                    new BrentOptimizer(1e-10, 1e-12)
                            .optimize(
                                    new MaxEval(MAX_EVALUATIONS),
                                    new UnivariateObjectiveFunction(
                                            x -> finite(function.applyAsDouble(x))),
                                    GoalType.MAXIMIZE,
                                    new SearchInterval(from, to, best));
            return found.getValue() >= bestValue
                    ? new Found(new double[] {found.getPoint()}, found.getValue(), true)
                    : new Found(new double[] {best}, bestValue, true);
        } catch (TooManyEvaluationsException e) {
            return new Found(new double[] {best}, bestValue, false);
        }
    }

    /**
     * A likelihood over all points: Nelder and Mead from the best two of the starts, over a coarse
     * summary of the points; then from the better end over all of them, and once more from there.
     */
    static Found inSpace(
            Function<Sample, MultivariateFunction> likelihood,
            Sample points,
            double[][] starts,
            double size) {
        Found coarse = fromStarts(likelihood.apply(points.compressed(COARSE)), starts, size);
        MultivariateFunction function = likelihood.apply(points);
        Found found = simplex(function, coarse.point(), 0.2 * size);
        Found again = simplex(function, found.point(), 0.1 * size);
        return again.value() >= found.value() ? again : found;
    }

    /**
     * Any function: Nelder and Mead from the best two of the starts, and once more from where the
     * better one ended.
     *
     * @param starts at least one point
     * @param size of the first simplex along each argument
     */
    public static Found inSpace(
            ToDoubleFunction<double[]> function, double[][] starts, double size) {
        MultivariateFunction value = function::applyAsDouble;
        Found found = fromStarts(value, starts, size);
        Found again = simplex(value, found.point(), 0.2 * size);
        return again.value() >= found.value() ? again : found;
    }

    /**
     * Any function, roughly: Nelder and Mead from one start until a step gains less than a
     * hundred-thousandth.
     *
     * @param size of the first simplex along each argument
     */
    public static Found near(ToDoubleFunction<double[]> function, double[] start, double size) {
        return simplex(function::applyAsDouble, start, size, new SimpleValueChecker(-1, 1e-5));
    }

    private static Found fromStarts(MultivariateFunction function, double[][] starts, double size) {
        int first = -1;
        int second = -1;
        double[] values = new double[starts.length];
        for (int i = 0; i < starts.length; i++) {
            values[i] = finite(function.value(starts[i]));
            if (first < 0 || values[i] > values[first]) {
                second = first;
                first = i;
            } else if (second < 0 || values[i] > values[second]) {
                second = i;
            }
        }
        Found found = simplex(function, starts[first], size);
        if (second >= 0) {
            Found other = simplex(function, starts[second], size);
            found = other.value() > found.value() ? other : found;
        }
        return found;
    }

    private static Found simplex(MultivariateFunction function, double[] start, double size) {
        return simplex(function, start, size, new SimpleValueChecker(1e-11, 1e-9, MAX_EVALUATIONS));
    }

    private static Found simplex(
            MultivariateFunction function,
            double[] start,
            double size,
            SimpleValueChecker checker) {
        double[] edges = new double[start.length];
        Arrays.fill(edges, size);
        SimplexOptimizer optimizer = new SimplexOptimizer(checker);
        try {
            PointValuePair found =
                    optimizer.optimize(
                            new MaxEval(MAX_EVALUATIONS),
                            new ObjectiveFunction(x -> finite(function.value(x))),
                            GoalType.MAXIMIZE,
                            new InitialGuess(start),
                            new NelderMeadSimplex(edges));
            return new Found(found.getPoint(), found.getValue(), true);
        } catch (TooManyEvaluationsException e) {
            return new Found(start, finite(function.value(start)), false);
        }
    }

    private static double finite(double value) {
        return Double.isFinite(value) && value > WORST ? value : WORST;
    }
}
