package dev.stowage.forecast.ets;

import dev.stowage.basis.Check;

/**
 * A model of exponential smoothing with additive errors: class 1 of Hyndman, Koehler, Ord and
 * Snyder, Forecasting with Exponential Smoothing, 2008.
 *
 * @param trend of the level
 * @param period buckets of a season; 1 for none
 */
public record EtsForm(Trend trend, int period) {
    public EtsForm {
        Check.positive("period", period);
    }

    /** True if it has a season. */
    public boolean isSeasonal() {
        return period > 1;
    }

    /** True if its level moves by a slope. */
    public boolean hasSlope() {
        return trend != Trend.NONE;
    }

    /** Free smoothing parameters. */
    int smoothing() {
        int slope =
                switch (trend) {
                    case NONE -> 0;
                    case ADDITIVE -> 1;
                    case DAMPED -> 2;
                };
        return 1 + slope + (isSeasonal() ? 1 : 0);
    }

    /** Free initial states: the effects of a season sum to zero. */
    int states() {
        return 1 + (hasSlope() ? 1 : 0) + (period - 1);
    }

    /** All that is estimated, the variance of the errors included. */
    public int parameters() {
        return smoothing() + states() + 1;
    }

    /** {@code ETS(A,Ad,A)[24]}. */
    public String label() {
        String season = isSeasonal() ? "A)[" + period + "]" : "N)";
        return "ETS(A," + trend.letter() + "," + season;
    }
}
