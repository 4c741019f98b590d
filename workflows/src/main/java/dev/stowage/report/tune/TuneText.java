package dev.stowage.report.tune;

import dev.stowage.scenario.TuneScenario;
import dev.stowage.sim.energy.LatencyTarget;
import dev.stowage.sim.energy.OperatingPoint;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import dev.stowage.workflow.tune.TuneResult;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A tuned day, for the terminal. */
public final class TuneText {
    private final TuneResult result;
    private final Style style;

    public TuneText(TuneResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    /** Prints all of it. */
    public void print(PrintWriter out) {
        TuneAnswer answer = TuneAnswer.of(result);
        Wrapped.lines(Wrapped.plain(answer.headline()))
                .forEach(line -> out.println(style.bold(line)));
        answer.sentences().forEach(each -> Wrapped.print(out, each));
        out.println();
        TextTable table =
                new TextTable(
                        Column.figure("hour"),
                        Column.figure("requests/s"),
                        Column.figure("delay"),
                        Column.figure("frequency"),
                        Column.figure("power"),
                        Column.figure("us"),
                        Column.figure("Linux"),
                        Column.figure("us"),
                        Column.figure("best"));
        for (TuneResult.Hour each : result.hours()) {
            table.row(
                    Integer.toString(each.hour()),
                    Figures.count(Math.round(each.requestsPerSecond())),
                    Math.round(each.itrMicros()) + " us",
                    String.format(Locale.ROOT, "%.2f GHz", each.ghz()),
                    watts(each.watts()),
                    micros(each.micros(), each.isMet()),
                    watts(each.linuxWatts()),
                    micros(each.linuxMicros(), each.isLinuxMet()),
                    each.oracleWatts() == null ? "none" : watts(each.oracleWatts()));
        }
        table.print(out, style, 0);
        boolean isAbove =
                result.hours().stream().anyMatch(each -> !each.isMet() || !each.isLinuxMet());
        if (isAbove) {
            out.println("! above the target");
        }
    }

    /** What one pair does in each hour. */
    public static TextTable pair(
            TuneScenario scenario, double itrMicros, double ghz, LatencyTarget target) {
        TextTable table =
                new TextTable(
                        Column.figure("hour"),
                        Column.figure("requests/s"),
                        Column.figure("power"),
                        Column.figure("p" + target.percentile()),
                        Column.text("target"));
        for (int hour = 0; hour < scenario.requestsPerSecond().size(); hour++) {
            double load = scenario.requestsPerSecond().get(hour);
            OperatingPoint point = scenario.model().at(load, ghz, itrMicros);
            double micros = point.percentileMicros(target.percentile() / 100.0);
            table.row(
                    Integer.toString(hour),
                    Figures.count(Math.round(load)),
                    String.format(Locale.ROOT, "%.1f W", point.watts()),
                    Double.isFinite(micros) ? Math.round(micros) + " us" : "no steady state",
                    micros <= target.micros() ? "met" : "missed");
        }
        return table;
    }

    private static String watts(double watts) {
        return String.format(Locale.ROOT, "%.0f W", watts);
    }

    private static String micros(@Nullable Double micros, boolean isMet) {
        return (micros == null ? "∞" : Long.toString(Math.round(micros))) + (isMet ? "" : "!");
    }
}
