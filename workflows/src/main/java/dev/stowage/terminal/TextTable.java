package dev.stowage.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table in aligned columns, as wide as its cells; plain characters only. What would be wider than
 * 80 characters moves closer together, and words in the last column go below their row.
 */
public final class TextTable {
    private static final int WIDTH = 80;

    /** Indent of what is too wide for its row and stands below it. */
    private static final int FOLD = 4;

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(Column... columns) {
        this.columns = List.of(columns);
    }

    /** Names and values without headings. */
    public static TextTable ofFacts() {
        return new TextTable(Column.text(""), Column.text(""));
    }

    /** Adds a row; missing cells at its end are empty. */
    public TextTable row(String... cells) {
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

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Prints headings, if there are any, and rows, each line indented by {@code indent} blanks. */
    public void print(PrintWriter out, Style style, int indent) {
        int[] widths = widths();
        int last = widths.length - 1;
        boolean isFolded = isFolded(widths, indent);
        int kept = isFolded ? last : widths.length;
        String gap = indent + width(widths, kept, 2) > WIDTH ? " " : "  ";
        List<String> headings = columns.stream().map(Column::heading).toList();
        if (headings.stream().anyMatch(heading -> !heading.isEmpty())) {
            out.println(" ".repeat(indent) + style.dim(line(headings, widths, kept, gap)));
        }
        for (List<String> row : rows) {
            out.println(" ".repeat(indent) + line(row, widths, kept, gap));
            if (isFolded && !row.get(last).isEmpty()) {
                String rest = (headings.get(last) + " " + row.get(last)).strip();
                Wrapped.lines(rest, WIDTH - indent - FOLD)
                        .forEach(each -> out.println(" ".repeat(indent + FOLD) + each));
            }
        }
    }

    /** True if the last column is words that go below its row, because the table is too wide. */
    private boolean isFolded(int[] widths, int indent) {
        int last = widths.length - 1;
        return last > 1
                && !columns.get(last).isRight()
                && widths[last] > FOLD * 2
                && indent + width(widths, widths.length, 2) > WIDTH;
    }

    private static int width(int[] widths, int columns, int gap) {
        return Arrays.stream(widths, 0, columns).sum() + gap * (columns - 1);
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

    private String line(List<String> cells, int[] widths, int kept, String gap) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < kept; i++) {
            String padding = " ".repeat(widths[i] - cells.get(i).length());
            line.append(i == 0 ? "" : gap);
            line.append(columns.get(i).isRight() ? padding + cells.get(i) : cells.get(i) + padding);
        }
        return line.toString().stripTrailing();
    }
}
