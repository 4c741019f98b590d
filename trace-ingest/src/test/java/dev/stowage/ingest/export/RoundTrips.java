package dev.stowage.ingest.export;

import dev.stowage.basis.DecimalText;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Exports, ingests again and compares. */
final class RoundTrips {
    private RoundTrips() {}

    /** Exports to a path that does not exist. */
    static ExportReport export(String format, CanonicalTrace trace, Path output, int partRows)
            throws IOException {
        ExportFormat writer = Objects.requireNonNull(ExportFormats.registry().get(format));
        if (writer.isFolder()) {
            Files.createDirectory(output);
        }
        return writer.export(
                new ExportRequest(trace, output, partRows % 2 == 0, partRows, null, Progress.NONE));
    }

    /** Ingests with the options that the export says. */
    static CanonicalTrace ingest(ExportReport report, Path source, Path output) throws IOException {
        Files.createDirectories(output);
        Map<String, String> options = new HashMap<>();
        Map<String, String> chosen = new HashMap<>();
        for (int i = 0; i < report.ingestOptions().size(); i += 2) {
            options.put(report.ingestOptions().get(i), report.ingestOptions().get(i + 1));
        }
        if (options.containsKey("--option")) {
            String[] parts = options.get("--option").split("=", 2);
            chosen.put(parts[0], parts[1]);
        }
        TraceFormat reader = Objects.requireNonNull(TraceFormats.registry().get(report.format()));
        IngestRequest plain = TestTraces.request(output, 1, source);
        reader.ingest(
                plain.with(
                        draft -> {
                            if (options.containsKey("--machine")) {
                                draft.machine = size(options.get("--machine"));
                            }
                            draft.onError = ErrorPolicy.FAIL;
                            draft.maxErrorShare = 0;
                            draft.classRule = Optional.ofNullable(options.get("--class-rule"));
                            draft.options = chosen;
                        }));
        return CanonicalTrace.open(output);
    }

    /** As the command line reads {@code 48c256g}. */
    private static Resources size(String text) {
        String[] parts = text.split("[cg]", -1);
        return new Resources(
                DecimalText.truncate(parts[0], Resources.MICRO_CORES_PER_CORE),
                DecimalText.truncate(parts[1], Resources.BYTES_PER_GIB));
    }

    /**
     * Rows that differ, by column ({@code tasks.outcome}); those of {@code a} that {@code b} lacks
     * by table. Compared row by row, without the rows that {@code b} must lack: machines without
     * capacity, measurements that end before they start, in a CSV tasks without duration.
     */
    static Map<String, Long> differences(CanonicalTrace a, CanonicalTrace b) {
        Map<String, Long> differences = new TreeMap<>();
        for (CanonicalTable table : CanonicalTable.values()) {
            String name = table.tableName();
            long rowsA = rows(a, table);
            long rowsB = rows(b, table);
            if (rowsA != rowsB) {
                differences.put(name, Math.abs(rowsA - rowsB));
            }
            if (rowsB > 0) {
                for (Column column : table.columns()) {
                    long rows = differing(a, b, table, column.name());
                    if (rows > 0) {
                        differences.put(name + "." + column.name(), rows);
                    }
                }
            }
        }
        return differences;
    }

    private static long rows(CanonicalTrace trace, CanonicalTable table) {
        if (!trace.has(table)) {
            return 0;
        }
        try (TableRows rows = TableRows.openAll(trace.path(), table)) {
            return rows.size();
        }
    }

    private static long differing(
            CanonicalTrace a, CanonicalTrace b, CanonicalTable table, String column) {
        if (!has(a, table, column) && !has(b, table, column)) {
            return 0;
        }
        boolean areUnknownLeftOut = b.manifest().provenance().format().equals("csv");
        boolean isText = TableRows.isText(table.columns(column).get(0));
        long differing = 0;
        try (TableRows rowsA = TableRows.openAll(a.path(), table);
                TableRows rowsB = TableRows.openAll(b.path(), table)) {
            int atA = rowsA.column(column);
            int atB = rowsB.column(column);
            while (nextKept(rowsA, table, areUnknownLeftOut)) {
                if (!rowsB.next()) {
                    break; // their number is compared
                }
                boolean isSame =
                        isText
                                ? Objects.equals(rowsA.text(atA), rowsB.text(atB))
                                : rowsA.value(atA) == rowsB.value(atB);
                differing += isSame ? 0 : 1;
            }
        }
        return differing;
    }

    private static boolean nextKept(
            TableRows rows, CanonicalTable table, boolean areUnknownLeftOut) {
        while (rows.next()) {
            boolean isKept =
                    switch (table) {
                        case MACHINES ->
                                Objects.equals(rows.text(rows.column("event")), "REMOVE")
                                        || (rows.value(rows.column("cpu_micro_cores")) > 0
                                                && rows.value(rows.column("memory_bytes")) > 0);
                        case TASKS ->
                                !areUnknownLeftOut
                                        || rows.value(rows.column("duration_micros"))
                                                != CanonicalTable.ABSENT;
                        case USAGE -> rows.value(1) >= rows.value(0);
                        default -> true;
                    };
            if (isKept) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(CanonicalTrace trace, CanonicalTable table, String column) {
        Set<String> names = ColumnFileReader.columnNames(table.fileIn(trace.path()));
        return names.contains(column);
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.delete(file);
            }
        }
    }
}
