package dev.stowage.workflow.forecast;

import dev.stowage.forecast.CleanHistory;
import dev.stowage.forecast.ForecastStudy;
import dev.stowage.forecast.ForecastStudy.Modelling;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.model.Resources;
import java.util.Optional;

/**
 * A forecast with all that was asked for.
 *
 * @param history past
 * @param past without what was set aside
 * @param modelling how it was modelled
 * @param supply what there is and what can be bought, as chosen
 * @param capacity what there is; empty if none was named
 * @param buy server that can be bought; empty if there is none
 * @param horizon buckets ahead
 * @param paths futures drawn
 * @param seed of their draws
 * @param study the answer
 */
public record ForecastRun(
        ForecastHistory history,
        CleanHistory past,
        Modelling modelling,
        SupplyChoice supply,
        Optional<PresentCapacity> capacity,
        Optional<Resources> buy,
        int horizon,
        int paths,
        long seed,
        ForecastStudy study) {

    /** Runs it. */
    public static ForecastRun of(
            ForecastHistory history,
            CleanHistory past,
            SupplyChoice supply,
            Optional<PresentCapacity> capacity,
            ForecastChoice choice,
            int horizon) {
        BucketSeries series = past.series();
        Modelling modelling = choice.modelling(series.clock());
        Optional<Resources> buy = supply.buy().or(() -> capacity.flatMap(PresentCapacity::largest));
        double share = supply.utilisation();
        ForecastStudy study =
                ForecastStudy.of(
                        new ForecastStudy.Request(
                                past,
                                modelling,
                                horizon,
                                capacity.map(
                                        each ->
                                                new ForecastStudy.Supply(
                                                        amounts(each.total(), share),
                                                        buy.map(size -> amounts(size, share)),
                                                        series.clock().buckets(supply.leadMicros()),
                                                        Math.max(
                                                                1,
                                                                series.clock()
                                                                        .buckets(
                                                                                supply
                                                                                        .everyMicros())),
                                                        supply.confidence())),
                                choice.paths(),
                                choice.seed()));
        return new ForecastRun(
                history,
                past,
                modelling,
                supply,
                capacity,
                buy,
                horizon,
                choice.paths(),
                choice.seed(),
                study);
    }

    /** Cores and GiB of a share. */
    static double[] amounts(Resources size, double share) {
        return new double[] {size.cores() * share, size.gib() * share};
    }
}
