package dev.stowage.report.node;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workflow.node.CanaryResult;
import java.io.PrintWriter;

/** Which canary an input is like, for the terminal. */
public final class CanaryText {
    private final CanaryResult result;
    private final Style style;

    public CanaryText(CanaryResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    public void print(PrintWriter out) {
        Wrapped.print(out, style.bold(headline()));
        out.println();
        TextTable table =
                new TextTable(
                        Column.text("input"),
                        Column.figure("canary"),
                        Column.figure("records"),
                        Column.text("column"),
                        Column.figure("variance ratio"),
                        Column.figure("p"),
                        Column.text("verdict"));
        result.canaries().forEach(each -> row(table, each));
        result.own().forEach(each -> row(table, each));
        table.print(out, style, 0);
        Wrapped.print(
                out,
                "F-test of variances on up to "
                        + Amounts.counted(result.drawn(), "record")
                        + " of each side. One of "
                        + result.canaries().size()
                        + " canaries that are all alike is taken for different in at most "
                        + Figures.number(100 * result.alpha())
                        + " % of inputs (Holm and Bonferroni). It sees variances only, not means or"
                        + " shapes.");
        result.warnings().forEach(each -> Wrapped.print(out, "Warning: " + each + "."));
    }

    private static void row(TextTable table, CanaryResult.Row each) {
        table.row(
                each.known(),
                "1/" + each.part(),
                Figures.count(each.records()),
                each.column(),
                each.varianceRatio() == null ? "-" : Figures.number(each.varianceRatio()),
                Figures.number(each.pValue()),
                each.isSimilar() ? "alike" : "differs");
    }

    private String headline() {
        CanaryResult.Row chosen = result.choice();
        String canary = "the canary of a " + chosen.part() + "th of " + chosen.known();
        return chosen.isSimilar()
                ? "Its variance does not tell "
                        + result.input()
                        + " from "
                        + canary
                        + ": the profile of that canary holds for it."
                : result.input() + " is like no canary; the nearest is " + canary + ". " + remedy();
    }

    private String remedy() {
        Integer part = result.profilePart();
        if (part != null) {
            return "A "
                    + part
                    + "th of its own records has its variance: profile it on that, and name it with"
                    + " --known from now on.";
        }
        return result.own().isEmpty()
                ? "It is too small for canaries of its own: profile it on all of it."
                : "No canary of its own has its variance either, perhaps because its records repeat:"
                        + " profile it on all of it.";
    }
}
