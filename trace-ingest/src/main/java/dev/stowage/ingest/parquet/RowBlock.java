package dev.stowage.ingest.parquet;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
        next(Column.Type.INT32).putAll(values, from, from + rows);
    }

    /** The same in all rows. */
    public void putSameInt(int value) {
        next(Column.Type.INT32).putSame(value, rows);
    }

    /** {@code values[from]} and those behind it. */
    public void putBooleans(boolean[] values, int from) {
        ColumnBuffer buffer = next(Column.Type.BOOLEAN);
        int end;
        for (int i = from; i < from + rows; i = end) {
            end = i + 1;
            while (end < from + rows && values[end] == values[i]) {
                end++;
            }
            buffer.putSame(values[i] ? 1 : 0, end - i);
        }
    }

    /**
     * Words of a small vocabulary by their index, {@code values[from]} and those behind it.
     *
     * @param words UTF-8, not changed afterwards
     */
    public void putWords(byte[] values, int from, List<byte[]> words) {
        ColumnBuffer buffer = next(Column.Type.STRING);
        int[] numbers = new int[words.size()]; // in the buffer, + 1; 0 = not put yet
        int end;
        for (int i = from; i < from + rows; i = end) {
            end = i + 1;
            while (end < from + rows && values[end] == values[i]) {
                end++;
            }
            int word = values[i];
            if (numbers[word] == 0) {
                numbers[word] = buffer.texts().number(words.get(word)) + 1;
            }
            buffer.putSame(numbers[word] - 1, end - i);
        }
    }

    /** {@code values[from]} and those behind it. */
    public void putTextsOrNull(@Nullable String[] values, int from) {
        ColumnBuffer buffer = nextNullable(Column.Type.STRING);
        for (int i = from; i < from + rows; i++) {
            String text = values[i];
            if (text == null) {
                buffer.putNull();
            } else {
                file.noteText(buffer.put(text));
            }
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
