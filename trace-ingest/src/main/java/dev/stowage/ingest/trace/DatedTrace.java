package dev.stowage.ingest.trace;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A copy of a trace in which each time is there a second time as a moment, for tools that show
 * dates: {@code submit_time} beside {@code submit_micros}. It is a trace as the first one is: its
 * own columns and its manifest are the same.
 */
public final class DatedTrace {
    private static final int ROWS_BETWEEN_REPORTS = 1 << 16;

    /** Times since the epoch of the trace; {@code duration_micros} and GPUs are none. */
    private static final Set<String> TIMES =
            Set.of("submit_micros", "schedule_micros", "start_micros", "end_micros", "time_micros");

    private DatedTrace() {}

    /**
     * Writes the copy.
     *
     * @param output an empty folder
     * @return the rows of its tables, by name
     * @throws InputException if the trace does not say which moment its time 0 was
     */
    public static Map<String, Long> write(CanonicalTrace trace, Path output, Progress progress) {
        Instant epoch =
                trace.manifest()
                        .epoch()
                        .orElseThrow(
                                () ->
                                        InputException.of(
                                                trace.manifestFile(),
                                                "time 0 is \""
                                                        + trace.manifest().timeOrigin()
                                                        + '"',
                                                "a trace whose time 0 is a moment of a calendar",
                                                "Its times are in seconds and microseconds since"
                                                        + " then."));
        Map<String, Long> rows = new LinkedHashMap<>();
        for (CanonicalTable table : CanonicalTable.values()) {
            if (trace.has(table)) {
                rows.put(table.tableName(), copy(trace, table, output, epoch, progress));
            }
        }
        copyOtherFiles(trace, output);
        return rows;
    }

    /** The manifest, bad rows, IDs that changed: what is no table. */
    private static void copyOtherFiles(CanonicalTrace trace, Path output) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(trace.path())) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                boolean isOther = !name.startsWith(".") && !name.endsWith(".parquet");
                if (isOther && Files.isRegularFile(file)) {
                    Files.copy(file, output.resolve(name));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long copy(
            CanonicalTrace trace,
            CanonicalTable table,
            Path output,
            Instant epoch,
            Progress progress) {
        try (TableRows rows = TableRows.openAll(trace.path(), table)) {
            List<Column> kept =
                    table.columns().stream().filter(each -> rows.column(each.name()) >= 0).toList();
            List<Column> times = kept.stream().filter(each -> TIMES.contains(each.name())).toList();
            List<Column> columns = new ArrayList<>(kept);
            times.forEach(each -> columns.add(moment(each)));
            progress.start("Writing " + table.tableName(), rows.size());
            try (ColumnFileWriter file =
                    ColumnFileWriter.create(table.fileIn(output), table.tableName(), columns)) {
                while (rows.next()) {
                    for (int i = 0; i < kept.size(); i++) {
                        rows.put(file, kept.get(i), i);
                    }
                    for (Column time : times) {
                        long micros = rows.value(rows.column(time.name()));
                        file.putMoment(micros, epoch, CanonicalTable.ABSENT);
                    }
                    file.endRow();
                    if (file.rows() % ROWS_BETWEEN_REPORTS == 0) {
                        progress.advanceTo(file.rows());
                    }
                }
                return file.rows();
            }
        } finally {
            progress.done();
        }
    }

    private static Column moment(Column time) {
        String name = time.name().replaceFirst("_micros$", "_time").replace("time_time", "time");
        return Column.moment(name, time.name() + " as a moment");
    }
}
