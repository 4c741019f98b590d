package dev.stowage.report.simulate;

import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.TimeAxis;
import dev.stowage.run.TimeSeries;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Levels of one run over time: what is asked for, given and there; who waits. */
final class RunCharts {
    private static final int DRAWN_ROWS = 480;

    /** A column of the series as it is drawn. */
    private record Curve(String name, String column, String kind, String tone) {}

    private final TimeSeries series;

    RunCharts(TimeSeries series) {
        this.series = TimeAxis.thinned(series, DRAWN_ROWS);
    }

    List<Chart> all() {
        return List.of(
                chart(
                        "chart-load",
                        "Demand and capacity over time",
                        "Demand is what running and waiting tasks ask for together; where it is"
                                + " above what is given, tasks wait."
                                + (hasGpus()
                                        ? " What waiting tasks ask of GPUs is not recorded."
                                        : ""),
                        loads()),
                chart(
                        "chart-servers",
                        "Servers and waiting tasks over time",
                        "How many servers run a task, how many are up, and how many tasks wait.",
                        List.of(
                                view(
                                        "Servers",
                                        "servers",
                                        List.of(
                                                new Curve("In use", "serversInUse", "area", "a"),
                                                new Curve("Up", "serversUp", "line", "c"))),
                                view(
                                        "Waiting tasks",
                                        "tasks",
                                        List.of(
                                                new Curve(
                                                        "Waiting",
                                                        "tasksPending",
                                                        "area",
                                                        "b"))))));
    }

    private boolean hasGpus() {
        return series.columns().containsKey("gpusCapacity");
    }

    private List<View> loads() {
        List<View> loads = new ArrayList<>();
        loads.add(amount("CPU", "cores", "cpu", "Cores"));
        loads.add(amount("Memory", "GiB", "memory", "Gib"));
        if (hasGpus()) {
            loads.add(
                    view(
                            "GPUs",
                            "GPUs",
                            List.of(
                                    new Curve("Given to tasks", "gpusAllocated", "area", "a"),
                                    new Curve("Capacity", "gpusCapacity", "line", "c"))));
        }
        return loads;
    }

    private Chart chart(String id, String title, String caption, List<View> views) {
        String step = Amounts.seconds(series.stepMicros() / 1e6);
        return new Chart(
                id,
                title,
                caption + " Each point is the mean over " + step + ".",
                false,
                series.size() == 0 ? List.of() : views,
                List.of());
    }

    private View amount(String name, String unit, String column, String suffix) {
        return view(
                name,
                unit,
                List.of(
                        new Curve("Demand", column + "Demand" + suffix, "area", "b"),
                        new Curve("Given to tasks", column + "Allocated" + suffix, "line", "a"),
                        new Curve("Capacity", column + "Capacity" + suffix, "line", "c")));
    }

    private View view(String name, String unit, List<Curve> curves) {
        List<Series> drawn = new ArrayList<>();
        double top = 0;
        StringBuilder alt = new StringBuilder(name).append(" over time;");
        for (Curve curve : curves) {
            double[] values = series.column(curve.column());
            double highest = Arrays.stream(values).max().orElse(0);
            top = Math.max(top, highest);
            alt.append(drawn.isEmpty() ? " " : ", ")
                    .append(curve.name().toLowerCase(Locale.ROOT))
                    .append(" at most ")
                    .append(Amounts.unit(Amounts.decimal(highest), unit));
            Series one =
                    Series.of(
                                    curve.name(),
                                    curve.kind(),
                                    curve.tone(),
                                    Chart.pairs(TimeAxis.edges(series), TimeAxis.held(values)))
                            .stepped();
            drawn.add(curve.name().equals("Capacity") ? one.inDashes() : one);
        }
        return new View(
                name,
                alt.append('.').toString(),
                series.size() == 0 ? Axis.value("", "s") : TimeAxis.of(series),
                Axis.value(
                                name.toLowerCase(Locale.ROOT).contains(unit)
                                        ? name
                                        : name + " (" + unit + ")",
                                unit)
                        .upTo(Math.max(1, top * 1.05)),
                false,
                null,
                drawn,
                List.of(),
                null);
    }
}
