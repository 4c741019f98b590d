package dev.stowage.forecast;

import java.util.Optional;

/**
 * A trend of the history that its model leaves out: a level that follows each error can explain a
 * rise as well as a slope does, but goes on flat.
 *
 * @param now level beside the season
 * @param byTrend level at the end of the horizon, if the trend goes on
 * @param byModel the level then that is as likely passed as not by the futures of the model
 * @param errors standard errors by which the trend is away from none
 */
public record LostTrend(double now, double byTrend, double byModel, double errors) {
    /** A change of the level by less is no matter. */
    private static final double MATTERS = 0.05;

    /** A model that goes less of the way that the trend means has lost it. */
    private static final double LEAST_SHARE = 0.25;

    /**
     * Looks for one.
     *
     * @param model that was chosen
     * @param values that it was fitted to
     * @param byModel median of the level at the end of the horizon
     */
    static Optional<LostTrend> of(DemandModel model, double[] values, double byModel, int horizon) {
        double now = model.ets().besideSeason();
        return model.clearTrend(values)
                .map(
                        trend ->
                                new LostTrend(
                                        model.scale().amount(now),
                                        model.scale().amount(now + horizon * trend.slope()),
                                        byModel,
                                        trend.errors()))
                .filter(LostTrend::isLost);
    }

    private boolean isLost() {
        double change = byTrend - now;
        return Math.abs(change) > MATTERS * now && (byModel - now) / change < LEAST_SHARE;
    }
}
