package dev.stowage.workflow;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.forecast.CleanHistory;
import dev.stowage.forecast.DemandEvent;
import dev.stowage.forecast.DemandForecast;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.json.Json;
import dev.stowage.option.OptionException;
import dev.stowage.output.TextFiles;
import dev.stowage.report.ReportPage;
import dev.stowage.report.forecast.ForecastReport;
import dev.stowage.words.Figures;
import dev.stowage.workflow.forecast.ForecastBuilder;
import dev.stowage.workflow.forecast.ForecastChoice;
import dev.stowage.workflow.forecast.ForecastHistory;
import dev.stowage.workflow.forecast.ForecastRun;
import dev.stowage.workflow.forecast.HistoryChoice;
import dev.stowage.workflow.forecast.HistoryReader;
import dev.stowage.workflow.forecast.PresentCapacity;
import dev.stowage.workflow.forecast.SupplyChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Demand in the future, when capacity runs out, and what to buy.
 *
 * @param history the past
 * @param past without what was set aside of it
 * @param supply what there is, and what can be bought
 * @param capacity what there is of it; empty if nothing was said
 * @param choice how the future is made of the past
 * @param events what the user knows that moves demand
 * @param horizon buckets ahead
 */
public record Forecast(
        ForecastHistory history,
        CleanHistory past,
        SupplyChoice supply,
        Optional<PresentCapacity> capacity,
        ForecastChoice choice,
        List<DemandEvent> events,
        int horizon) {
    private static final long YEAR_MICROS = 365 * 86_400_000_000L;
    private static final long USUAL_TIMES = 4;
    private static final long MOST_TIMES = 20;
    private static final int MOST_BUCKETS = 100_000;
    private static final long MOST_DRAWS = 1_000_000_000L;

    /**
     * Of a CSV of demand or of tasks, or of a trace, everything at its default.
     *
     * @throws InputException if the input is damaged, or too short to say anything
     */
    public static Forecast of(Path input, Progress progress) {
        return of(
                new HistoryReader(input, HistoryChoice.USUAL, progress).read(),
                CleanHistory.Choice.NOTHING,
                SupplyChoice.NONE,
                ForecastChoice.USUAL,
                List.of(),
                OptionalLong.empty());
    }

    /**
     * Prepares a forecast as somebody chose.
     *
     * @param kept what counts though it is no part of level, trend and season
     * @param events what moves demand, in the past and to come
     * @param horizonMicros how far ahead; empty = as long as the history, at most a year, but until
     *     the first order matters
     * @throws OptionException if the season asked for is not in the history
     * @throws InputException if nothing can be said so far ahead
     */
    public static Forecast of(
            ForecastHistory history,
            CleanHistory.Choice kept,
            SupplyChoice supply,
            ForecastChoice choice,
            List<DemandEvent> events,
            OptionalLong horizonMicros) {
        Optional<PresentCapacity> capacity =
                supply.hasCapacity()
                        ? Optional.of(PresentCapacity.of(supply, history))
                        : Optional.empty();
        BucketSeries raw = history.raw();
        choice.check(raw);
        CleanHistory past =
                CleanHistory.of(
                        ForecastRun.without(events, history),
                        history.missing(),
                        choice.modelling(raw.clock()).seasons().periods(),
                        kept);
        int horizon =
                horizon(
                        past.series(),
                        capacity.map(each -> orderMicros(each, supply)).orElse(0L),
                        choice.paths(),
                        horizonMicros);
        ForecastRun.checkEvents(events, history, horizon);
        return new Forecast(history, past, supply, capacity, choice, events, horizon);
    }

    /** Until an order that is made now has come, of any kind, and has held; 0 if there is none. */
    private static long orderMicros(PresentCapacity capacity, SupplyChoice supply) {
        return capacity.offers().stream()
                .mapToLong(each -> each.lead().micros() + supply.everyMicros())
                .max()
                .orElse(0);
    }

    private static int horizon(BucketSeries series, long orders, int paths, OptionalLong given) {
        long past = series.endMicros() - series.startMicros();
        long usual = Math.max(Math.min(past, YEAR_MICROS), Math.min(orders, USUAL_TIMES * past));
        long micros = given.orElse(usual);
        if (micros > MOST_TIMES * past) {
            throw InputException.at(
                    "--horizon",
                    Figures.micros(micros) + " from a history of " + Figures.micros(past),
                    "at most " + MOST_TIMES + " times the history",
                    "Nothing in so short a history tells what will be then.");
        }
        long buckets = series.clock().buckets(micros);
        if (buckets > MOST_BUCKETS || buckets * paths > MOST_DRAWS) {
            throw tooLong(buckets, series, paths);
        }
        return (int) buckets;
    }

    private static InputException tooLong(long buckets, BucketSeries series, int paths) {
        return InputException.at(
                "--horizon",
                Figures.count(buckets)
                        + " buckets of "
                        + Figures.micros(series.clock().bucketMicros())
                        + " on "
                        + Figures.count(paths)
                        + " paths",
                "at most "
                        + Figures.count(MOST_BUCKETS)
                        + " buckets, and "
                        + Figures.count(MOST_DRAWS)
                        + " on all paths",
                "Choose longer buckets with --bucket, or a shorter horizon.");
    }

    /** Forecasts. */
    public DemandForecast run(Progress progress) {
        return new ForecastBuilder(
                        ForecastRun.of(
                                history, past, supply, capacity, choice, events, horizon, progress))
                .forecast();
    }

    /** Writes the forecast and its report into {@code folder}, which exists. */
    public static void write(DemandForecast forecast, Path folder) {
        Json.write(forecast, folder.resolve(DemandForecast.NAME));
        TextFiles.write(folder.resolve(ReportPage.FILE), ForecastReport.html(forecast));
    }

    /** True if one can plan by it, and the capacity lasts through the horizon. */
    public static boolean isGood(DemandForecast forecast) {
        DemandForecast.RunsOut runsOut = forecast.exhaustion();
        return forecast.verdict().isGoodEnough() && (runsOut == null || runsOut.holds());
    }
}
