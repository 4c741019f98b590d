package dev.stowage.report.node;

import dev.stowage.sim.node.NodeRun;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import dev.stowage.workflow.node.FrontierView;
import dev.stowage.workflow.node.ManagerView;
import dev.stowage.workflow.node.NodeResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What managers make of a node, for the terminal. */
public final class NodeText {
    private final NodeResult result;
    private final Style style;

    public NodeText(NodeResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    public void print(PrintWriter out) {
        NodeAnswer answer = NodeAnswer.of(result);
        Wrapped.print(out, style.bold(answer.headline()));
        answer.sentences().forEach(each -> Wrapped.print(out, each));
        out.println();
        managers().print(out, style, 0);
        out.println();
        violations().print(out, style, 0);
        if (!result.managers().get(0).approximateJobs().isEmpty()) {
            out.println();
            jobs().print(out, style, 0);
        }
        for (ManagerView each : result.managers()) {
            FrontierView frontier = each.frontier();
            if (frontier != null) {
                out.println();
                frontier(result.label(each), frontier, out);
            }
        }
        if (!result.warnings().isEmpty()) {
            out.println();
            result.warnings().forEach(each -> Wrapped.print(out, "Warning: " + sentence(each)));
        }
    }

    private static String sentence(String warning) {
        return warning.endsWith(".") ? warning : warning + ".";
    }

    private TextTable managers() {
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.figure("load in targets"),
                        Column.figure("converged"),
                        Column.figure("after"),
                        Column.figure("best effort"),
                        Column.figure("power"),
                        Column.figure("changes"));
        for (ManagerView each : result.managers()) {
            table.row(
                    result.label(each),
                    Figures.share(each.effectiveUtilisation().mean()),
                    each.converged() + "/" + result.replications(),
                    each.convergenceSeconds() == null
                            ? "never"
                            : Figures.seconds(each.convergenceSeconds()),
                    Figures.number(each.bestEffortCores()) + " cores",
                    Figures.number(each.watts()) + " W",
                    Figures.count(each.changes()));
        }
        return table;
    }

    private TextTable jobs() {
        TextTable table =
                new TextTable(
                        Column.text("approximate job"),
                        Column.text("under"),
                        Column.figure("done"),
                        Column.figure("time"),
                        Column.figure("inaccuracy"),
                        Column.figure("switches"),
                        Column.figure("most cores taken"));
        for (ManagerView each : result.managers()) {
            for (NodeRun.JobOutcome job : each.approximateJobs()) {
                table.row(
                        job.job(),
                        result.label(each),
                        Figures.share(done(job)),
                        job.timeRatio() == null ? "-" : Figures.share(job.timeRatio()),
                        Figures.share(job.inaccuracy()),
                        Figures.count(job.switches()),
                        Figures.count(job.mostCoresTaken()));
            }
        }
        return table;
    }

    /** Not rounded up to all of it. */
    static double done(NodeRun.JobOutcome job) {
        return job.done() < 1 ? Math.floor(1000 * job.done()) / 1000 : 1;
    }

    private TextTable violations() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text("time above target"));
        result.managers()
                .get(0)
                .services()
                .forEach(each -> columns.add(Column.figure(each.service())));
        TextTable table = new TextTable(columns.toArray(Column[]::new));
        for (ManagerView each : result.managers()) {
            List<String> cells = new ArrayList<>();
            cells.add(result.label(each));
            each.services()
                    .forEach(
                            service ->
                                    cells.add(
                                            service.violationShare() == null
                                                    ? "not read"
                                                    : Figures.share(service.violationShare())));
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private void frontier(String manager, FrontierView frontier, PrintWriter out) {
        boolean isPair = frontier.largest().size() == 1;
        Wrapped.print(
                out,
                manager
                        + ": largest load of "
                        + frontier.largestOf()
                        + " in %, by "
                        + frontier.columns()
                        + (isPair ? "" : " (across) and " + frontier.rows() + " (down)")
                        + "; one run for each load");
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text(""));
        frontier.loads().forEach(load -> columns.add(Column.figure(whole(load))));
        TextTable table = new TextTable(columns.toArray(Column[]::new));
        for (int row = 0; row < frontier.largest().size(); row++) {
            List<String> cells = new ArrayList<>();
            cells.add(isPair ? "" : whole(frontier.loads().get(row)));
            frontier.largest().get(row).forEach(load -> cells.add(load == 0 ? "-" : whole(load)));
            table.row(cells.toArray(String[]::new));
        }
        table.print(out, style, 2);
    }

    private static String whole(double share) {
        return Long.toString(Math.round(100 * share));
    }
}
