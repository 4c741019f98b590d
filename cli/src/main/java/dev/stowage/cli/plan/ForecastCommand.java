package dev.stowage.cli.plan;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.forecast.CleanHistory;
import dev.stowage.forecast.DemandForecast;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.json.Json;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.forecast.ForecastReport;
import dev.stowage.report.forecast.ForecastText;
import dev.stowage.words.Figures;
import dev.stowage.workflow.forecast.ForecastBuilder;
import dev.stowage.workflow.forecast.ForecastChoice;
import dev.stowage.workflow.forecast.ForecastHistory;
import dev.stowage.workflow.forecast.ForecastRun;
import dev.stowage.workflow.forecast.HistoryChoice;
import dev.stowage.workflow.forecast.HistoryReader;
import dev.stowage.workflow.forecast.PresentCapacity;
import dev.stowage.workflow.forecast.SupplyChoice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code stowage forecast}: demand in the future, when capacity runs out, what to buy. */
@Command(
        name = "forecast",
        customSynopsis = "stowage forecast INPUT [-o NAME.forecast] [OPTIONS]",
        description = {
            "Forecast demand from its history: how it grows, when capacity runs out, and which"
                    + " servers to order when.",
            "",
            "INPUT is a CSV with the header time_s,cpu,memory_gib, a CSV of tasks, or a trace, whose"
                    + " requests or measured use are added up. Writes forecast.json and report.html"
                    + " (opens from disk). Exits with 1 if the forecast is not good enough to plan by,"
                    + " or the capacity does not last through the horizon with the confidence asked"
                    + " for."
        },
        footer = {
            "  stowage forecast demand.csv --servers 40x48c256g --lead-time 8w",
            "  stowage forecast june.trace --of usage --capacity 400c1600g",
            "  stowage forecast demand.csv --growth 30%% --horizon 1y --servers 40x48c256g"
        })
public final class ForecastCommand implements Callable<Integer>, CheckedCommand {
    private static final String REPORT = "report.html";
    private static final long YEAR_MICROS = 365 * 86_400_000_000L;
    private static final long USUAL_TIMES = 4;
    private static final long MOST_TIMES = 20;
    private static final int MOST_BUCKETS = 100_000;
    private static final long MOST_DRAWS = 1_000_000_000L;

    @Parameters(paramLabel = "INPUT", description = "A CSV of demand or of tasks, or a trace.")
    private Path input = Path.of("");

    @Mixin private HistoryFlags historyFlags = new HistoryFlags();
    @Mixin private ForecastFlags forecastFlags = new ForecastFlags();
    @Mixin private SupplyFlags supplyFlags = new SupplyFlags();
    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        forecastFlags.check(common);
        HistoryChoice choice = historyFlags.choice(common);
        SupplyChoice supply = supplyFlags.choice(common);
        ForecastHistory history = new HistoryReader(input, choice, common.progress()).read();
        Optional<PresentCapacity> capacity =
                supply.hasCapacity()
                        ? Optional.of(PresentCapacity.of(supply, history))
                        : Optional.empty();
        ForecastChoice choices = forecastFlags.choice();
        choices.check(history.raw());
        CleanHistory past = clean(history, choices);
        int horizon = horizon(past.series(), supply);
        try (OutputTarget target =
                output.directory(history.name() + ".forecast", DemandForecast.NAME)) {
            DemandForecast forecast =
                    new ForecastBuilder(
                                    ForecastRun.of(
                                            history, past, supply, capacity, choices, horizon))
                            .forecast();
            Json.write(forecast, target.temporary().resolve(DemandForecast.NAME));
            write(target.temporary().resolve(REPORT), ForecastReport.html(forecast));
            target.commit();
            if (common.isJson()) {
                common.out().print(Json.text(forecast));
            } else {
                new ForecastText(forecast, common.style()).print(common.out());
            }
            common.note("Written: " + target.path());
            common.note("Report: " + target.path().resolve(REPORT));
            DemandForecast.RunsOut runsOut = forecast.exhaustion();
            boolean isGood = forecast.verdict().isGoodEnough();
            return (isGood && (runsOut == null || runsOut.holds()) ? ExitCode.DONE : ExitCode.NO)
                    .code();
        }
    }

    @Override
    public void checkArguments() {
        forecastFlags.check(common);
        historyFlags.choice(common);
        supplyFlags.choice(common);
        forecastFlags.choice();
    }

    private CleanHistory clean(ForecastHistory history, ForecastChoice choices) {
        BucketSeries raw = history.raw();
        return CleanHistory.of(
                raw,
                history.missing(),
                choices.modelling(raw.clock()).periods(),
                historyFlags.keeps(common));
    }

    /** As said; else as long as the history, at most a year, but until the first order matters. */
    private int horizon(BucketSeries series, SupplyChoice supply) {
        OptionalLong given = forecastFlags.horizonMicros(common);
        long past = series.endMicros() - series.startMicros();
        long orders = supply.canBuy() ? supply.leadMicros() + supply.everyMicros() : 0;
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
        if (buckets > MOST_BUCKETS || buckets * forecastFlags.paths() > MOST_DRAWS) {
            throw tooLong(buckets, series);
        }
        return (int) buckets;
    }

    private InputException tooLong(long buckets, BucketSeries series) {
        return InputException.at(
                "--horizon",
                Figures.count(buckets)
                        + " buckets of "
                        + Figures.micros(series.clock().bucketMicros())
                        + " on "
                        + Figures.count(forecastFlags.paths())
                        + " paths",
                "at most "
                        + Figures.count(MOST_BUCKETS)
                        + " buckets, and "
                        + Figures.count(MOST_DRAWS)
                        + " on all paths",
                "Choose longer buckets with --bucket, or a shorter horizon.");
    }

    private static void write(Path file, String text) {
        try {
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
