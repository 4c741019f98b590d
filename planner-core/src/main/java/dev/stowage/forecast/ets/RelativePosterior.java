package dev.stowage.forecast.ets;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Of a form with relative errors: its coordinates are the smoothing parameters, and how far level
 * and slope are from the best ones, in units of how sure they are beside the best parameters. Level
 * and slope are without any opinion before. The initial season is drawn beside the best parameters,
 * errors being nearly linear in it.
 */
final class RelativePosterior implements Posterior {
    private static final double STEP = 1e-6;

    private final EtsModel best;
    private final double[] values;
    private final double[] season;
    private final ParameterSpace space;
    private final double[] errors;
    private final int first;
    private final double ofLevel;
    private final double across;
    private final double ofSlope;
    private final double[][] ofSeason;

    RelativePosterior(EtsModel best, double[] values) {
        this.best = best;
        this.values = values;
        season = best.initial().season();
        space = new ParameterSpace(best.form());
        errors = new double[values.length];
        first = best.form().smoothing();
        double level = best.initial().level();
        double[] byLevel = derivative(STEP * level, 0, new double[season.length]);
        double a = dot(byLevel, byLevel);
        double sigma = best.sigma();
        ofSeason = ofSeason();
        if (best.form().hasSlope()) {
            double[] bySlope = derivative(0, STEP * level, new double[season.length]);
            double b = dot(byLevel, bySlope);
            double c = dot(bySlope, bySlope);
            double determinant = Math.max(a * c - b * b, 1e-9 * a * c);
            ofLevel = sigma * Math.sqrt(c / determinant);
            across = -sigma * b / Math.sqrt(c * determinant);
            ofSlope = sigma / Math.sqrt(c);
        } else {
            ofLevel = sigma / Math.sqrt(a);
            across = 0;
            ofSlope = 0;
        }
    }

    @Override
    public double[] start() {
        return Arrays.copyOf(space.point(best.parameters()), first + (ofSlope > 0 ? 2 : 1));
    }

    @Override
    public double logDensity(double[] coordinates) {
        double[] point = Arrays.copyOf(coordinates, first);
        double[] state = state(coordinates);
        double logs = EtsRecursion.runRelative(values, space.parameters(point), state, errors);
        double density = -logs - values.length / 2.0 * Math.log(dot(errors, errors));
        return Double.isFinite(density)
                ? density + space.logVolume(point)
                : Double.NEGATIVE_INFINITY;
    }

    @Override
    public PossibleModel model(double[] coordinates, RandomGenerator random) {
        EtsParameters parameters = space.parameters(coordinates);
        double share = Posterior.chiSquareShare(best.freedom(), random);
        double[] state = state(coordinates);
        EtsModel model = EtsModel.of(best.form(), parameters, EtsState.of(state, 0), values);
        double sigma = model.sigma() / Math.sqrt(share);
        if (best.form().isSeasonal()) {
            double[] deviations = new double[season.length];
            Arrays.setAll(deviations, i -> sigma * random.nextGaussian());
            double[] off = Damped.drawn(ofSeason, deviations);
            for (int i = 0; i < season.length; i++) {
                state[2 + i] = Math.max(STEP, state[2 + i] + off[i]);
            }
            model = EtsModel.of(best.form(), parameters, EtsState.of(state, 0), values);
        }
        return new PossibleModel(model, sigma);
    }

    /** How much errors say about each effect of the season, and about two together. */
    private double[][] ofSeason() {
        double[][] columns = new double[season.length][];
        for (int i = 0; i < season.length; i++) {
            double[] effects = new double[season.length];
            effects[i] = STEP;
            columns[i] = derivative(0, 0, effects);
        }
        double[][] products = new double[season.length][season.length];
        for (int i = 0; i < season.length; i++) {
            for (int j = 0; j < season.length; j++) {
                products[i][j] = dot(columns[i], columns[j]);
            }
        }
        return products;
    }

    private double[] state(double[] coordinates) {
        double level = coordinates[first];
        double slope = ofSlope > 0 ? coordinates[first + 1] : 0;
        EtsState initial = best.initial();
        return new EtsState(
                        initial.level() + ofLevel * level,
                        initial.slope() + across * level + ofSlope * slope,
                        season)
                .vector();
    }

    /** How errors change with the state, by a unit of what it is moved by. */
    private double[] derivative(double level, double slope, double[] effects) {
        double[] state = best.initial().vector();
        state[0] += level;
        state[1] += slope;
        double size = level + slope;
        for (int i = 0; i < effects.length; i++) {
            state[2 + i] += effects[i];
            size += effects[i];
        }
        double[] own = best.errors();
        double[] moved = new double[values.length];
        EtsRecursion.runRelative(values, best.parameters(), state, moved);
        for (int i = 0; i < moved.length; i++) {
            moved[i] = (moved[i] - own[i]) / size;
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
