package dev.stowage.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table in aligned columns, as wide as its cells; plain characters only. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(Column... columns) {
        this.columns = List.of(columns);
    }

    /** Names and values without headings. */
    static TextTable ofFacts() {
        return new TextTable(Column.text(""), Column.text(""));
    }

    /** Adds a row; missing cells at its end are empty. */
    TextTable row(String... cells) {
        if (cells.length > columns.size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + columns.size() + " columns");
        }
        List<String> row = new ArrayList<>(List.of(cells));
        while (row.size() < columns.size()) {
            row.add("");
        }
        rows.add(row);
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Prints headings, if there are any, and rows, each line indented by {@code indent} blanks. */
    void print(PrintWriter out, Style style, int indent) {
        int[] widths = widths();
        List<String> headings = columns.stream().map(Column::heading).toList();
        if (headings.stream().anyMatch(heading -> !heading.isEmpty())) {
            out.println(" ".repeat(indent) + style.dim(line(headings, widths)));
        }
        rows.forEach(row -> out.println(" ".repeat(indent) + line(row, widths)));
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = columns.get(i).heading().length();
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return widths;
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - cells.get(i).length());
            line.append(i == 0 ? "" : GAP);
            line.append(columns.get(i).isRight() ? padding + cells.get(i) : cells.get(i) + padding);
        }
        return line.toString().stripTrailing();
    }
}
