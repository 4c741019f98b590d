package dev.stowage.report;

import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of a report; the first column names the row.
 *
 * @param caption what the rows are
 * @param columns headings
 * @param rows as long as {@code columns}
 */
public record DataTable(String caption, List<Column> columns, List<Row> rows) {
    private static final int LONG = 14;

    /** Rows that are shown at once; the others are a click away. */
    private static final int AT_ONCE = 10_000;

    public DataTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** True if it needs a scroll bar. */
    public boolean isLong() {
        return rows.size() > LONG;
    }

    /**
     * Rows that are shown together.
     *
     * @param from number of the first, from 0 on
     */
    public record Part(int from, List<Row> rows) {
        /** Which rows these are. */
        public String title() {
            return "rows %s to %s"
                    .formatted(Amounts.count(from + 1), Amounts.count(from + rows.size()));
        }
    }

    /** All rows, a part after the other; at least one part. */
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (int from = 0; from == 0 || from < rows.size(); from += AT_ONCE) {
            parts.add(new Part(from, rows.subList(from, Math.min(rows.size(), from + AT_ONCE))));
        }
        return parts;
    }

    /** A heading; numbers are set flush right. */
    public record Column(String title, boolean isNumber) {
        public static Column text(String title) {
            return new Column(title, false);
        }

        public static Column number(String title) {
            return new Column(title, true);
        }
    }

    /** Cells of a row; {@code isChosen} marks the plan's own. */
    public record Row(List<String> cells, boolean isChosen) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /** Collects rows. */
    public static final class Builder {
        private final String caption;
        private final List<Column> columns;
        private final List<Row> rows = new ArrayList<>();

        public Builder(String caption, Column... columns) {
            this.caption = caption;
            this.columns = List.of(columns);
        }

        public Builder(String caption, List<Column> columns) {
            this.caption = caption;
            this.columns = List.copyOf(columns);
        }

        public Builder row(String... cells) {
            return row(false, List.of(cells));
        }

        public Builder row(boolean isChosen, List<String> cells) {
            if (cells.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "a row of " + cells.size() + " cells under " + columns.size());
            }
            rows.add(new Row(cells, isChosen));
            return this;
        }

        public DataTable build() {
            return new DataTable(caption, columns, rows);
        }
    }
}
