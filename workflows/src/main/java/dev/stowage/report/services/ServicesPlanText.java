package dev.stowage.report.services;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Amounts;
import dev.stowage.words.FewestWords;
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
            String[] cells = FewestWords.cells(plan.found());
            table.row(answer.label(plan), cells[0], cells[1], cells[2]);
        }
        table.print(out, style, 2);
        out.println();
        headroom().print(out, style, 2);
        out.println();
        out.println(held(answer));
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

    /** What is counted as held. */
    static String held(ServicesPlanAnswer answer) {
        return "Held: a run in which each service is below an objective in at most "
                + Amounts.share(answer.violatedShare())
                + " of its application-seconds. Runs differ in bursts and noise alone: the"
                + " loads over time are those of the file.";
    }

    private String sentence(ServicesPlan plan) {
        return sentence(answer, plan, style.bold(answer.label(plan)));
    }

    /** What was found, of one controller. */
    static String sentence(ServicesPlanAnswer answer, ServicesPlan plan, String label) {
        return FewestWords.sentence(label, "the objectives", plan.found(), answer.server(), "runs");
    }
}
