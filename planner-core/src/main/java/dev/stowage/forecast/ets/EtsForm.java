package dev.stowage.forecast.ets;

import dev.stowage.basis.Check;

/**
 * A model of exponential smoothing: class 1, with additive errors, or classes 2 and 3, with
 * relative ones, of Hyndman, Koehler, Ord and Snyder, Forecasting with Exponential Smoothing, 2008.
 *
 * @param trend of the level
 * @param period buckets of a season; 1 for none
 * @param errors how they enter, and the season with them
 */
public record EtsForm(Trend trend, int period, Errors errors) {
    public EtsForm {
        Check.positive("period", period);
    }

    /** With additive errors. */
    public EtsForm(Trend trend, int period) {
        this(trend, period, Errors.ADDITIVE);
    }

    /** True if error and season are shares of the level; all values are above zero then. */
    public boolean isRelative() {
        return errors == Errors.RELATIVE;
    }

    /** True if it has a season. */
    public boolean isSeasonal() {
        return period > 1;
    }

    /** True if its level moves by a slope. */
    public boolean hasSlope() {
        return trend != Trend.NONE;
    }

    /** True if its slope moves with the errors. */
    boolean learnsSlope() {
        return trend == Trend.ADDITIVE || trend == Trend.DAMPED;
    }

    /** Free smoothing parameters. */
    int smoothing() {
        int slope =
                switch (trend) {
                    case NONE, STEADY -> 0;
                    case ADDITIVE -> 1;
                    case DAMPED -> 2;
                };
        return 1 + slope + (isSeasonal() ? 1 : 0);
    }

    /** Free initial states: the effects of a season sum to zero, or have a mean of one. */
    int states() {
        return 1 + (hasSlope() ? 1 : 0) + (period - 1);
    }

    /** All that is estimated, the variance of the errors included. */
    public int parameters() {
        return smoothing() + states() + 1;
    }

    /** {@code ETS(A,Ad,A)[24]}. */
    public String label() {
        String kind = isRelative() ? "M" : "A";
        String season = isSeasonal() ? kind + ")[" + period + "]" : "N)";
        return "ETS(" + kind + "," + trend.letter() + "," + season;
    }
}
