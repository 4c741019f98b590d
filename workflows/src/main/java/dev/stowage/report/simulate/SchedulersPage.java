package dev.stowage.report.simulate;

import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.report.TimelineChart;
import dev.stowage.report.TimelineChart.Line;
import dev.stowage.sim.profiled.ClusterResult.Second;
import dev.stowage.words.Figures;
import dev.stowage.workflow.simulate.SchedulersView;
import dev.stowage.workflow.simulate.SchedulersView.Outcome;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The report of schedulers of profiled tasks: one HTML file. */
public final class SchedulersPage {
    private static final int MOST_POINTS = 600;

    private final SchedulersView study;

    private SchedulersPage(SchedulersView study) {
        this.study = study;
    }

    /** The text of {@code report.html}. */
    public static String html(SchedulersView study) {
        SectionedView view = new SchedulersPage(study).view();
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private SectionedView view() {
        return new SectionedView(
                "Schedulers",
                study.workload() + " on " + study.servers(),
                study.verdict(),
                SchedulerRows.sentences(study),
                List.of(schedulers(), overTime()),
                List.of(
                        new Fact("tasks", Figures.count(study.tasks())),
                        new Fact("servers", study.servers()),
                        new Fact("seed", Long.toString(study.seed()))),
                "workload, profiles, options, seed and version");
    }

    private Section schedulers() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "schedulers on the same arrivals",
                        Column.text("Scheduler"),
                        Column.number("Mean performance"),
                        Column.number("Least performance"),
                        Column.number("CPU used"),
                        Column.number("Mean wait"),
                        Column.number("Ended"),
                        Column.number("Refused"),
                        Column.number("Left"));
        study.schedulers().forEach(each -> table.row(SchedulerRows.cells(study, each)));
        return new Section(
                "schedulers",
                "Schedulers",
                "Performance is the rate of a task over its rate on the whole server of the"
                        + " profiles.",
                List.of(),
                List.of(table.build()));
    }

    private Section overTime() {
        return new Section(
                "timeline",
                "Over time",
                "Over the time of the recording.",
                List.of(
                        chart("performance", "Performance of running tasks", Second::pi),
                        chart("cpu", "CPU used", Second::utilisation)),
                List.of());
    }

    private Chart chart(String id, String title, ToDoubleFunction<Second> of) {
        return TimelineChart.of(
                id,
                title,
                "scheduler",
                Axis.value(title, "share").upTo(1),
                study.schedulers().stream()
                        .mapToDouble(each -> each.seconds().size())
                        .max()
                        .orElse(0),
                false,
                study.schedulers().stream().map(each -> line(each, of)).toList());
    }

    private Line line(Outcome each, ToDoubleFunction<Second> of) {
        double[][] points = points(each.seconds(), of);
        return Line.of(study.name(each), points[0], points[1]);
    }

    /** Means of equal stretches of seconds, at their middles; a gap where nothing runs. */
    private static double[][] points(List<Second> seconds, ToDoubleFunction<Second> of) {
        int stretch = Math.max(1, (seconds.size() + MOST_POINTS - 1) / MOST_POINTS);
        int count = (seconds.size() + stretch - 1) / stretch;
        double[] x = new double[count];
        double[] y = new double[count];
        for (int i = 0; i < count; i++) {
            List<Second> part =
                    seconds.subList(i * stretch, Math.min(seconds.size(), (i + 1) * stretch));
            x[i] = i * stretch + part.size() / 2.0;
            y[i] =
                    part.stream()
                            .mapToDouble(of)
                            .filter(Double::isFinite)
                            .average()
                            .orElse(Double.NaN);
        }
        return new double[][] {x, y};
    }
}
