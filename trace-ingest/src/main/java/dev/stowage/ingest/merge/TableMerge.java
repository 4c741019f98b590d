package dev.stowage.ingest.merge;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.ExtraColumns;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.canonical.Words;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.ingest.trace.JobUsers;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges one table of several traces by its time; rows of one instant are in the order of the
 * traces. It has every column that one of them has.
 *
 * <p>Hot: no object a row, except texts.
 */
final class TableMerge implements Closeable {
    private static final int ROWS_BETWEEN_REPORTS = 1 << 16;
    private static final TaskClass[] CLASSES = TaskClass.values();
    private static final TaskOutcome[] OUTCOMES = TaskOutcome.values();

    private final CanonicalTable table;
    private final List<Column> columns;
    private final List<Source> sources = new ArrayList<>();
    private final ColumnFileWriter file;

    /** One trace's rows. */
    private static final class Source {
        final int place;
        final Path path;
        final TableRows rows;
        final NewIds jobs;
        final NewIds machines;
        final int time;
        final int job;
        final int[] at; // by column that is written
        final @Nullable JobUsers users; // where tasks do not name them
        long micros = Long.MIN_VALUE;

        Source(
                int place,
                CanonicalTrace trace,
                CanonicalTable table,
                List<Column> columns,
                NewIds jobs,
                NewIds machines) {
            this.place = place;
            this.jobs = jobs;
            this.machines = machines;
            path = table.fileIn(trace.path());
            rows = TableRows.openAll(trace.path(), table);
            time = rows.column(table.timeColumn());
            job = rows.column("job_id");
            at = columns.stream().mapToInt(column -> rows.column(column.name())).toArray();
            boolean needsUsers =
                    table == CanonicalTable.TASKS
                            && columns.stream().anyMatch(column -> column.name().equals("user"))
                            && rows.column("user") < 0
                            && trace.has(CanonicalTable.JOBS);
            users = needsUsers ? JobUsers.read(CanonicalTable.JOBS.fileIn(trace.path())) : null;
        }

        boolean next() {
            if (!rows.next()) {
                return false;
            }
            long before = micros;
            micros = rows.value(time);
            if (micros < before) {
                throw InputException.of(
                        path,
                        "a row at " + micros + " after one at " + before + " microseconds",
                        "rows in order of time",
                        "Write the trace again with `stowage ingest` or `stowage synth`.");
            }
            return true;
        }

        @Nullable String userOfJob() {
            int user = users == null ? -1 : users.find(rows.value(job));
            return user < 0 || users == null ? null : users.name(user);
        }
    }

    TableMerge(
            List<Part> parts,
            CanonicalTable table,
            List<NewIds> jobs,
            List<NewIds> machines,
            Path output) {
        this.table = table;
        Set<TaskColumn> extras = extras(parts, table);
        columns = table.columns(extras);
        try {
            for (int i = 0; i < parts.size(); i++) {
                Part part = parts.get(i);
                if (part.trace().has(table)) {
                    sources.add(
                            new Source(
                                    i, part.trace(), table, columns, jobs.get(i), machines.get(i)));
                    checkSize(part, sources.get(sources.size() - 1));
                }
            }
            file = table.create(output, extras);
        } catch (RuntimeException e) {
            closeSources();
            throw e;
        }
    }

    private static Set<TaskColumn> extras(List<Part> parts, CanonicalTable table) {
        Set<TaskColumn> extras = EnumSet.noneOf(TaskColumn.class);
        for (Part part : parts) {
            if (part.trace().has(table)) {
                Path path = table.fileIn(part.trace().path());
                extras.addAll(ExtraColumns.in(ColumnFileReader.columnNames(path)));
            }
        }
        return extras;
    }

    private void checkSize(Part part, Source source) {
        long promised =
                part.manifest()
                        .table(table.tableName())
                        .map(TraceManifest.Table::rowsWritten)
                        .orElse(0L);
        if (source.rows.size() != promised) {
            throw InputException.of(
                    source.path,
                    source.rows.size() + " rows",
                    promised + " rows, as the manifest of the trace says",
                    "The trace is not whole: ingest or copy it again.");
        }
    }

    /** Merges all rows. */
    void run(Progress progress, long doneBefore) {
        PriorityQueue<Source> queue =
                new PriorityQueue<>(
                        Comparator.comparingLong((Source source) -> source.micros)
                                .thenComparingInt(source -> source.place));
        for (Source source : sources) {
            if (source.next()) {
                queue.add(source);
            }
        }
        for (Source source = queue.poll(); source != null; source = queue.poll()) {
            write(source);
            if (source.next()) {
                queue.add(source);
            }
            if (file.rows() % ROWS_BETWEEN_REPORTS == 0) {
                progress.advanceTo(doneBefore + file.rows());
            }
        }
    }

    private void write(Source source) {
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            int at = source.at[i];
            if (TableRows.isText(column)) {
                boolean isUserOfJob = source.users != null && column.name().equals("user");
                Words.put(file, isUserOfJob ? source.userOfJob() : source.rows.text(at));
            } else {
                put(column, source, source.rows.value(at));
            }
        }
        file.endRow();
    }

    private void put(Column column, Source source, long value) {
        if (value == ABSENT) {
            file.putNull();
            return;
        }
        switch (column.type()) {
            case INT64 -> file.putLong(idOrValue(column, source, value));
            case INT32 -> file.putInt((int) value);
            case DOUBLE -> file.putDouble(Double.longBitsToDouble(value));
            case BOOLEAN -> file.putBoolean(value == 1);
            case STRING ->
                    file.putString(
                            column.name().equals("class")
                                    ? Words.of(CLASSES[(int) value])
                                    : Words.of(OUTCOMES[(int) value]));
        }
    }

    private static long idOrValue(Column column, Source source, long value) {
        return switch (column.name()) {
            case "job_id" -> source.jobs.of(value);
            case "machine_id" -> source.machines.of(value);
            default -> value;
        };
    }

    /** Rows written. */
    long rows() {
        return file.rows();
    }

    private void closeSources() {
        sources.forEach(source -> source.rows.close());
    }

    @Override
    public void close() {
        try (file) {
            closeSources();
        }
    }
}
