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
 * <p>Metropolis's random walk over what a {@link Posterior} has as coordinates. Source: Metropolis
 * et al. 1953; acceptance adapted during the first part as in Roberts and Rosenthal 2009.
 */
public final class ParameterDraws {
    private static final int FIRST = 500;
    private static final int BETWEEN = 12;
    private static final int DRAWS = 100;
    private static final double ACCEPTED = 0.3;

    private final Posterior posterior;
    private final RandomGenerator random;

    private ParameterDraws(EtsModel best, double[] values, long seed) {
        posterior =
                best.form().isRelative()
                        ? new RelativePosterior(best, values)
                        : new AdditivePosterior(best, values);
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
        double[] point = posterior.start();
        double density = posterior.logDensity(point);
        double size = 1;
        List<PossibleModel> draws = new ArrayList<>();
        for (int step = 1; draws.size() < DRAWS; step++) {
            double[] next = point.clone();
            for (int i = 0; i < next.length; i++) {
                next[i] += size * random.nextGaussian();
            }
            double nextDensity = posterior.logDensity(next);
            boolean isTaken = Math.log(random.nextDouble()) < nextDensity - density;
            if (isTaken) {
                point = next;
                density = nextDensity;
            }
            if (step <= FIRST) {
                size *= Math.exp(((isTaken ? 1 : 0) - ACCEPTED) / Math.sqrt(step));
            } else if ((step - FIRST) % BETWEEN == 0) {
                draws.add(posterior.model(point, random));
            }
        }
        return draws;
    }
}
