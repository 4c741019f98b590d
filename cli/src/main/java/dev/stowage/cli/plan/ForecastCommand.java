package dev.stowage.cli.plan;

import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.forecast.DemandForecast;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.ReportPage;
import dev.stowage.report.forecast.ForecastText;
import dev.stowage.workflow.Forecast;
import dev.stowage.workflow.forecast.ForecastHistory;
import dev.stowage.workflow.forecast.HistoryChoice;
import dev.stowage.workflow.forecast.HistoryReader;
import dev.stowage.workflow.forecast.SupplyChoice;
import java.nio.file.Path;
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
        Forecast ahead =
                Forecast.of(
                        history,
                        historyFlags.keeps(common),
                        supply,
                        forecastFlags.choice(),
                        historyFlags.events(history),
                        forecastFlags.horizonMicros(common));
        try (OutputTarget target =
                output.directory(history.name() + ".forecast", DemandForecast.NAME)) {
            DemandForecast forecast = ahead.run(common.progress());
            Forecast.write(forecast, target.temporary());
            target.commit();
            common.print(forecast, new ForecastText(forecast, common.style())::print);
            common.note("Written: " + target.path());
            common.note("Report: " + target.path().resolve(ReportPage.FILE));
            return (Forecast.isGood(forecast) ? ExitCode.DONE : ExitCode.NO).code();
        }
    }

    @Override
    public void checkArguments() {
        forecastFlags.check(common);
        historyFlags.choice(common);
        supplyFlags.choice(common);
        forecastFlags.choice();
    }
}
