package dev.stowage.report;

import dev.stowage.plan.FewestClaim;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.SectionedView.Section;
import dev.stowage.words.FewestWords;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The fewest servers of each of those that are compared, as a section of a page. */
public final class FewestTable {
    private FewestTable() {}

    /**
     * The section.
     *
     * @param what is compared, as in {@code Controller}
     * @param name of a plan in the table
     */
    public static <P> Section section(
            String what, List<P> plans, Function<P, String> name, Function<P, FewestClaim> found) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "fewest servers under each " + what.toLowerCase(Locale.ROOT),
                        Column.text(what),
                        Column.number("Servers"),
                        Column.number("Held"),
                        Column.number("On one less"));
        for (P plan : plans) {
            String[] cells = FewestWords.cells(found.apply(plan));
            table.row(name.apply(plan), cells[0], cells[1], cells[2]);
        }
        return new Section("found", "Found", "", List.of(), List.of(table.build()));
    }
}
