package dev.stowage.report.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.report.Ticks;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.fleet.FleetManagerView;
import dev.stowage.workflow.fleet.FleetManagerView.Hour;
import dev.stowage.workflow.fleet.FleetResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The report of a fleet: one HTML file. The same result gives the same bytes. */
public final class FleetReport {
    private static final String TONES = "abcdef";
    private static final double HOUR = 3600;

    private final FleetResult result;

    private FleetReport(FleetResult result) {
        this.result = result;
    }

    /** The text of {@code report.html}. */
    public static String html(FleetResult result) {
        SectionedView view = new FleetReport(result).view();
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private SectionedView view() {
        FleetAnswer answer = FleetAnswer.of(result);
        return new SectionedView(
                "Fleet",
                result.name(),
                answer.headline(),
                Stream.concat(result.notes().stream(), answer.sentences().stream()).toList(),
                List.of(decision(), assumptions(), overTime(), placement(), sources()),
                List.of(
                        new Fact("server", result.node()),
                        new Fact("replicas", Amounts.count(result.replicas())),
                        new Fact("length of a run", Amounts.seconds(result.durationSeconds())),
                        new Fact("above target at most", Figures.share(result.violatedShare())),
                        new Fact("replications", Amounts.count(result.replications())),
                        new Fact("seed", Long.toString(result.seed()))),
                "scenario, options and version");
    }

    private Section decision() {
        return new Section(
                "decision",
                "Servers",
                "The fewest servers on which every replica is within its target but for the share"
                        + " allowed; held: replications of the whole time in which that was so."
                        + " Load in targets is the sum of the loads of a server, counted only while"
                        + " all targets on it are met. The values of power are ours.",
                List.of(),
                List.of(
                        table(
                                "managers of the same services",
                                FleetRows.headings(result),
                                each -> FleetRows.cells(result, each))));
    }

    private Section assumptions() {
        return new Section(
                "assumptions",
                "If what is assumed is off",
                "Servers by the frontiers and one run of each mix, where one assumption is"
                        + " multiplied; the ranges are ours. Requests don't change with them.",
                List.of(),
                List.of(
                        table(
                                "servers by the frontiers",
                                FleetRows.cases(result),
                                FleetRows::ifOff)));
    }

    private DataTable table(
            String caption, List<String> headings, Function<FleetManagerView, List<String>> cells) {
        List<DataTable.Column> columns = new ArrayList<>();
        columns.add(DataTable.Column.text("Manager"));
        headings.forEach(each -> columns.add(DataTable.Column.number(each)));
        DataTable.Builder table = new DataTable.Builder(caption, columns);
        Optional<FleetManagerView> best = FleetAnswer.best(result);
        for (FleetManagerView each : result.managers()) {
            List<String> row = new ArrayList<>();
            row.add(result.label(each));
            row.addAll(cells.apply(each));
            while (row.size() < columns.size()) {
                row.add("-");
            }
            table.row(best.filter(each::equals).isPresent(), row);
        }
        return table.build();
    }

    private Section overTime() {
        return new Section(
                "timeline",
                "Hour by hour",
                "Of the first replication, all servers together.",
                List.of(
                        chart(
                                "violated",
                                "Time above target",
                                Axis.value("Above target", "share").upTo(1),
                                Hour::violatedShare),
                        chart(
                                "load",
                                "Load within targets of a server",
                                Axis.value("Load", "share"),
                                Hour::effectiveUtilisation),
                        chart("power", "Power", Axis.value("Power, watts", "W"), Hour::watts)),
                List.of());
    }

    private Chart chart(String id, String title, Axis axis, ToDoubleFunction<Hour> of) {
        double end = result.durationSeconds();
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < result.managers().size(); i++) {
            FleetManagerView each = result.managers().get(i);
            if (!each.hours().isEmpty()) {
                series.add(
                        Series.of(
                                        result.label(each),
                                        "line",
                                        String.valueOf(TONES.charAt(i % TONES.length())),
                                        points(each.hours(), of, end))
                                .stepped());
            }
        }
        View view =
                new View(
                        title,
                        title + " over time by manager",
                        Axis.value("Time", "s").from(0).to(end).inSteps(Ticks.step("s", end)),
                        axis,
                        false,
                        null,
                        series,
                        List.of(),
                        null);
        return new Chart(id, title, "A line for each manager.", false, List.of(view), List.of());
    }

    /** Each hour from its start, the last one to the end of the run. */
    private static ArrayNode points(List<Hour> hours, ToDoubleFunction<Hour> of, double end) {
        double[] starts = hours.stream().mapToDouble(hour -> HOUR * hour.hour()).toArray();
        double[] values = hours.stream().mapToDouble(of).toArray();
        double[] x = Arrays.copyOf(starts, starts.length + 1);
        double[] y = Arrays.copyOf(values, values.length + 1);
        x[starts.length] = end;
        y[values.length] = values[values.length - 1];
        return Chart.pairs(x, y);
    }

    private Section placement() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "what is together on a server",
                        DataTable.Column.text("Manager"),
                        DataTable.Column.text("Replicas"),
                        DataTable.Column.number("Servers"));
        for (FleetManagerView each : result.managers()) {
            for (FleetManagerView.Mix mix : each.mixes()) {
                table.row(
                        false,
                        List.of(result.label(each), mix.replicas(), Amounts.count(mix.servers())));
            }
        }
        return new Section(
                "placement",
                "Who is with whom",
                "Replicas stay on their servers for the whole run.",
                List.of(),
                List.of(table.build()));
    }

    private Section sources() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "parameters by source",
                        DataTable.Column.text("Of"),
                        DataTable.Column.number("table"),
                        DataTable.Column.number("text"),
                        DataTable.Column.number("fitted"),
                        DataTable.Column.number("ours"));
        for (FleetResult.Sources each : result.sources()) {
            List<String> row = new ArrayList<>();
            row.add(each.of());
            for (String source : List.of("table", "text", "fitted", "ours")) {
                Integer count = each.counts().get(source);
                row.add(count == null ? "-" : Amounts.count(count));
            }
            table.row(false, row);
        }
        return new Section(
                "sources",
                "What it relies on",
                "Parameters of the node model: from a table or the text of a paper, fitted to such"
                        + " tables, or ours, a choice for which there is no evidence.",
                List.of(),
                List.of(table.build()));
    }
}
