package dev.stowage.workflow.plan;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import dev.stowage.workflow.plan.JsonDifference.Change;
import java.io.PrintWriter;
import java.util.List;

/**
 * What differs between two results, for the terminal.
 *
 * @param rows most rows of a table
 */
public record DifferenceText(PlanDifference difference, int rows, Style style) {
    private static final int CELL = 44;

    /** Prints the sentence, what else is answered, and what that rests on. */
    public void print(PrintWriter out) {
        Wrapped.print(out, difference.sentence());
        table("they also say", difference.answers(), out);
        table("what they rest on", difference.causes(), out);
    }

    private void table(String title, List<Change> changes, PrintWriter out) {
        if (changes.isEmpty()) {
            return;
        }
        out.println();
        TextTable table =
                new TextTable(
                        Column.text(title),
                        Column.figure("before"),
                        Column.figure("after"),
                        Column.figure("change"));
        changes.stream()
                .limit(rows)
                .forEach(
                        change ->
                                table.row(
                                        cut(ChangeText.label(change.steps())),
                                        cut(ChangeText.values(change).before()),
                                        cut(ChangeText.values(change).after()),
                                        ChangeText.relative(change)));
        table.print(out, style, 0);
        if (changes.size() > rows) {
            out.println(
                    "and " + Figures.count(changes.size() - rows) + " more (--rows N, or --json)");
        }
    }

    private static String cut(String text) {
        return text.length() > CELL ? text.substring(0, CELL - 1) + "…" : text;
    }
}
