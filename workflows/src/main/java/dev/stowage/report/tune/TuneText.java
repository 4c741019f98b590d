package dev.stowage.report.tune;

import dev.stowage.scenario.tune.TuneScenario;
import dev.stowage.sim.energy.EnergyDay;
import dev.stowage.sim.energy.EnergyManager;
import dev.stowage.sim.energy.LatencyTarget;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.Operation;
import dev.stowage.sim.energy.Trials;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import dev.stowage.workflow.tune.TuneOptions.Pair;
import dev.stowage.workflow.tune.TuneResult;
import dev.stowage.workflow.tune.TuneScope;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A tuned day, for the terminal. */
public final class TuneText {
    private static final String STUCK =
            "no steady state: requests pile up, with all cores at work; such power is no saving,"
                    + " since what is left behind is served later";

    private final TuneResult result;
    private final Style style;

    public TuneText(TuneResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    /** Prints all of it. */
    public void print(PrintWriter out) {
        TuneAnswer answer = TuneAnswer.of(result);
        Wrapped.print(out, style.bold(answer.headline()));
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
                    each.isLinux() ? "Linux's" : Math.round(each.itrMicros()) + " us",
                    String.format(Locale.ROOT, "%.2f GHz", each.ghz()),
                    watts(each.watts()),
                    micros(each.micros(), each.isMet()),
                    watts(each.linuxWatts()),
                    micros(each.linuxMicros(), each.isLinuxMet()),
                    each.oracleWatts() == null
                            ? none(number(each.leastMicros()))
                            : watts(each.oracleWatts()));
        }
        table.print(out, style, 0);
        boolean isAbove =
                result.hours().stream().anyMatch(each -> !each.isMet() || !each.isLinuxMet());
        if (isAbove) {
            out.println("! above the target");
        }
        if (!result.infeasibleHours().isEmpty()) {
            printNone(TuneScope.of(result.choice().manager()), out);
        }
    }

    private static void printNone(TuneScope scope, PrintWriter out) {
        Wrapped.print(
                out,
                "none: infeasible, with the least percentile of all "
                        + scope.of()
                        + ", and of Linux");
    }

    /** Prints what one pair does in each hour, and which hours no pair holds. */
    public static void printPair(
            TuneScenario scenario, Pair asked, LatencyTarget target, PrintWriter out, Style style) {
        TextTable table =
                new TextTable(
                        Column.figure("hour"),
                        Column.figure("requests/s"),
                        Column.figure("power"),
                        Column.figure("p" + target.percentile()),
                        Column.figure("target"));
        double[] loads =
                scenario.requestsPerSecond().stream().mapToDouble(Double::doubleValue).toArray();
        EnergyDay day =
                EnergyDay.exact(
                        scenario.model(), target, Objective.ENERGY, Trials.Settings.usual());
        boolean isStuck = false;
        boolean isInfeasible = false;
        for (int hour = 0; hour < loads.length; hour++) {
            Operation pair = day.point(loads[hour], asked.gigahertz(), asked.itrMicros());
            double micros = target.of(pair);
            isStuck |= Double.isInfinite(micros);
            boolean isMet = micros <= target.micros();
            Operation best = isMet ? pair : day.best(EnergyManager.TUNED, loads[hour], hour);
            boolean isHeld = target.of(best) <= target.micros();
            isInfeasible |= !isHeld;
            table.row(
                    Integer.toString(hour),
                    Figures.count(Math.round(loads[hour])),
                    String.format(Locale.ROOT, "%.1f W", pair.watts()),
                    Double.isFinite(micros) ? Math.round(micros) + " us" : "no steady state",
                    isMet ? "met" : isHeld ? "missed" : none(target.of(best)));
        }
        table.print(out, style, 0);
        if (isInfeasible) {
            printNone(TuneScope.of(EnergyManager.TUNED), out);
        }
        if (isStuck) {
            out.println(STUCK);
        }
        scenario.notes().forEach(each -> Wrapped.print(out, each));
    }

    /** In place of the best setting where none meets the target. */
    private static String none(double leastMicros) {
        return Double.isFinite(leastMicros)
                ? "none (" + Math.round(leastMicros) + " us)"
                : "none (∞)";
    }

    private static String watts(double watts) {
        return String.format(Locale.ROOT, "%.0f W", watts);
    }

    private static double number(@Nullable Double micros) {
        return micros == null ? Double.POSITIVE_INFINITY : micros;
    }

    private static String micros(@Nullable Double micros, boolean isMet) {
        return (micros == null ? "∞" : Long.toString(Math.round(micros))) + (isMet ? "" : "!");
    }
}
