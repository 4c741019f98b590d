package dev.stowage.report.node;

import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Line;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.report.Ticks;
import dev.stowage.sim.stacked.Cores;
import dev.stowage.sim.stacked.PimCloudRun.Interval;
import dev.stowage.words.Amounts;
import dev.stowage.workflow.node.PimResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The report of a server with two kinds of cores: one HTML file. */
public final class PimReport {
    private static final double MOST_LATENCY = 3;

    private final PimResult result;
    private final List<Interval> timeline;

    private PimReport(PimResult result) {
        this.result = result;
        timeline = result.controller().timeline();
    }

    /** The text of {@code report.html}. */
    public static String html(PimResult result) {
        SectionedView view = new PimReport(result).view();
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private SectionedView view() {
        String mix =
                result.services().stream()
                        .map(each -> each.name() + " " + Amounts.share(each.load()))
                        .collect(Collectors.joining(", "));
        return new SectionedView(
                "Two kinds of cores",
                mix,
                PimText.headline(result),
                PimText.sentences(result),
                List.of(managers(), nodes(), overTime()),
                List.of(
                        new Fact("server", result.server().description()),
                        new Fact("seed", Long.toString(result.seed()))),
                "services, loads, seed and version");
    }

    private Section managers() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "managers, each at its best in the steady state",
                        Column.text("Manager"),
                        Column.number("Holds these loads times"),
                        Column.text("What it may do"));
        result.managers()
                .forEach(
                        each ->
                                table.row(
                                        each.name(),
                                        PimText.factor(each.factor()),
                                        each.description()));
        return new Section(
                "managers",
                "Managers",
                "Loads are shares of the largest load of a service alone on any of the cores.",
                List.of(),
                List.of(table.build()));
    }

    private Section nodes() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "kinds of servers, compared with the first",
                        Column.text("Server"),
                        Column.number("Holds these loads times"),
                        Column.number("Do the work of one"),
                        Column.text("Interval"),
                        Column.text("What it has"));
        result.nodes()
                .forEach(
                        each ->
                                table.row(
                                        each.name(),
                                        PimText.factor(each.factor()),
                                        PimText.factor(each.replaces()),
                                        PimText.factor(each.lower())
                                                + " to "
                                                + PimText.factor(each.upper()),
                                        each.description()));
        return new Section(
                "nodes",
                "Kinds of servers",
                "Each under the best division of its cores, or with servers of its own for each"
                        + " service, whichever needs fewer. The interval is a jackknife over eight"
                        + " fits, each without an eighth of the published loads: it is of the"
                        + " parameters, and not of the form of the model.",
                List.of(),
                List.of(table.build()));
    }

    private Section overTime() {
        List<Series> latencies = new ArrayList<>();
        for (int i = 0; i < result.services().size(); i++) {
            int service = i;
            latencies.add(line(i, each -> latency(each, service)));
        }
        return new Section(
                "timeline",
                "PIMCloud's controller",
                "A reading every 100 ms. It profiles each service for a second, then takes cores"
                        + " that nobody needs, and gives some to who is above its target.",
                List.of(
                        chart(
                                "latency",
                                "Latency over target",
                                "1 is the target. Above 3 it is drawn at 3.",
                                Axis.value("Latency over target", "").upTo(MOST_LATENCY),
                                latencies,
                                List.of(new Line(1, "target", false, true, false, ""))),
                        cores("cpu", "CPU cores", result.server().cores().cpu(), Cores::cpu),
                        cores("pim", "PIM cores", result.server().cores().pim(), Cores::pim),
                        chart(
                                "pages",
                                "Pages beside other cores",
                                "Pages that were moved or copied to other stacks, the hottest first,"
                                        + " at 250 ms per GB.",
                                Axis.value("Moved, GB", "GB").from(0),
                                moved(),
                                List.of()),
                        chart(
                                "thresholds",
                                "Thresholds learnt",
                                "A removal is tried only from a slack above it; it rises when one"
                                        + " failed.",
                                Axis.value("Slack", "").from(0),
                                thresholds(),
                                List.of())),
                List.of());
    }

    private List<Series> moved() {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < result.services().size(); i++) {
            int service = i;
            series.add(line(i, each -> each.movedGb().get(service)));
        }
        return series;
    }

    private List<Series> thresholds() {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < result.services().size(); i++) {
            int service = i;
            series.add(line(i, each -> each.thresholds().get(service)).stepped());
        }
        return series;
    }

    /** Drawn; not a number while the service is not there. */
    private static double latency(Interval interval, int service) {
        Double read = interval.latencyOverTarget().get(service);
        return read == null ? Double.NaN : Math.min(MOST_LATENCY, read);
    }

    private Chart cores(String id, String title, int most, ToDoubleFunction<Cores> of) {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < result.services().size(); i++) {
            int service = i;
            series.add(line(i, each -> of.applyAsDouble(each.division().get(service))).stepped());
        }
        return chart(
                id,
                title,
                "Who has how many of " + most + "; the others do best-effort work.",
                Axis.value(title, "").upTo(most).inWholeNumbers(),
                series,
                List.of());
    }

    private Series line(int service, ToDoubleFunction<Interval> of) {
        List<Interval> there =
                timeline.stream().filter(each -> !Double.isNaN(of.applyAsDouble(each))).toList();
        return Series.of(
                result.services().get(service).name(),
                "line",
                Chart.tone(service),
                Chart.pairs(
                        there.stream().mapToDouble(Interval::seconds).toArray(),
                        there.stream().mapToDouble(of).toArray()));
    }

    private Chart chart(
            String id,
            String title,
            String caption,
            Axis y,
            List<Series> series,
            List<Line> lines) {
        double end = timeline.get(timeline.size() - 1).seconds();
        View view =
                new View(
                        title,
                        title + " over time by service",
                        Axis.value("Time", "s").from(0).to(end).inSteps(Ticks.step("s", end)),
                        y,
                        false,
                        null,
                        series,
                        lines,
                        null);
        return new Chart(id, title, caption, false, List.of(view), List.of());
    }
}
