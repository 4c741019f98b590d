package dev.stowage.ingest.parquet;

import java.util.List;

/**
 * Several rows of a file, given column by column in the order of the columns: as if they were put
 * row by row, but without a call a value.
 *
 * <p>Hot: generated workloads are written so. Guarded by ColumnFileBenchmark.
 */
public final class RowBlock {
    private final ColumnFileWriter file;
    private final int rows;
    private int column;

    RowBlock(ColumnFileWriter file, int rows) {
        this.file = file;
        this.rows = rows;
    }

    private ColumnBuffer next(Column.Type type) {
        return file.buffer(column++, type);
    }

    private ColumnBuffer nextNullable(Column.Type type) {
        ColumnBuffer buffer = next(type);
        if (!buffer.column().nullable()) {
            throw new IllegalStateException(buffer.column().name() + " can't be null");
        }
        return buffer;
    }

    /** {@code values[from]} and those behind it. */
    public void putLongs(long[] values, int from) {
        next(Column.Type.INT64).putAll(values, from, from + rows);
    }

    /** {@code values[from]} and those behind it; null where one is {@code absent}. */
    public void putLongsOrNull(long[] values, int from, long absent) {
        ColumnBuffer buffer = nextNullable(Column.Type.INT64);
        int start = from;
        for (int i = from; i < from + rows; i++) {
            if (values[i] == absent) {
                buffer.putAll(values, start, i);
                buffer.putNull();
                start = i + 1;
            }
        }
        buffer.putAll(values, start, from + rows);
    }

    /** {@code values[from]} and those behind it. */
    public void putInts(int[] values, int from) {
        ColumnBuffer buffer = next(Column.Type.INT32);
        for (int i = from; i < from + rows; i++) {
            buffer.put(values[i]);
        }
    }

    /** The same in all rows. */
    public void putSameInt(int value) {
        next(Column.Type.INT32).putSame(value, rows);
    }

    /** {@code values[from]} and those behind it. */
    public void putBooleans(boolean[] values, int from) {
        ColumnBuffer buffer = next(Column.Type.BOOLEAN);
        for (int i = from; i < from + rows; i++) {
            buffer.put(values[i] ? 1 : 0);
        }
    }

    /**
     * Words of a small vocabulary by their index, {@code values[from]} and those behind it.
     *
     * @param words UTF-8, not changed afterwards
     */
    public void putWords(byte[] values, int from, List<byte[]> words) {
        ColumnBuffer buffer = next(Column.Type.STRING);
        for (int i = from; i < from + rows; i++) {
            buffer.put(words.get(values[i]));
        }
    }

    /** Absent in all rows. */
    public void putNulls() {
        ColumnBuffer buffer = file.buffer(column);
        nextNullable(buffer.column().type()).putNulls(rows);
    }

    /** Ends the rows; every column must have been given. */
    public void end() {
        file.endRows(column, rows);
    }
}
