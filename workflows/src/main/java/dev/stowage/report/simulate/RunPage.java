package dev.stowage.report.simulate;

import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.PendingChart;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.run.Metric;
import dev.stowage.run.Quantity;
import dev.stowage.run.RunSummary;
import dev.stowage.run.RunSummary.Contention;
import dev.stowage.run.RunSummary.Distribution;
import dev.stowage.run.RunSummary.Level;
import dev.stowage.run.RunSummary.TaskCounts;
import dev.stowage.run.ServerLoads;
import dev.stowage.sim.RunResult;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.words.Version;
import dev.stowage.workflow.simulate.RunVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The report of one run: whether every task got a server, what is scarce, how load and waiting went
 * over time. The same run gives the same bytes.
 */
public final class RunPage {
    private final RunSummary run;
    private final RunResult result;
    private final Optional<ServerLoads> loads;

    private RunPage(RunResult result, Optional<ServerLoads> loads) {
        this.loads = loads;
        this.result = result;
        this.run = result.summary();
    }

    /**
     * The text of {@code report.html}.
     *
     * @param loads what was allocated on each server
     */
    public static String html(RunResult result, Optional<ServerLoads> loads) {
        SectionedView view = new RunPage(result, loads).view();
        return ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
    }

    private SectionedView view() {
        List<Section> sections = new ArrayList<>(List.of(resources(), waiting(), tasks()));
        loads.ifPresent(each -> sections.add(new LoadMap(each).section()));
        sections.add(figures());
        return new SectionedView(
                "Simulation",
                run.workload() + " on " + run.servers(),
                RunVerdict.of(run),
                run.warnings(),
                sections,
                facts(run),
                "workload, options, seed and version");
    }

    private Section resources() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "share of the capacity in service that is allocated, scarcest first",
                        Column.text("Resource"),
                        Column.number("Mean"),
                        Column.number("Median over time"),
                        Column.number("95 % of the time at most"),
                        Column.number("Peak"));
        RunVerdict.levels(run).entrySet().stream()
                .sorted(Comparator.comparingDouble(each -> -each.getValue().mean()))
                .forEach(each -> level(table, each.getKey(), each.getValue()));
        Contention contention = run.contention();
        if (contention != null) {
            level(table, "CPU, used", contention.cpuUsed());
            level(table, "memory, used", contention.memoryUsed());
        }
        return new Section(
                "resources",
                "Resources",
                "What is allocated of what the servers have. One run: the curves have no interval.",
                new RunCharts(result.series()).all(),
                List.of(table.build()));
    }

    private static void level(DataTable.Builder table, String name, Level level) {
        table.row(
                name,
                Amounts.share(level.mean()),
                Amounts.share(level.p50()),
                Amounts.share(level.p95()),
                Amounts.share(level.peak()));
    }

    private Section waiting() {
        List<DataTable> tables = new ArrayList<>();
        DataTable.Builder table =
                new DataTable.Builder(
                        "times",
                        Column.text("Time"),
                        Column.number("Mean"),
                        Column.number("Median"),
                        Column.number("90 % at most"),
                        Column.number("99 % at most"),
                        Column.number("Longest"));
        times(table, "submit to start", run.pendingSeconds());
        if (run.tasks().evicted() > 0) {
            times(table, "in all, after evictions too", run.queuedSeconds());
        }
        run.jobs().ifPresent(jobs -> times(table, "whole job", jobs.makespanSeconds()));
        tables.add(table.build());
        return new Section(
                "waiting",
                "Waiting",
                "How long tasks waited for a server.",
                List.of(
                        PendingChart.of(
                                "Started tasks of this run.", List.of(), result.pendingTimes())),
                tables);
    }

    private static void times(DataTable.Builder table, String name, Distribution times) {
        table.row(
                name,
                Amounts.seconds(times.mean()),
                Amounts.seconds(times.p50()),
                Amounts.seconds(times.p90()),
                Amounts.seconds(times.p99()),
                Amounts.seconds(times.max()));
    }

    private Section tasks() {
        TaskCounts tasks = run.tasks();
        DataTable.Builder table =
                new DataTable.Builder(
                        "what became of the tasks",
                        Column.text("Tasks"),
                        Column.number("Count"),
                        Column.number("Share"));
        count(table, "submitted", tasks.submitted());
        count(table, "rejected", tasks.rejected());
        count(table, "still waiting at the end", tasks.pending());
        count(table, "still running at the end", tasks.running());
        run.standingStill()
                .ifPresent(still -> count(table, "of these, without ever an end", still));
        count(table, "killed", tasks.killed());
        count(table, "finished", tasks.finished());
        table.row("evictions, a task may have several", Amounts.count(tasks.evicted()), "");
        run.outages()
                .filter(outages -> outages.lostCoreSeconds() > 0)
                .ifPresent(
                        outages ->
                                table.row(
                                        "work lost and done anew, core hours",
                                        Figures.number(outages.lostCoreSeconds() / 3600),
                                        Amounts.share(outages.lostShare())));
        run.leftOut()
                .forEach(
                        (why, n) ->
                                table.row(
                                        "not replayed: " + RunVerdict.inWords(why),
                                        Amounts.count(n),
                                        ""));
        return new Section(
                "tasks",
                "Tasks",
                "Every task that was submitted, counted once but for evictions.",
                List.of(),
                List.of(table.build()));
    }

    private void count(DataTable.Builder table, String what, long count) {
        long submitted = run.tasks().submitted();
        table.row(
                what,
                Amounts.count(count),
                submitted == 0 ? "" : Amounts.share((double) count / submitted));
    }

    /** Pending time in objectives is another than that of started tasks where tasks wait. */
    private String title(Metric metric) {
        boolean isOther =
                metric.quantity() == Quantity.PENDING_SECONDS && run.tasks().pending() > 0;
        return metric.title() + (isOther ? ", of started and still waiting tasks" : "");
    }

    /** From the registry of metrics, so that a new one stands here by itself. */
    private Section figures() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "what an objective can bound or a comparison decide on",
                        Column.text("Figure"),
                        Column.number("Value"),
                        Column.text("Name"));
        for (Metric metric : Metric.all()) {
            metric.of(run)
                    .ifPresent(
                            value ->
                                    table.row(
                                            title(metric),
                                            Amounts.metric(metric.name(), value),
                                            metric.name()));
        }
        return new Section(
                "figures",
                "All figures",
                "Each by the name that scenarios and options give it."
                        + (run.tasks().pending() == 0
                                ? ""
                                : " pendingSeconds of objectives is of started and still waiting"
                                        + " tasks; pendingSeconds of summary.json is of started"
                                        + " tasks only."),
                List.of(),
                List.of(table.build()));
    }

    /** Where a run comes from. */
    static List<Fact> facts(RunSummary run) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Workload", run.workload()));
        facts.add(new Fact("Servers", run.servers()));
        run.policies().forEach((kind, policy) -> facts.add(new Fact(kind, policy)));
        facts.add(new Fact("Seed", String.valueOf(run.seed())));
        facts.add(new Fact("Made by", "stowage " + Version.text()));
        return facts;
    }
}
