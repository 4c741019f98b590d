package dev.stowage.catalog;

import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The rows of our own CSV form. */
public final class CatalogueRows implements SourceText.Rows {
    private final String place;
    private final Map<CatalogueColumn, Integer> columns;
    private final Consumer<SourceRow> rows;
    private final Consumer<Problem> problems;

    /**
     * Rows under a header.
     *
     * @throws InputException if it is not a header of our form
     */
    public CatalogueRows(
            String place,
            List<String> header,
            Consumer<SourceRow> rows,
            Consumer<Problem> problems) {
        this.place = place;
        this.columns = columns(place, header);
        this.rows = rows;
        this.problems = problems;
    }

    /** True if a header is that of our form. */
    public static boolean isHeader(List<String> header) {
        Set<String> names = new HashSet<>(header);
        return header.stream().allMatch(name -> CatalogueColumn.of(name).isPresent())
                && EnumSet.allOf(CatalogueColumn.class).stream()
                        .filter(CatalogueColumn::isRequired)
                        .allMatch(column -> names.contains(column.label()));
    }

    @Override
    public void row(long line, String[] fields) {
        if (fields.length != columns.size()) {
            String found = fields.length + " fields";
            String expected = columns.size() + " as in the header";
            problems.accept(new Problem(Reason.FIELDS, place + ":" + line, "", found, expected));
            return;
        }
        rows.accept(new SourceRow(place, line, columns, fields));
    }

    private static Map<CatalogueColumn, Integer> columns(String place, List<String> header) {
        Map<CatalogueColumn, Integer> columns = new EnumMap<>(CatalogueColumn.class);
        List<Issue> found = new ArrayList<>();
        for (String label : header) {
            CatalogueColumn column = CatalogueColumn.of(label).orElse(null);
            if (column == null) {
                found.add(headerIssue(place, "unknown column \"" + label + "\""));
            } else if (columns.putIfAbsent(column, columns.size()) != null) {
                found.add(headerIssue(place, "column " + label + " twice"));
            }
        }
        for (CatalogueColumn column : CatalogueColumn.values()) {
            if (column.isRequired() && !columns.containsKey(column) && !header.isEmpty()) {
                found.add(headerIssue(place, "no column " + column.label()));
            }
        }
        if (!found.isEmpty()) {
            throw InputException.of(found);
        }
        return columns;
    }

    private static Issue headerIssue(String place, String found) {
        return new Issue(
                place + ":1",
                found,
                "the columns " + CatalogueColumn.header(),
                "Price lists of other forms are read by `stowage catalog import`.");
    }
}
