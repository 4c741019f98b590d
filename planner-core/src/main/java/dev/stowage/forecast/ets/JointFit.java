package dev.stowage.forecast.ets;

import java.util.Arrays;

/**
 * All smoothing parameters and initial states of a model at once, by Levenberg and Marquardt's
 * method: the likelihood is a sum of squares of errors, each times the geometric mean of the
 * predictions if errors are relative. Bounded by a number of iterations and never by the clock.
 *
 * <p>Source: Marquardt, SIAM J. Appl. Math. 11(2), 1963; likelihoods of Hyndman et al. 2008,
 * section 5.1.
 */
final class JointFit {
    private static final int MOST_ITERATIONS = 300;
    private static final double ENOUGH = 1e-5; // of the log-likelihood
    private static final double STEP = 1e-6;
    private static final double MOST_DAMPING = 1e12;

    /** Rows times squared columns of one iteration's problem. */
    private static final double MOST_WORK = 2e6;

    private final double[] values;
    private final EtsForm form;
    private final ParameterSpace space;
    private final int first;

    JointFit(double[] values, EtsForm form) {
        this.values = values;
        this.form = form;
        space = new ParameterSpace(form);
        first = form.smoothing();
    }

    /** True if a series and its season are short enough for the work of it. */
    static boolean isAffordable(int length, EtsForm form) {
        double columns = form.period() + 6.0;
        return length * columns * columns <= MOST_WORK;
    }

    /** The best model that is found from a start. */
    EtsModel from(double[] point, EtsState start) {
        return from(point, start, MOST_ITERATIONS);
    }

    /** The best model that is found from a start in so many iterations. */
    EtsModel from(double[] point, EtsState start, int iterations) {
        double[] best = join(point, start);
        double[] residuals = new double[values.length];
        double squares = residuals(best, residuals);
        double damping = Double.isFinite(squares) ? 1e-3 : MOST_DAMPING;
        for (int i = 0; i < iterations && damping < MOST_DAMPING && squares > 0; i++) {
            double[][] normal = new double[best.length][best.length];
            double[] gradient = new double[best.length];
            problem(best, residuals, normal, gradient);
            double gain = 0;
            while (gain <= 0 && damping < MOST_DAMPING) {
                double[] next = moved(best, Damped.solved(normal, gradient, damping));
                double[] nextResiduals = new double[values.length];
                double nextSquares = residuals(next, nextResiduals);
                gain = squares - nextSquares;
                if (gain > 0) {
                    best = next;
                    residuals = nextResiduals;
                    squares = nextSquares;
                    damping = Math.max(1e-9, damping / 8);
                } else {
                    damping *= 4;
                    gain = 0;
                }
            }
            if (gain * values.length < 2 * ENOUGH * squares) {
                break;
            }
        }
        return model(best);
    }

    private double[] join(double[] point, EtsState state) {
        double[] joined = Arrays.copyOf(point, first + 2 + form.period());
        System.arraycopy(state.vector(), 0, joined, first, 2 + form.period());
        return joined;
    }

    private EtsModel model(double[] joined) {
        return EtsModel.of(
                form,
                space.parameters(joined),
                EtsState.of(state(joined), 0).centred(form),
                values);
    }

    private double[] state(double[] joined) {
        return Arrays.copyOfRange(joined, first, joined.length);
    }

    /** Sum of squares of what is set; infinite where a prediction is not above zero. */
    private double residuals(double[] joined, double[] residuals) {
        double[] state = state(joined);
        EtsParameters parameters = space.parameters(joined);
        double scale = 1;
        if (form.isRelative()) {
            double logs = EtsRecursion.runRelative(values, parameters, state, residuals);
            scale = Math.exp(logs / values.length);
        } else {
            EtsRecursion.run(values, parameters, state, residuals);
        }
        double sum = 0;
        for (int i = 0; i < residuals.length; i++) {
            residuals[i] *= scale;
            sum += residuals[i] * residuals[i];
        }
        return Double.isFinite(sum) ? sum : Double.POSITIVE_INFINITY;
    }

    private void problem(double[] at, double[] residuals, double[][] normal, double[] gradient) {
        double[][] columns = new double[at.length][];
        for (int j = 0; j < at.length; j++) {
            columns[j] = isFree(j) ? derivative(at, residuals, j) : new double[values.length];
        }
        for (int i = 0; i < at.length; i++) {
            for (int j = 0; j <= i; j++) {
                normal[i][j] = dot(columns[i], columns[j]);
                normal[j][i] = normal[i][j];
            }
            gradient[i] = -dot(columns[i], residuals);
        }
    }

    private double[] derivative(double[] at, double[] residuals, int coordinate) {
        double[] beside = at.clone();
        double unit =
                coordinate < first ? 1 : Math.max(Math.abs(at[first]), Math.abs(at[coordinate]));
        double step = STEP * (isEffect(coordinate) && form.isRelative() ? 1 : unit);
        step = step > 0 ? step : STEP;
        beside[coordinate] += step;
        double[] moved = new double[residuals.length];
        if (residuals(beside, moved) == Double.POSITIVE_INFINITY) {
            return new double[residuals.length];
        }
        for (int i = 0; i < moved.length; i++) {
            moved[i] = (moved[i] - residuals[i]) / step;
        }
        return moved;
    }

    private boolean isEffect(int coordinate) {
        return coordinate >= first + 2;
    }

    private boolean isFree(int coordinate) {
        return coordinate == first + 1
                ? form.hasSlope()
                : !isEffect(coordinate) || form.isSeasonal();
    }

    private static double[] moved(double[] from, double[] by) {
        double[] moved = from.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += by[i];
        }
        return moved;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
