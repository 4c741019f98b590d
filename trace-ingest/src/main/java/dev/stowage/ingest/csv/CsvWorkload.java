package dev.stowage.ingest.csv;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The user's own tasks as CSV with the header {@code submit_s,duration_s,cpu,memory_gib[,…]} in any
 * order ({@link #HEADER}), streamed; plain, gzip or zstd. Rows are in order of {@code submit_s}.
 * Requests are truncated, seconds rounded half up to microseconds. No task at all is legal.
 */
public final class CsvWorkload implements Workload {
    /** The columns; those in brackets are optional. */
    public static final String HEADER =
            "submit_s,duration_s,cpu,memory_gib[,job,task,class,priority,user,gpu,disk_gib,network_gbps,"
                    + "constraints,stage,after,cpu_used,memory_used_gib]";

    private final Path file;
    private final Set<TaskColumn> columns;

    private CsvWorkload(Path file, Set<TaskColumn> columns) {
        this.file = file;
        this.columns = columns;
    }

    /**
     * Opens a file and checks its header; rows are checked as they are read, and the first bad or
     * unsorted one is an {@link InputException} with its line.
     *
     * @throws InputException if it is missing, empty, not text or has another header
     */
    public static CsvWorkload open(Path file) {
        return new CsvWorkload(file, columnsOf(file));
    }

    private static TaskRecords records(Path path) {
        return CsvFile.open(path, InflationLimit.USUAL);
    }

    /** What the header of a file gives tasks that a plain batch lacks. */
    static Set<TaskColumn> columnsOf(Path file) {
        try (CsvFile csv = CsvFile.open(file, InflationLimit.USUAL)) {
            return csv.header().extras();
        }
    }

    @Override
    public String name() {
        return file.getFileName().toString();
    }

    @Override
    public Set<TaskColumn> columns() {
        return columns;
    }

    @Override
    public TaskSource open() {
        return new CsvTaskSource(
                List.of(file), new RefuseBadRows(), Optional.empty(), CsvWorkload::records);
    }

    private static final class RefuseBadRows implements CsvRowPolicy {
        @Override
        public void bad(Path path, Quarantine.Row row, String expected) {
            throw InputException.atLine(
                    path,
                    row.line(),
                    row.found() + " (" + row.reason().label() + ")",
                    expected,
                    "Correct the row, or set bad rows aside with `stowage ingest csv --on-error"
                            + " quarantine`.");
        }

        @Override
        public boolean isWanted(long submitMicros, long job) {
            return true;
        }

        @Override
        public void fileRead(TaskRecords csv) {
            // nothing is kept of it
        }
    }
}
