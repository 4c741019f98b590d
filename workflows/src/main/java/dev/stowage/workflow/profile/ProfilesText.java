package dev.stowage.workflow.profile;

import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.Slice;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Amounts;
import java.io.PrintWriter;

/**
 * Profiles of applications, for the terminal.
 *
 * @param target performance for which the least slices are shown
 */
public record ProfilesText(ProfileLibrary library, double target, Style style) {
    /** Prints the errors of the fits, and the least slices. */
    public void print(PrintWriter out) {
        out.println(
                style.bold(
                        Amounts.counted(library.applications().size(), "application")
                                        .replace(Amounts.GAP, ' ')
                                + " on "
                                + library.server().describe(Slice.WHOLE)));
        out.println();
        out.println("Mean error of PI at samples left out of the fit; * = the form used");
        TextTable errors =
                new TextTable(
                        Column.text("application"),
                        Column.figure("runs"),
                        Column.figure("product"),
                        Column.figure("logistic"),
                        Column.figure("monotone"),
                        Column.figure("cores at PI 1"));
        ProfileRows.errors(library).forEach(row -> errors.row(row.toArray(String[]::new)));
        errors.print(out, style, 2);
        ProfileRows.remarks(library).stream()
                .flatMap(sentence -> Wrapped.lines(sentence, 78).stream())
                .forEach(line -> out.println("  " + line));
        out.println();
        out.println("Least slice for a PI of " + target);
        TextTable slices = new TextTable(Column.text("application"), Column.text("slice"));
        ProfileRows.slices(library, target).forEach(row -> slices.row(row.toArray(String[]::new)));
        slices.print(out, style, 2);
    }
}
