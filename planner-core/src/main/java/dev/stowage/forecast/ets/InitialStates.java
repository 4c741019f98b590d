package dev.stowage.forecast.ets;

import java.util.Arrays;

/**
 * The state before the first value. Errors are linear in it, so that for given parameters the best
 * one is a least-squares problem: of level and slope alone it is solved within each likelihood; of
 * a whole season by conjugate gradients, which need no matrix and so cost the same for a season of
 * a week as for one of a day.
 *
 * <p>Source: Hyndman et al. 2008, sections 2.6.1 (season by decomposition) and 5.2 (linearity);
 * Hestenes and Stiefel 1952 in the form for least squares (CGLS, Björck 1996, algorithm 7.4.1).
 */
public final class InitialStates {
    private static final int PERIODS = 4;
    private static final int MOST_STEPS = 60;
    private static final double ENOUGH = 1e-9;

    private final double[] values;
    private final EtsForm form;
    private final double[] zeros;
    private final double[] ofSeason;
    private final double[] ofLevel;
    private final double[] ofSlope;

    public InitialStates(double[] values, EtsForm form) {
        this.values = values;
        this.form = form;
        zeros = new double[values.length];
        ofSeason = new double[values.length];
        ofLevel = new double[values.length];
        ofSlope = new double[values.length];
    }

    /** Effects of a season: means over the first periods of what is beside a moving average. */
    double[] season() {
        int period = form.period();
        double[] effects = new double[period];
        if (period == 1) {
            return effects;
        }
        int length = Math.min(values.length, PERIODS * period);
        int[] counts = new int[period];
        for (int i = period / 2; i + period / 2 < length; i++) {
            effects[i % period] += values[i] - centredMean(i);
            counts[i % period]++;
        }
        for (int i = 0; i < period; i++) {
            effects[i] /= Math.max(1, counts[i]);
        }
        double mean = Arrays.stream(effects).average().orElse(0);
        return Arrays.stream(effects).map(each -> each - mean).toArray();
    }

    /** Mean of a period around a value; of an even period both ends count half. */
    private double centredMean(int middle) {
        int period = form.period();
        int half = period / 2;
        double sum = 0;
        for (int i = middle - half; i <= middle + half; i++) {
            sum += values[i];
        }
        if (period % 2 == 0) {
            sum -= (values[middle - half] + values[middle + half]) / 2;
        }
        return sum / period;
    }

    /** The state with the best level and slope beside given effects of a season. */
    public double[] best(EtsParameters parameters, double[] season) {
        return solved(parameters, season).drawn(0, 0, season);
    }

    /**
     * Level and slope as a least-squares problem.
     *
     * @param level the best one
     * @param slope the best one; 0 without a trend
     * @param first how much a deviation moves the level, by the standard deviation of the errors
     * @param across how much it moves the slope
     * @param second how much another one moves the slope alone
     * @param logDeterminant of the matrix of the problem
     */
    record Solved(
            double level,
            double slope,
            double first,
            double across,
            double second,
            double logDeterminant) {
        /** The state that is off from the best one by two deviations. */
        double[] drawn(double one, double other, double[] season) {
            return vector(level + one * first, slope + one * across + other * second, season);
        }
    }

    /** The best level and slope beside given effects of a season, and how sure they are. */
    Solved solved(EtsParameters parameters, double[] season) {
        run(values, parameters, vector(0, 0, season), ofSeason);
        run(zeros, parameters, vector(1, 0, new double[season.length]), ofLevel);
        double a = dot(ofLevel, ofLevel);
        double d = -dot(ofLevel, ofSeason);
        if (form.hasSlope()) {
            run(zeros, parameters, vector(0, 1, new double[season.length]), ofSlope);
            double b = dot(ofLevel, ofSlope);
            double c = dot(ofSlope, ofSlope);
            double e = -dot(ofSlope, ofSeason);
            double determinant = a * c - b * b;
            if (determinant > 1e-12 * a * c) {
                double first = Math.sqrt(c / determinant);
                return new Solved(
                        (d * c - b * e) / determinant,
                        (a * e - b * d) / determinant,
                        first,
                        -b / determinant / first,
                        1 / Math.sqrt(c),
                        Math.log(determinant));
            }
        }
        return new Solved(d / a, 0, 1 / Math.sqrt(a), 0, 0, Math.log(a));
    }

    private static void run(
            double[] series, EtsParameters parameters, double[] state, double[] errors) {
        EtsRecursion.run(series, parameters, state, errors);
    }

    private static double[] vector(double level, double slope, double[] season) {
        double[] vector = new double[2 + season.length];
        vector[0] = level;
        vector[1] = slope;
        System.arraycopy(season, 0, vector, 2, season.length);
        return vector;
    }

    /** The best state of all, by conjugate gradients from another one. */
    double[] refined(EtsParameters parameters, double[] start) {
        double[] state = start.clone();
        double[] errors = new double[values.length];
        run(values, parameters, state.clone(), errors);
        double[] gradient = gradient(parameters, errors);
        double[] direction = gradient.clone();
        double size = dot(gradient, gradient);
        double first = size;
        double[] image = new double[values.length];
        int steps = Math.min(MOST_STEPS, form.states() + 2);
        for (int i = 0; i < steps && size > ENOUGH * ENOUGH * first; i++) {
            run(zeros, parameters, direction.clone(), image); // minus the change of predictions
            double length = size / dot(image, image);
            add(state, direction, length);
            add(errors, image, length);
            gradient = gradient(parameters, errors);
            double next = dot(gradient, gradient);
            double share = next / size;
            size = next;
            for (int j = 0; j < direction.length; j++) {
                direction[j] = gradient[j] + share * direction[j];
            }
        }
        return state;
    }

    /** Where the sum of the squares falls fastest, among the states that the form has. */
    private double[] gradient(EtsParameters parameters, double[] errors) {
        double[] gradient = new double[2 + form.period()];
        EtsRecursion.adjoint(errors, parameters, gradient);
        if (!form.hasSlope()) {
            gradient[1] = 0;
        }
        if (!form.isSeasonal()) {
            gradient[2] = 0;
        }
        return gradient;
    }

    private static void add(double[] to, double[] what, double times) {
        for (int i = 0; i < to.length; i++) {
            to[i] += times * what[i];
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
