package dev.stowage.forecast.ets;

import dev.stowage.basis.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What the parameters of a fitted model may be. The best ones are often at a bound (a slope that
 * never changes), from where a forecast looks surer than it is; these are drawn from what the
 * series leaves possible: parameters that are equally likely before, level and slope without any
 * opinion, the variance by its scale. The initial season stays that of the fit.
 *
 * <p>Metropolis's random walk over the parameters, level and slope integrated out, which is exact
 * since errors are linear in them. Source: Metropolis et al. 1953; Hyndman et al. 2008, section
 * 5.2; acceptance adapted during the first part as in Roberts and Rosenthal 2009.
 */
public final class ParameterDraws {
    private static final int FIRST = 500;
    private static final int BETWEEN = 12;
    private static final int DRAWS = 100;
    private static final double ACCEPTED = 0.3;

    private final EtsModel best;
    private final double[] values;
    private final double[] season;
    private final ParameterSpace space;
    private final InitialStates states;
    private final double[] errors;
    private final RandomGenerator random;

    private ParameterDraws(EtsModel best, double[] values, long seed) {
        this.best = best;
        this.values = values;
        season = best.initial().season();
        space = new ParameterSpace(best.form());
        states = new InitialStates(values, best.form());
        errors = new double[values.length];
        random = Seeds.stream(seed, "parameters", 0);
    }

    /**
     * Draws.
     *
     * @param values that the model was fitted to
     */
    public static List<PossibleModel> of(EtsModel best, double[] values, long seed) {
        return new ParameterDraws(best, values, seed).draws();
    }

    private List<PossibleModel> draws() {
        double[] point = space.point(best.parameters());
        double density = logDensity(point);
        double size = 1;
        List<PossibleModel> draws = new ArrayList<>();
        for (int step = 1; draws.size() < DRAWS; step++) {
            double[] next = point.clone();
            for (int i = 0; i < next.length; i++) {
                next[i] += size * random.nextGaussian();
            }
            double nextDensity = logDensity(next);
            boolean isTaken = Math.log(random.nextDouble()) < nextDensity - density;
            if (isTaken) {
                point = next;
                density = nextDensity;
            }
            if (step <= FIRST) {
                size *= Math.exp(((isTaken ? 1 : 0) - ACCEPTED) / Math.sqrt(step));
            } else if ((step - FIRST) % BETWEEN == 0) {
                draws.add(model(point));
            }
        }
        return draws;
    }

    /** Of the parameters alone, but for a constant. */
    private double logDensity(double[] point) {
        EtsParameters parameters = space.parameters(point);
        InitialStates.Solved solved = states.solved(parameters, season);
        double squares = EtsRecursion.run(values, parameters, solved.drawn(0, 0, season), errors);
        int linear = best.form().hasSlope() ? 2 : 1;
        return -(values.length - linear) / 2.0 * Math.log(squares)
                - solved.logDeterminant() / 2
                + space.logVolume(point);
    }

    /** A model with these parameters; level, slope and variance are drawn beside them. */
    private PossibleModel model(double[] point) {
        EtsParameters parameters = space.parameters(point);
        InitialStates.Solved solved = states.solved(parameters, season);
        double squares = EtsRecursion.run(values, parameters, solved.drawn(0, 0, season), errors);
        double sigma = Math.sqrt(squares / best.freedom() / chiSquareShare(best.freedom()));
        double[] state =
                solved.drawn(sigma * random.nextGaussian(), sigma * random.nextGaussian(), season);
        return new PossibleModel(
                EtsModel.of(best.form(), parameters, EtsState.of(state, 0), values), sigma);
    }

    /**
     * A chi-square variable over its degrees of freedom. Source: Wilson and Hilferty 1931, good
     * from some five degrees on; fewer are taken as five.
     */
    private double chiSquareShare(int freedom) {
        double part = 2.0 / (9 * Math.max(5, freedom));
        double root = 1 - part + random.nextGaussian() * Math.sqrt(part);
        return Math.max(0.05, root * root * root);
    }
}
