package dev.stowage.plan.bound;

import java.util.Arrays;

/** What tasks ask for, in one column a resource: {@code resource, row}. */
final class Columns {
    private final long[][] columns;

    Columns(int resources, int rows) {
        columns = new long[resources][rows];
    }

    /** Makes room for {@code rows}. */
    void grow(int rows) {
        for (int d = 0; d < columns.length; d++) {
            columns[d] = Arrays.copyOf(columns[d], rows);
        }
    }

    void set(int row, long[] asked) {
        for (int d = 0; d < columns.length; d++) {
            columns[d][row] = asked[d];
        }
    }

    void copy(int from, int to) {
        for (long[] column : columns) {
            column[to] = column[from];
        }
    }

    /** Fills {@code asked} with a row. */
    void get(int row, long[] asked) {
        for (int d = 0; d < columns.length; d++) {
            asked[d] = columns[d][row];
        }
    }

    /** A copy of the first rows of one column. */
    long[] first(int resource, int rows) {
        return Arrays.copyOf(columns[resource], rows);
    }
}
