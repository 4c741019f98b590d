package dev.stowage.forecast.ets;

import java.util.random.RandomGenerator;

/**
 * Of a form with additive errors: its coordinates are the smoothing parameters, level and slope are
 * integrated out, which is exact since errors are linear in them. Source: Hyndman et al. 2008,
 * section 5.2.
 */
final class AdditivePosterior implements Posterior {
    private final EtsModel best;
    private final double[] values;
    private final double[] season;
    private final ParameterSpace space;
    private final InitialStates states;
    private final double[] errors;

    AdditivePosterior(EtsModel best, double[] values) {
        this.best = best;
        this.values = values;
        season = best.initial().season();
        space = new ParameterSpace(best.form());
        states = new InitialStates(values, best.form());
        errors = new double[values.length];
    }

    @Override
    public double[] start() {
        return space.point(best.parameters());
    }

    @Override
    public double logDensity(double[] point) {
        EtsParameters parameters = space.parameters(point);
        InitialStates.Solved solved = states.solved(parameters, season);
        double squares = EtsRecursion.run(values, parameters, solved.drawn(0, 0, season), errors);
        int linear = best.form().hasSlope() ? 2 : 1;
        return -(values.length - linear) / 2.0 * Math.log(squares)
                - solved.logDeterminant() / 2
                + space.logVolume(point);
    }

    /** Level, slope and variance are drawn. */
    @Override
    public PossibleModel model(double[] point, RandomGenerator random) {
        EtsParameters parameters = space.parameters(point);
        InitialStates.Solved solved = states.solved(parameters, season);
        double squares = EtsRecursion.run(values, parameters, solved.drawn(0, 0, season), errors);
        double share = Posterior.chiSquareShare(best.freedom(), random);
        double sigma = Math.sqrt(squares / best.freedom() / share);
        double[] state =
                solved.drawn(sigma * random.nextGaussian(), sigma * random.nextGaussian(), season);
        return new PossibleModel(
                EtsModel.of(best.form(), parameters, EtsState.of(state, 0), values), sigma);
    }
}
