package dev.stowage.ingest.canonical;

import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.text.ResourceLines;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A table of a canonical trace. Its columns are data, in a resource of its name ({@code
 * tasks.txt}); the column reference in the documentation derives from there.
 */
public enum CanonicalTable {
    /** One row per (job, task index): one series of attempts. */
    TASKS,
    /** One row per job that the source's job table names. */
    JOBS,
    /** One row per event of a machine. */
    MACHINES,
    /** One row per measurement of a task. */
    USAGE;

    /** Times of a trace are in microseconds. */
    public static final long MICROS_PER_SECOND = 1_000_000L;

    /** Value of an {@code INT64} that is absent. */
    public static final long ABSENT = Long.MIN_VALUE;

    /** Value of an {@code INT32} that is absent. */
    public static final int ABSENT_INT = Integer.MIN_VALUE;

    private final String tableName;

    @SuppressWarnings("ImmutableEnumChecker") // a list of records that nobody changes
    private final List<Column> columns;

    CanonicalTable() {
        tableName = name().toLowerCase(Locale.ROOT);
        columns =
                ResourceLines.of(CanonicalTable.class, tableName + ".txt").stream()
                        .map(CanonicalTable::column)
                        .toList();
    }

    /** A line that says name, required or optional, type, and what the column holds. */
    private static Column column(String line) {
        String[] parts = line.split(" ", 4);
        Column.Type type = Column.Type.valueOf(parts[2].toUpperCase(Locale.ROOT));
        return parts[1].equals("required")
                ? Column.required(parts[0], type, parts[3])
                : Column.optional(parts[0], type, parts[3]);
    }

    /** Name in the manifest. */
    public String tableName() {
        return tableName;
    }

    /** The column that its rows are sorted by. */
    public String timeColumn() {
        return switch (this) {
            case TASKS, JOBS -> "submit_micros";
            case MACHINES -> "time_micros";
            case USAGE -> "start_micros";
        };
    }

    /** Where it lies in the directory of a trace. */
    public Path fileIn(Path directory) {
        return directory.resolve(tableName + ".parquet");
    }

    /** All columns, in the order of the file; a file of tasks may lack {@link ExtraColumns}. */
    public List<Column> columns() {
        return columns;
    }

    /** Some columns by name, in the order asked for. */
    public List<Column> columns(String... names) {
        return List.of(names).stream().map(this::named).toList();
    }

    private Column named(String name) {
        return columns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException(tableName + " has no column " + name));
    }

    /** Begins to write the table into {@code directory}, without extra columns. */
    public ColumnFileWriter create(Path directory) {
        return create(directory, Set.of());
    }

    /**
     * Begins to write the table into {@code directory}, with extra columns of tasks or machines.
     */
    public ColumnFileWriter create(Path directory, Set<TaskColumn> extras) {
        return ColumnFileWriter.create(fileIn(directory), tableName, columns(extras));
    }

    /** The columns of a file with these extras, in order. */
    public List<Column> columns(Set<TaskColumn> extras) {
        return this == TASKS || this == MACHINES
                ? columns.stream()
                        .filter(column -> ExtraColumns.isWritten(column.name(), extras))
                        .toList()
                : columns;
    }
}
