package dev.stowage.ingest.canonical;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnCursor;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a canonical table, one after another; every value that is no text as a long: flags as
 * 0 and 1, outcomes and classes as their ordinals, doubles as their bits, absent ones as ABSENT.
 * Holds a few thousand rows, and the pages of a row group.
 */
public final class TableRows implements Closeable {
    private static final int BLOCK = 1 << 12;
    private static final TaskClass[] CLASSES = TaskClass.values();
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();

    private final ColumnFileReader file;
    private final List<Column> columns;
    private final long[][] values;
    private final @Nullable String[][] texts;
    private int row = -1;
    private int rows; // of the block
    private int left; // of the group, behind the block

    private TableRows(Path path, List<Column> columns) {
        this.columns = columns;
        file = ColumnFileReader.open(path, columns);
        values = new long[columns.size()][0];
        texts = new String[columns.size()][0];
    }

    /** Opens a table of the trace in a directory with the columns of that name. */
    public static TableRows open(Path directory, CanonicalTable table, String... names) {
        return new TableRows(table.fileIn(directory), table.columns(names));
    }

    /**
     * Opens a table with all columns that it has; those that it must have and lacks are an error.
     */
    public static TableRows openAll(Path directory, CanonicalTable table) {
        Path path = table.fileIn(directory);
        Set<String> present = ColumnFileReader.columnNames(path);
        return new TableRows(
                path,
                table.columns().stream()
                        .filter(c -> !c.nullable() || present.contains(c.name()))
                        .toList());
    }

    /** Where a column stands, or -1 if the file lacks it. */
    public int column(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Rows of the table. */
    public long size() {
        return file.rows();
    }

    /** Moves to the next row; false if there is none. */
    public boolean next() {
        while (++row >= rows) {
            if (left == 0) {
                if (!file.nextGroup()) {
                    return false;
                }
                left = file.groupRows();
            }
            rows = Math.min(BLOCK, left);
            left -= rows;
            row = -1;
            for (int i = 0; i < columns.size(); i++) {
                load(i);
            }
        }
        return true;
    }

    private void load(int i) {
        ColumnCursor cursor = file.column(i);
        Column column = columns.get(i);
        if (isText(column)) {
            texts[i] = texts[i].length < rows ? new String[rows] : texts[i];
            cursor.strings(texts[i], rows);
            return;
        }
        values[i] = values[i].length < rows ? new long[rows] : values[i];
        long[] target = values[i];
        switch (column.type()) {
            case INT64 -> cursor.longs(target, rows, ABSENT);
            case INT32 -> {
                int[] ints = new int[rows];
                cursor.ints(ints, rows, ABSENT_INT);
                for (int k = 0; k < rows; k++) {
                    target[k] = ints[k] == ABSENT_INT ? ABSENT : ints[k];
                }
            }
            case DOUBLE -> {
                double[] doubles = new double[rows];
                cursor.doubles(doubles, rows);
                for (int k = 0; k < rows; k++) {
                    boolean isAbsent = Double.isNaN(doubles[k]);
                    target[k] = isAbsent ? ABSENT : Double.doubleToRawLongBits(doubles[k]);
                }
            }
            case BOOLEAN -> flags(cursor, target);
            case STRING -> words(cursor, column, target);
        }
    }

    private void flags(ColumnCursor cursor, long[] target) {
        byte[] flags = new byte[rows];
        cursor.flags(flags, rows);
        for (int k = 0; k < rows; k++) {
            target[k] = flags[k] < 0 ? ABSENT : flags[k];
        }
    }

    private void words(ColumnCursor cursor, Column column, long[] target) {
        byte[] words = new byte[rows];
        cursor.words(
                words, rows, column.name().equals("class") ? Words.classes() : Words.outcomes());
        for (int k = 0; k < rows; k++) {
            target[k] = words[k];
        }
    }

    /** True if the column is read by {@link #text}, false if by {@link #value}. */
    public static boolean isText(Column column) {
        boolean isWord = column.name().equals("class") || column.name().equals("outcome");
        return column.type() == Column.Type.STRING && !isWord;
    }

    /** A value of the current row; absent if the file lacks the column. */
    public long value(int column) {
        return column < 0 ? ABSENT : values[column][row];
    }

    /** A text of the current row; null if it is absent. */
    public @Nullable String text(int column) {
        return column < 0 ? null : texts[column][row];
    }

    /** Writes a value of the current row into a column of the same kind. */
    public void put(ColumnFileWriter to, Column column, int i) {
        if (isText(column)) {
            Words.put(to, text(i));
            return;
        }
        long value = value(i);
        if (value == ABSENT) {
            to.putNull();
            return;
        }
        switch (column.type()) {
            case INT64 -> to.putLong(value);
            case INT32 -> to.putInt((int) value);
            case DOUBLE -> to.putDouble(Double.longBitsToDouble(value));
            case BOOLEAN -> to.putBoolean(value == 1);
            case STRING ->
                    to.putString(
                            column.name().equals("class")
                                    ? Words.of(CLASSES[(int) value])
                                    : Words.of(OUTCOMES[(int) value]));
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
