package dev.stowage.ingest.csv;

import dev.stowage.ingest.Quarantine;
import dev.stowage.model.InputException;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The user's own tasks as CSV with the header {@code
 * submit_s,duration_s,cpu,memory_gib[,job,class,priority]} in any order, streamed; plain or gzip.
 * Rows are in order of {@code submit_s}. Requests are truncated, seconds rounded half up to
 * microseconds. No task at all is legal.
 */
public final class CsvWorkload implements Workload {
    private final Path file;

    private CsvWorkload(Path file) {
        this.file = file;
    }

    /**
     * Opens a file and checks its header; rows are checked as they are read, and the first bad or
     * unsorted one is an {@link InputException} with its line.
     *
     * @throws InputException if it is missing, empty, not text or has another header
     */
    public static CsvWorkload open(Path file) {
        CsvFile.open(file, bytes -> {}).close();
        return new CsvWorkload(file);
    }

    @Override
    public String name() {
        return file.getFileName().toString();
    }

    @Override
    public TaskSource open() {
        return new CsvTaskSource(List.of(file), new RefuseBadRows(), Optional.empty(), bytes -> {});
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
        public boolean isWanted(long submitMicros) {
            return true;
        }

        @Override
        public void fileRead(CsvFile csv) {
            // nothing is kept of it
        }
    }
}
