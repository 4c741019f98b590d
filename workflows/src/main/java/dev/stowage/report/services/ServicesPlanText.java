package dev.stowage.report.services;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.services.ServicesPlan;
import dev.stowage.workflow.services.ServicesPlanAnswer;
import java.io.PrintWriter;

/** The fewest servers for services with objectives under each controller, as text. */
public record ServicesPlanText(ServicesPlanAnswer answer, Style style) {
    /** Prints a sentence and a row for each controller, and the notes. */
    public void print(PrintWriter out) {
        answer.plans().forEach(plan -> out.println(sentence(plan)));
        out.println();
        TextTable table =
                new TextTable(
                        Column.text("controller"),
                        Column.figure("servers"),
                        Column.figure("held"),
                        Column.figure("on one less"));
        for (ServicesPlan plan : answer.plans()) {
            table.row(
                    answer.label(plan),
                    plan.servers() == null ? "none" : Figures.count(plan.servers()),
                    plan.held() + " of " + plan.replications(),
                    plan.heldOnOneLess() == null
                            ? "-"
                            : plan.heldOnOneLess() + " of " + plan.replications());
        }
        table.print(out, style, 2);
        out.println();
        headroom().print(out, style, 2);
        out.println();
        out.println(
                "Held: a run in which each service is below an objective in at most "
                        + Amounts.share(answer.violatedShare())
                        + " of its application-seconds. Runs differ in bursts and noise alone: the"
                        + " loads over time are those of the file.");
        answer.notes().forEach(out::println);
    }

    /** What other numbers of servers would do. */
    private TextTable headroom() {
        TextTable table =
                new TextTable(
                        Column.text("controller"),
                        Column.figure("servers"),
                        Column.figure("violated"),
                        Column.figure("worst service"),
                        Column.figure("CPU"));
        for (ServicesPlan plan : answer.plans()) {
            for (ServicesPlan.Headroom point : plan.headroom()) {
                table.row(
                        answer.label(plan),
                        Figures.count(point.servers()),
                        Figures.share(point.violatedShare()),
                        Figures.share(point.worstService()),
                        Figures.share(point.cpuUsedShare()));
            }
        }
        return table;
    }

    private String sentence(ServicesPlan plan) {
        Integer servers = plan.servers();
        String who = style.bold(answer.label(plan));
        if (servers == null) {
            return who
                    + " does not keep the objectives on up to "
                    + Amounts.counted(plan.most(), "server")
                    + " of "
                    + answer.server()
                    + ".";
        }
        String kept =
                who
                        + " keeps the objectives on "
                        + Amounts.counted(servers, "server")
                        + " of "
                        + answer.server();
        if (plan.exact() || plan.share() == null || plan.confidence() == null) {
            return kept + "; nothing is drawn, so one run says all.";
        }
        return kept
                + " in at least "
                + Amounts.share(plan.share())
                + " of runs drawn like these ("
                + Amounts.share(plan.confidence())
                + " confidence"
                + (plan.fresh() ? ", on runs that the search did not see" : "")
                + ").";
    }
}
