package dev.stowage.forecast.ets;

import dev.stowage.stats.likelihood.Optimum;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * Fits a model of exponential smoothing by maximum likelihood. For each choice of the smoothing
 * parameters the initial level and slope are the best there are; the initial season is found in
 * turns with the parameters, each of which raises the likelihood, until a turn raises it by less
 * than 0.0001. Where that is not too much work, {@link JointFit} takes all at once, as it does for
 * models with relative errors.
 *
 * <p>Source: Hyndman et al. 2008, chapter 5; bounds as there ({@link ParameterSpace}).
 */
public final class EtsFit {
    private static final int MOST_TURNS = 100;
    private static final double GAIN = 1e-4;
    private static final double LATER_SIZE = 0.3;
    private static final double FIRST_SIZE = 0.8;
    private static final int QUICK_ITERATIONS = 15;

    /** Weights of level, slope and season, and damping, as shares of their ranges. */
    private static final double[][] STARTS = {
        {0.02, 0.02, 0.02, 0.5},
        {0.1, 0.1, 0.05, 0.9},
        {0.4, 0.1, 0.1, 0.5},
        {0.9, 0.05, 0.1, 0.9},
    };

    private final double[] values;
    private final EtsForm form;
    private final ParameterSpace space;
    private final InitialStates states;
    private final double[] errors;

    private EtsFit(double[] values, EtsForm form) {
        this.values = values;
        this.form = form;
        space = new ParameterSpace(form);
        states = new InitialStates(values, form);
        errors = new double[values.length];
    }

    /**
     * True if a series is long enough for a form to be compared with others, and short enough for
     * the work of one with relative errors.
     */
    public static boolean isPossible(int length, EtsForm form) {
        return (!form.isRelative() || JointFit.isAffordable(length, form))
                && length >= form.parameters() + 2
                && (!form.isSeasonal() || length >= 2 * form.period());
    }

    /**
     * The model that makes a series likeliest.
     *
     * @param values one a bucket, finite; see {@link #isPossible}
     */
    public static EtsModel of(double[] values, EtsForm form) {
        EtsModel.checkFinite(values);
        if (!isPossible(values.length, form)) {
            throw new IllegalArgumentException(
                    values.length + " values, too few for " + form.label());
        }
        return new EtsFit(values, form).fit();
    }

    /**
     * A likely model of additive errors with a fraction of the work, for thousands of series: from
     * one start, and a few iterations of all at once.
     *
     * @param values one a bucket, finite; see {@link #isPossible}
     * @param near parameters to begin from; empty for usual ones
     */
    public static EtsModel quick(double[] values, EtsForm form, Optional<EtsParameters> near) {
        EtsModel.checkFinite(values);
        if (form.isRelative() || !isPossible(values.length, form)) {
            throw new IllegalArgumentException(
                    values.length
                            + " values for "
                            + form.label()
                            + ", expected additive errors"
                            + " and a longer series");
        }
        EtsFit fit = new EtsFit(values, form);
        return fit.quick(
                near.map(fit.space::point).orElseGet(() -> fit.space.point(0.2, 0.1, 0.1, 0.9)));
    }

    private EtsModel quick(double[] start) {
        double[] season = states.season();
        double[] point =
                Optimum.near(p -> -squares(space.parameters(p), season), start, FIRST_SIZE).point();
        EtsModel model = ending(point, season);
        if (!form.isSeasonal() || !JointFit.isAffordable(values.length, form)) {
            return model;
        }
        EtsModel joint = new JointFit(values, form).from(point, model.initial(), QUICK_ITERATIONS);
        return joint.logLikelihood() > model.logLikelihood() ? joint : model;
    }

    private EtsModel fit() {
        double[][] starts =
                Arrays.stream(STARTS)
                        .map(each -> space.point(each[0], each[1], each[2], each[3]))
                        .toArray(double[][]::new);
        return form.isRelative() ? relative(starts) : additive(starts);
    }

    /** All starts at once; the likeliest end. */
    private EtsModel relative(double[][] starts) {
        JointFit joint = new JointFit(values, form);
        EtsState state = RelativeStart.of(values, form);
        return Arrays.stream(starts)
                .map(start -> joint.from(start, state))
                .max(Comparator.comparingDouble(EtsFit::finiteLikelihood))
                .orElseThrow();
    }

    private static double finiteLikelihood(EtsModel model) {
        double likelihood = model.logLikelihood();
        return Double.isNaN(likelihood) ? Double.NEGATIVE_INFINITY : likelihood;
    }

    private EtsModel additive(double[][] starts) {
        Turn best = joined(turn(states.season(), starts, 1));
        for (int i = 1; form.isSeasonal() && i < MOST_TURNS; i++) {
            Turn next =
                    turn(
                            best.model().initial().season(),
                            new double[][] {best.point()},
                            LATER_SIZE);
            double gain = next.model().logLikelihood() - best.model().logLikelihood();
            best = gain > 0 ? next : best;
            if (gain < GAIN) {
                break;
            }
        }
        return best.model();
    }

    /** Where all parameters and states at once lead from a turn, if that is not too much work. */
    private Turn joined(Turn turn) {
        if (!form.isSeasonal() || !JointFit.isAffordable(values.length, form)) {
            return turn;
        }
        EtsModel model = new JointFit(values, form).from(turn.point(), turn.model().initial());
        return model.logLikelihood() > turn.model().logLikelihood()
                ? new Turn(space.point(model.parameters()), model)
                : turn;
    }

    /** What one turn found: where the search ended, and the model there. */
    @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
    private record Turn(double[] point, EtsModel model) {}

    /** The best parameters beside a season, and then the best season beside them. */
    private Turn turn(double[] season, double[][] starts, double size) {
        double[] point =
                Optimum.inSpace(p -> -squares(space.parameters(p), season), starts, size).point();
        return new Turn(point, ending(point, season));
    }

    /** The model of a point, with the best state beside a season to begin from. */
    private EtsModel ending(double[] point, double[] season) {
        EtsParameters parameters = space.parameters(point);
        double[] state = states.best(parameters, season);
        if (form.isSeasonal()) {
            state = states.refined(parameters, state);
        }
        return EtsModel.of(form, parameters, EtsState.of(state, 0).centred(form), values);
    }

    private double squares(EtsParameters parameters, double[] season) {
        double squares =
                EtsRecursion.run(values, parameters, states.best(parameters, season), errors);
        return squares > 0 ? Math.log(squares) : -Double.MAX_EXPONENT;
    }
}
