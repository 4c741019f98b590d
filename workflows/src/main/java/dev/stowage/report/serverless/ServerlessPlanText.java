package dev.stowage.report.serverless;

import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.serverless.ServerlessPlan;
import dev.stowage.workflow.serverless.ServerlessPlanAnswer;
import java.io.PrintWriter;
import java.util.Objects;

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
            table.row(
                    Autoscalers.brief(plan.autoscaler()),
                    plan.servers() == null ? "none" : Figures.count(plan.servers()),
                    plan.held() + " of " + plan.replications(),
                    plan.heldOnOneLess() == null
                            ? "-"
                            : plan.heldOnOneLess() + " of " + plan.replications());
        }
        table.print(out, style, 2);
        out.println();
        out.println(
                "Held: a window in which p99 of each function is within "
                        + Figures.number(answer.p99Millis())
                        + " ms, every request is answered, and none dropped.");
        answer.plans().stream()
                .filter(plan -> !plan.exact() && !plan.isMet())
                .findFirst()
                .ifPresent(
                        plan ->
                                out.println(
                                        "Where no number is given, too many windows miss on all"
                                                + " that were tried."));
        out.println(
                "A window differs from another in when requests come, as far as the file draws"
                        + " that; under Knative's autoscaler also in who gets them and in the"
                        + " moment of its decisions.");
    }

    private String sentence(ServerlessPlan plan) {
        String who = style.bold(Autoscalers.brief(plan.autoscaler()));
        String bound = "p99 of each function within " + Figures.number(answer.p99Millis()) + " ms";
        if (!plan.isMet()) {
            return who
                    + " does not keep "
                    + bound
                    + " on up to "
                    + Amounts.counted(plan.most(), "server")
                    + " of "
                    + answer.server()
                    + ".";
        }
        String servers =
                Amounts.counted(Objects.requireNonNull(plan.servers()), "server")
                        + " of "
                        + answer.server();
        String kept = who + " keeps " + bound + " on " + servers;
        if (plan.exact()) {
            return kept + "; nothing is drawn, so one run says all.";
        }
        return kept
                + " in at least "
                + Amounts.share(Objects.requireNonNull(plan.share()))
                + " of windows drawn like this one ("
                + Amounts.share(Objects.requireNonNull(plan.confidence()))
                + " confidence"
                + (plan.fresh() ? ", on windows that the search did not see" : "")
                + ").";
    }
}
