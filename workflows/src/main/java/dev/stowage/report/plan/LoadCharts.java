package dev.stowage.report.plan;

import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.TimeAxis;
import dev.stowage.run.RunSummary.ExtraLevel;
import dev.stowage.run.RunSummary.Level;
import dev.stowage.run.TimeSeries;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is asked for and what is there over time, and how well it is used. */
final class LoadCharts {
    private static final int DRAWN_ROWS = 480;
    private static final int TABLE_ROWS = 24;

    // columns of series.parquet
    static final String CPU_SHARE = "cpuAllocatedShare";
    static final String MEMORY_SHARE = "memoryAllocatedShare";
    static final String CPU_CORES = "cpuAllocatedCores";
    static final String MEMORY_GIB = "memoryAllocatedGib";
    static final String CPU_DEMAND = "cpuDemandCores";
    static final String MEMORY_DEMAND = "memoryDemandGib";
    static final String SERVERS_IN_USE = "serversInUse";
    static final String PENDING = "tasksPending";

    private final PlanFigures figures;
    private final TimeSeries series;

    private LoadCharts(PlanFigures figures) {
        this.figures = figures;
        this.series = TimeAxis.thinned(figures.series(), DRAWN_ROWS);
    }

    static List<Chart> of(PlanFigures figures) {
        LoadCharts charts = new LoadCharts(figures);
        return List.of(charts.demandAndCapacity(), charts.utilisation());
    }

    private boolean isEmpty() {
        return series.size() == 0;
    }

    private Chart demandAndCapacity() {
        return new Chart(
                "chart-demand",
                "Demand and capacity over time",
                "Demand is what running and waiting tasks ask for together; where it is above what"
                        + " is given, tasks wait. Each point is the mean over "
                        + step(series)
                        + ".",
                true,
                isEmpty() ? List.of() : List.of(cpuView(), memoryView()),
                isEmpty() ? List.of() : List.of(demandTable()));
    }

    private View cpuView() {
        double capacity = figures.cores();
        return resource("CPU", "cores", CPU_DEMAND, CPU_CORES, capacity);
    }

    private View memoryView() {
        double capacity = figures.gib();
        return resource("Memory", "GiB", MEMORY_DEMAND, MEMORY_GIB, capacity);
    }

    private View resource(
            String name, String unit, String demandColumn, String givenColumn, double capacity) {
        double[] asked = series.column(demandColumn);
        double[] given = series.column(givenColumn);
        double[] times = TimeAxis.edges(series);
        String alt =
                name
                        + " asked for and given over time, against a capacity of "
                        + Amounts.unit(Amounts.decimal(capacity), unit)
                        + "; the highest mean demand is "
                        + Amounts.unit(Amounts.decimal(highest(asked)), unit)
                        + ".";
        double top = Math.max(capacity, highest(asked)) * 1.05;
        Axis y = Axis.value(name + " (" + unit + ")", unit).upTo(top);
        return new View(
                name,
                alt,
                TimeAxis.of(series),
                y,
                false,
                null,
                List.of(
                        Series.of("Demand", "area", "b", Chart.pairs(times, TimeAxis.held(asked)))
                                .stepped()
                                .thinner(),
                        Series.of(
                                        "Given to tasks",
                                        "line",
                                        "a",
                                        Chart.pairs(times, TimeAxis.held(given)))
                                .stepped()),
                List.of(
                        new Line(
                                capacity,
                                "capacity " + Amounts.unit(Amounts.decimal(capacity), unit),
                                false,
                                true,
                                true,
                                "c")),
                null);
    }

    private Chart utilisation() {
        Level cpu = figures.summary().utilisation().cpuAllocated();
        Level memory = figures.summary().utilisation().memoryAllocated();
        return new Chart(
                "chart-utilisation",
                "Utilisation over time",
                "Share of the capacity that is given to tasks. CPU: mean "
                        + Amounts.share(cpu.mean())
                        + ", peak "
                        + Amounts.share(cpu.peak())
                        + ". Memory: mean "
                        + Amounts.share(memory.mean())
                        + ", peak "
                        + Amounts.share(memory.peak())
                        + "."
                        + gpus(),
                false,
                isEmpty()
                        ? List.of()
                        : List.of(
                                shares(),
                                counts("Servers in use", SERVERS_IN_USE, "servers"),
                                counts("Waiting tasks", PENDING, "tasks")),
                isEmpty() ? List.of() : List.of(utilisationTable()));
    }

    private String gpus() {
        ExtraLevel gpus = figures.summary().utilisation().extras().get("gpuAllocated");
        return gpus == null
                ? ""
                : " GPUs: mean "
                        + Amounts.share(gpus.share().mean())
                        + ", peak "
                        + Amounts.share(gpus.share().peak())
                        + " of "
                        + Amounts.gpus(gpus.capacity())
                        + ".";
    }

    private View shares() {
        double[] times = TimeAxis.edges(series);
        return new View(
                "Share given to tasks",
                "Shares of CPU and memory that are given to tasks over time.",
                TimeAxis.of(series),
                Axis.value("Share of the capacity", "share").from(0).to(1),
                false,
                null,
                List.of(
                        Series.of(
                                        "CPU",
                                        "line",
                                        "a",
                                        Chart.pairs(times, TimeAxis.held(series.column(CPU_SHARE))))
                                .stepped(),
                        Series.of(
                                        "Memory",
                                        "line",
                                        "d",
                                        Chart.pairs(
                                                times, TimeAxis.held(series.column(MEMORY_SHARE))))
                                .stepped()),
                shareBounds(),
                null);
    }

    private List<Line> shareBounds() {
        List<Line> lines = new ArrayList<>();
        for (ObjectiveValue value : figures.plan().objective()) {
            boolean isCpu = value.metric().startsWith("cpuAllocated.");
            if (isCpu || value.metric().startsWith("memoryAllocated.")) {
                String statistic = value.metric().substring(value.metric().indexOf('.') + 1);
                lines.add(
                        new Line(
                                value.bound(),
                                (isCpu ? "CPU " : "memory ")
                                        + statistic
                                        + " at most "
                                        + Amounts.share(value.bound()),
                                false,
                                true,
                                lines.size() % 2 == 1,
                                "b"));
            }
        }
        return lines;
    }

    private View counts(String name, String column, String unit) {
        double[] values = series.column(column);
        return new View(
                name,
                name + " over time; the highest mean is " + Amounts.decimal(highest(values)) + ".",
                TimeAxis.of(series),
                Axis.value(name, unit).upTo(Math.max(1, highest(values))),
                false,
                null,
                List.of(
                        Series.of(
                                        name,
                                        "area",
                                        "a",
                                        Chart.pairs(TimeAxis.edges(series), TimeAxis.held(values)))
                                .stepped()),
                List.of(),
                null);
    }

    private DataTable demandTable() {
        TimeSeries rows = TimeAxis.thinned(figures.series(), TABLE_ROWS);
        double cores = figures.cores();
        double gib = figures.gib();
        DataTable.Builder table =
                new DataTable.Builder(
                        "demand and what was given, mean over "
                                + step(rows)
                                + "; the capacity is "
                                + Amounts.cores(cores)
                                + " and "
                                + Amounts.gib(gib),
                        DataTable.Column.number("From, h:min:s"),
                        DataTable.Column.number("CPU demand, cores"),
                        DataTable.Column.number("CPU given, cores"),
                        DataTable.Column.number("Memory demand, GiB"),
                        DataTable.Column.number("Memory given, GiB"));
        for (int i = 0; i < rows.size(); i++) {
            table.row(
                    Amounts.clock(rows.timeMicros()[i]),
                    Amounts.decimal(rows.column(CPU_DEMAND)[i]),
                    Amounts.decimal(rows.column(CPU_CORES)[i]),
                    Amounts.decimal(rows.column(MEMORY_DEMAND)[i]),
                    Amounts.decimal(rows.column(MEMORY_GIB)[i]));
        }
        return table.build();
    }

    private DataTable utilisationTable() {
        TimeSeries rows = TimeAxis.thinned(figures.series(), TABLE_ROWS);
        DataTable.Builder table =
                new DataTable.Builder(
                        "utilisation, mean over " + step(rows),
                        DataTable.Column.number("From, h:min:s"),
                        DataTable.Column.number("CPU"),
                        DataTable.Column.number("Memory"),
                        DataTable.Column.number("Servers in use"),
                        DataTable.Column.number("Waiting tasks"));
        for (int i = 0; i < rows.size(); i++) {
            table.row(
                    Amounts.clock(rows.timeMicros()[i]),
                    Amounts.share(rows.column(CPU_SHARE)[i]),
                    Amounts.share(rows.column(MEMORY_SHARE)[i]),
                    Amounts.decimal(rows.column(SERVERS_IN_USE)[i]),
                    Amounts.decimal(rows.column(PENDING)[i]));
        }
        return table.build();
    }

    private static String step(TimeSeries rows) {
        return Amounts.seconds(rows.stepMicros() / 1e6);
    }

    private static double highest(double[] values) {
        return Arrays.stream(values).max().orElse(0);
    }
}
