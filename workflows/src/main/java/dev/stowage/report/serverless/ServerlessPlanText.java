package dev.stowage.report.serverless;

import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.FewestWords;
import dev.stowage.words.Figures;
import dev.stowage.workflow.serverless.ServerlessPlan;
import dev.stowage.workflow.serverless.ServerlessPlanAnswer;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The fewest servers for functions under each autoscaler, as text. */
public final class ServerlessPlanText {
    private final ServerlessPlanAnswer answer;
    private final Style style;

    public ServerlessPlanText(ServerlessPlanAnswer answer, Style style) {
        this.answer = answer;
        this.style = style;
    }

    public void print(PrintWriter out) {
        answer.plans().forEach(plan -> out.println(sentence(plan)));
        out.println();
        TextTable table =
                new TextTable(
                        Column.text("autoscaler"),
                        Column.figure("servers"),
                        Column.figure("held"),
                        Column.figure("on one less"));
        for (ServerlessPlan plan : answer.plans()) {
            String[] cells = FewestWords.cells(plan.found());
            table.row(Autoscalers.brief(plan.autoscaler()), cells[0], cells[1], cells[2]);
        }
        table.print(out, style, 2);
        out.println();
        headroom().print(out, style, 2);
        out.println();
        remarks(answer).forEach(out::println);
    }

    /** What is counted as held, and in what windows differ. */
    static List<String> remarks(ServerlessPlanAnswer answer) {
        List<String> remarks = new ArrayList<>();
        remarks.add(
                "Held: a window in which p99 of each function is within "
                        + Figures.number(answer.p99Millis())
                        + " ms, every request is answered, however late, and none dropped.");
        if (answer.plans().stream()
                .anyMatch(plan -> !plan.found().exact() && !plan.found().isMet())) {
            remarks.add("Where no number is given, too many windows miss on all that were tried.");
        }
        remarks.add(
                "A window differs from another in when requests come, as far as the file draws"
                        + " that, and in the moment of the autoscaler's decisions; under"
                        + " Knative's also in who gets them.");
        return remarks;
    }

    /** What other numbers of servers would do. */
    private TextTable headroom() {
        TextTable table =
                new TextTable(
                        Column.text("autoscaler"),
                        Column.figure("servers"),
                        Column.figure("largest p99, ms"),
                        Column.figure("lost"),
                        Column.figure("cores"));
        for (ServerlessPlan plan : answer.plans()) {
            for (ServerlessPlan.Headroom point : plan.headroom()) {
                table.row(
                        Autoscalers.brief(plan.autoscaler()),
                        Figures.count(point.servers()),
                        point.p99Millis() == null ? "-" : Figures.number(point.p99Millis()),
                        Figures.share(point.lostShare()),
                        Figures.number(point.mostCores()));
            }
        }
        return table;
    }

    private String sentence(ServerlessPlan plan) {
        return sentence(answer, plan, style.bold(Autoscalers.brief(plan.autoscaler())));
    }

    /** What was found, of one autoscaler. */
    static String sentence(ServerlessPlanAnswer answer, ServerlessPlan plan, String label) {
        return FewestWords.sentence(
                label,
                "p99 of each function within " + Figures.number(answer.p99Millis()) + " ms",
                plan.found(),
                answer.server(),
                "windows");
    }
}
