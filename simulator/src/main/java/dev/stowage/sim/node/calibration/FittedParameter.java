package dev.stowage.sim.node.calibration;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A parameter that was fitted.
 *
 * @param name profile and parameter
 * @param prior before the fit
 * @param value after it
 * @param lowest of the value and those of all fits that leave out one load (of a published table:
 *     one cell); no bound of the true value. Null where some of these fits cannot tell it at all
 * @param highest of them, likewise
 * @param isAtBound true if it would go on were it not for a bound of what it may be
 * @param evidence who says so
 * @param isGuess true if the rows are no more than a bound from below, however far the fit moved it
 * @param atLeast of a guess, that bound; null where there is none
 */
public record FittedParameter(
        String name,
        String unit,
        double prior,
        double value,
        @Nullable Double lowest,
        @Nullable Double highest,
        boolean isAtBound,
        Evidence evidence,
        boolean isGuess,
        @Nullable Double atLeast) {
    private static final double PINNED = 0.5;
    private static final double UNTOUCHED = 0.9;
    private static final double UNMOVED = 0.25; // deviations of the prior; ours

    /** Where the value comes from. */
    public enum Evidence {
        /** The data leave less than half of the prior's deviation. */
        DATA,
        /** Both say something. */
        BOTH,
        /** The data leave at least 90 % of the prior's deviation, and the value near its mean. */
        PRIOR
    }

    /** The same, not pinned by data, whatever the fit says. */
    FittedParameter unpinned() {
        return with(evidence == Evidence.DATA ? Evidence.BOTH : evidence, isGuess, atLeast);
    }

    /**
     * The same as a guess, said by its prior alone unless the fit moved it.
     *
     * @param bound what the rows say: it is not less; null if they say nothing
     */
    FittedParameter guess(FreeParameter.Prior of, @Nullable Double bound) {
        double moved = Math.abs(of.place(value) - of.place(of.mean())) / of.deviation();
        return with(moved > UNMOVED ? Evidence.BOTH : Evidence.PRIOR, true, bound);
    }

    private FittedParameter with(Evidence said, boolean isNoMore, @Nullable Double bound) {
        return new FittedParameter(
                name, unit, prior, value, lowest, highest, isAtBound, said, isNoMore, bound);
    }

    /**
     * Of a fit.
     *
     * @param deviation what the residuals leave of the prior's, if they were independent
     * @param others places where fits to a part of the data have it; empty if there are none, and
     *     NaN for a fit that cannot tell it
     */
    static FittedParameter of(FreeParameter free, double place, double deviation, double[] others) {
        FreeParameter.Prior prior = free.prior();
        double left = Math.max(deviation, jackknife(others)) / prior.deviation();
        double moved = Math.abs(place - prior.place(prior.mean())) / prior.deviation();
        boolean isTold = others.length > 0 && Arrays.stream(others).noneMatch(Double::isNaN);
        return new FittedParameter(
                free.name(),
                free.key().form().unit(),
                prior.mean(),
                prior.value(place),
                isTold ? prior.free(Arrays.stream(others).reduce(place, Math::min)) : null,
                isTold ? prior.free(Arrays.stream(others).reduce(place, Math::max)) : null,
                prior.isAtBound(place),
                left < PINNED && (isTold || others.length == 0)
                        ? Evidence.DATA
                        : left < UNTOUCHED || moved > UNMOVED ? Evidence.BOTH : Evidence.PRIOR,
                false,
                null);
    }

    /** Standard deviation of a value by those that leave out a group each (B. Efron, 1982). */
    private static double jackknife(double[] others) {
        double[] told = Arrays.stream(others).filter(each -> !Double.isNaN(each)).toArray();
        double mean = Arrays.stream(told).average().orElse(0);
        double squares = Arrays.stream(told).map(each -> (each - mean) * (each - mean)).sum();
        return told.length < 2 ? 0 : Math.sqrt(squares * (told.length - 1) / told.length);
    }
}
