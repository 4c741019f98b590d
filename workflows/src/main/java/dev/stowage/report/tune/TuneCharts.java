package dev.stowage.report.tune;

import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.sim.energy.EnergyDay;
import dev.stowage.sim.energy.EnergyHour;
import dev.stowage.sim.energy.EnergyModel;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.OperatingPoint;
import dev.stowage.sim.energy.Trials;
import dev.stowage.workflow.tune.TuneResult;
import dev.stowage.workflow.tune.TuneScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The day, and the surface on which the tuner searches. */
final class TuneCharts {
    private static final int LEVELS = 5;
    private static final int STRIDE = 8;

    private final TuneResult result;

    TuneCharts(TuneResult result) {
        this.result = result;
    }

    Chart watts() {
        return new Chart(
                "watts",
                "Power",
                "After the trials of each hour."
                        + (result.infeasibleHours().isEmpty()
                                ? ""
                                : " No best is drawn where "
                                        + TuneScope.of(result.choice().manager()).one("no")
                                        + " meets the target."),
                false,
                List.of(
                        day(
                                "power",
                                Axis.value("Power, watts", "W").from(0),
                                List.of(
                                        line("Tuned", "a", TuneResult.Hour::watts),
                                        line("Linux", "b", TuneResult.Hour::linuxWatts),
                                        line("Best", "c", h -> number(h.oracleWatts()))),
                                List.of())),
                List.of());
    }

    Chart latency() {
        double target = result.choice().target().micros();
        List<Series> series = new ArrayList<>();
        series.add(line("Tuned", "a", h -> capped(h.micros(), target)));
        series.add(line("Linux", "b", h -> capped(h.linuxMicros(), target)));
        if (!result.infeasibleHours().isEmpty()) {
            series.add(
                    line(
                            "Least, infeasible",
                            "c",
                            h ->
                                    h.oracleWatts() == null
                                            ? capped(h.leastMicros(), target)
                                            : Double.NaN));
        }
        return new Chart(
                "latency",
                "Latency",
                "The percentile that is bounded. Above three times the target nothing is drawn.",
                false,
                List.of(
                        day(
                                "latency",
                                Axis.value("Percentile, microseconds", "us").from(0),
                                series,
                                List.of(new Line(target, "target", false, true, false, "")))),
                List.of());
    }

    private static double capped(@Nullable Double value, double target) {
        return value == null || value > 3 * target ? Double.NaN : value;
    }

    private static double number(@Nullable Double value) {
        return value == null ? Double.NaN : value;
    }

    private View day(String what, Axis y, List<Series> series, List<Line> lines) {
        Axis hours = Axis.value("Hour", "").from(0).to(result.hours().size()).inWholeNumbers();
        return new View(what, what + " by hour", hours, y, false, null, series, lines, null);
    }

    private Series line(String name, String tone, ToDoubleFunction<TuneResult.Hour> value) {
        int count = result.hours().size();
        double[] x = new double[count + 1]; // the last hour lasts as long as the others
        double[] y = new double[count + 1];
        for (int i = 0; i <= count; i++) {
            x[i] = i;
            y[i] = value.applyAsDouble(result.hours().get(Math.min(i, count - 1)));
        }
        return Series.of(name, "line", tone, Chart.pairs(x, y)).stepped();
    }

    /** The hours of least, middle and largest load. */
    Chart surface() {
        List<TuneResult.Hour> byLoad =
                result.hours().stream()
                        .sorted(Comparator.comparingDouble(TuneResult.Hour::requestsPerSecond))
                        .toList();
        List<View> views = new ArrayList<>();
        int last = byLoad.size() - 1;
        for (int place : Arrays.stream(new int[] {0, last / 2, last}).distinct().toArray()) {
            views.add(surface(byLoad.get(place)));
        }
        return new Chart(
                "power-surface",
                "Power and target",
                "Choose an hour above the chart.",
                true,
                views,
                List.of());
    }

    private View surface(TuneResult.Hour hour) {
        EnergyModel model = result.scenario().model();
        double[] ghz = model.platform().frequenciesGhz().stream().mapToDouble(f -> f).toArray();
        double[] delays = model.platform().itr().values();
        OperatingPoint[][] points = new OperatingPoint[ghz.length][delays.length];
        double low = Double.POSITIVE_INFINITY;
        double high = 0;
        for (int f = 0; f < ghz.length; f++) {
            for (int d = 0; d < delays.length; d++) {
                points[f][d] = model.at(hour.requestsPerSecond(), ghz[f], delays[d]);
                low = Math.min(low, points[f][d].watts());
                high = Math.max(high, points[f][d].watts());
            }
        }
        List<Series> series = new ArrayList<>();
        for (int level = 1; level <= LEVELS; level++) {
            double watts = low + (high - low) * level / (LEVELS + 1);
            series.add(
                    Series.of(
                                    Math.round(watts) + " W",
                                    "line",
                                    Chart.tone(level),
                                    Chart.pairs(ghz, contour(points, delays, watts)))
                            .thinner());
        }
        series.add(
                Series.of(
                                result.target(),
                                "line",
                                "a",
                                Chart.pairs(ghz, bound(hour.requestsPerSecond(), ghz, delays)))
                        .inDashes());
        series.add(trials(hour));
        return new View(
                "hour " + hour.hour(),
                "power over frequency and delay in hour " + hour.hour(),
                Axis.value("Frequency, GHz", "GHz").from(ghz[0]).to(ghz[ghz.length - 1]),
                Axis.value("Delay, microseconds", "us").from(0).to(delays[delays.length - 1]),
                false,
                null,
                series,
                List.of(),
                null);
    }

    /** Shortest delay from which on a frequency takes at most a power; NaN if none or all do. */
    private static double[] contour(OperatingPoint[][] points, double[] delays, double watts) {
        double[] line = new double[points.length];
        for (int f = 0; f < line.length; f++) {
            int d = delays.length;
            while (d > 0 && points[f][d - 1].watts() <= watts) {
                d--;
            }
            line[f] = d == 0 || d == delays.length ? Double.NaN : delays[d];
        }
        return line;
    }

    /**
     * Longest delay that meets the target, sought from above in strides and then within one; NaN if
     * none does.
     */
    private double[] bound(double load, double[] ghz, double[] delays) {
        EnergyDay day =
                EnergyDay.exact(
                        result.scenario().model(),
                        result.choice().target(),
                        Objective.ENERGY,
                        result.choice().trials());
        double[] line = new double[ghz.length];
        for (int f = 0; f < line.length; f++) {
            int d = delays.length - 1;
            while (d >= 0 && !isMet(day, load, ghz[f], delays[d])) {
                d = d == 0 ? -1 : Math.max(0, d - STRIDE);
            }
            int missed = d < 0 ? d : Math.min(delays.length, d + STRIDE);
            while (missed - d > 1) {
                int middle = (d + missed) / 2;
                if (isMet(day, load, ghz[f], delays[middle])) {
                    d = middle;
                } else {
                    missed = middle;
                }
            }
            line[f] = d < 0 ? Double.NaN : delays[d];
        }
        return line;
    }

    private boolean isMet(EnergyDay day, double load, double ghz, double delay) {
        return result.choice().target().isMet(day.point(load, ghz, delay));
    }

    /** Single points: a gap stands after each. */
    private Series trials(TuneResult.Hour hour) {
        EnergyHour of = result.first().get(hour.hour());
        List<Trials.Trial> tried =
                of.trials().stream()
                        .sorted(Comparator.comparingDouble(t -> t.operation().ghz()))
                        .toList();
        double[] x = new double[2 * tried.size()];
        double[] y = new double[2 * tried.size()];
        for (int i = 0; i < tried.size(); i++) {
            x[2 * i] = tried.get(i).operation().ghz();
            x[2 * i + 1] = x[2 * i];
            y[2 * i] = tried.get(i).operation().itrMicros();
            y[2 * i + 1] = Double.NaN;
        }
        return Series.of("Trials", "line", "f", Chart.pairs(x, y)).withPoints();
    }
}
