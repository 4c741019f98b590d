package dev.stowage.cli.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of a report; the first column names the row.
 *
 * @param caption what the rows are
 * @param columns headings
 * @param rows as long as {@code columns}
 */
record DataTable(String caption, List<Column> columns, List<Row> rows) {
    private static final int LONG = 14;

    DataTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /** True if it needs a scroll bar. */
    boolean isLong() {
        return rows.size() > LONG;
    }

    /** A heading; numbers are set flush right. */
    record Column(String title, boolean isNumber) {
        static Column text(String title) {
            return new Column(title, false);
        }

        static Column number(String title) {
            return new Column(title, true);
        }
    }

    /** Cells of a row; {@code isChosen} marks the plan's own. */
    record Row(List<String> cells, boolean isChosen) {
        Row {
            cells = List.copyOf(cells);
        }
    }

    /** Collects rows. */
    static final class Builder {
        private final String caption;
        private final List<Column> columns;
        private final List<Row> rows = new ArrayList<>();

        Builder(String caption, Column... columns) {
            this.caption = caption;
            this.columns = List.of(columns);
        }

        Builder(String caption, List<Column> columns) {
            this.caption = caption;
            this.columns = List.copyOf(columns);
        }

        Builder row(String... cells) {
            return row(false, List.of(cells));
        }

        Builder row(boolean isChosen, List<String> cells) {
            if (cells.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "a row of " + cells.size() + " cells under " + columns.size());
            }
            rows.add(new Row(cells, isChosen));
            return this;
        }

        DataTable build() {
            return new DataTable(caption, columns, rows);
        }
    }
}
