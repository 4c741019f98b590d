package dev.stowage.sim.node.calibration;

import org.jspecify.annotations.Nullable;

/**
 * A parameter that was fitted.
 *
 * @param name profile and parameter
 * @param prior before the fit
 * @param value after it
 * @param deviation standard deviation of the value, relative where {@code isRelative}
 * @param isRelative true if prior and deviation are of the logarithm
 * @param ofPrior deviation over that of the prior
 * @param evidence who says so
 * @param atLeast where the rows are no more than a bound from below, that bound; null elsewhere
 */
public record FittedParameter(
        String name,
        String unit,
        double prior,
        double value,
        double deviation,
        boolean isRelative,
        double ofPrior,
        Evidence evidence,
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

    /**
     * The same, held to be said by its prior, whatever the curvature of the fit says.
     *
     * @param bound what the rows say: it is not less
     */
    FittedParameter ofPriorOnly(double bound) {
        return new FittedParameter(
                name,
                unit,
                prior,
                value,
                deviation / ofPrior,
                isRelative,
                1,
                Evidence.PRIOR,
                bound);
    }

    static FittedParameter of(FreeParameter free, double place, double deviation) {
        FreeParameter.Prior prior = free.prior();
        double left = deviation / prior.deviation();
        double moved = Math.abs(place - prior.place(prior.mean())) / prior.deviation();
        return new FittedParameter(
                free.name(),
                free.key().form().unit(),
                prior.mean(),
                prior.value(place),
                deviation,
                prior.isLogarithmic(),
                left,
                left < PINNED
                        ? Evidence.DATA
                        : left < UNTOUCHED || moved > UNMOVED ? Evidence.BOTH : Evidence.PRIOR,
                null);
    }
}
