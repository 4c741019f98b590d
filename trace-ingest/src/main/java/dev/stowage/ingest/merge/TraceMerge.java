package dev.stowage.ingest.merge;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.quarantine.TextFile;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges canonical traces into one, as clusters side by side: time 0 of each is time 0 of all, and
 * their tables are merged by it, rows of one instant in the order of the traces. A job or machine
 * whose ID an earlier trace has too gets a new one ({@link NewIds}); {@code renumbered.csv} says
 * which. The same traces in the same order give the same bytes.
 *
 * <p>Memory: a block of rows of each trace, and what {@link NewIds} needs.
 */
public final class TraceMerge {
    /** What changed its ID. */
    static final String RENUMBERED = "renumbered.csv";

    private final List<Part> parts;
    private final Path output;
    private final Progress progress;
    private final List<NewIds> jobs;
    private final List<NewIds> machines;

    /**
     * A trace to merge.
     *
     * @param name what the manifest calls it
     * @param trace the trace
     */
    public record Input(String name, CanonicalTrace trace) {}

    private TraceMerge(List<Part> parts, Path output, Progress progress) {
        this.parts = parts;
        this.output = output;
        this.progress = progress;
        List<CanonicalTrace> traces = parts.stream().map(Part::trace).toList();
        progress.start("Comparing IDs", -1);
        try {
            jobs = NewIds.of(traces, "job_id");
            machines = NewIds.of(traces, "machine_id");
        } finally {
            progress.done();
        }
    }

    /**
     * Merges traces.
     *
     * @param inputs at least one
     * @param output an existing, empty directory; holds no whole trace after a failure
     * @throws InputException if they contradict each other, as of different units, or one is
     *     damaged
     */
    public static IngestReport merge(List<Input> inputs, Path output, Progress progress) {
        List<Part> parts = Part.of(inputs);
        Agreement.check(parts);
        return new TraceMerge(parts, output, progress).run();
    }

    private IngestReport run() {
        progress.start("Merging", rows());
        try {
            long done = 0;
            for (CanonicalTable table : CanonicalTable.values()) {
                if (parts.stream().anyMatch(part -> part.trace().has(table))) {
                    try (TableMerge merge = new TableMerge(parts, table, jobs, machines, output)) {
                        merge.run(progress, done);
                        done += merge.rows();
                    }
                }
            }
        } finally {
            progress.done();
        }
        writeQuarantine();
        writeRenumbered();
        List<String> warnings = new ArrayList<>();
        TraceManifest manifest =
                new MergedManifest(parts).of(count(jobs), count(machines), warnings);
        manifest.writeTo(output);
        return new IngestReport(manifest, warnings);
    }

    private long rows() {
        long rows = 0;
        for (Part part : parts) {
            for (CanonicalTable table : CanonicalTable.values()) {
                rows +=
                        part.manifest()
                                .table(table.tableName())
                                .map(TraceManifest.Table::rowsWritten)
                                .orElse(0L);
            }
        }
        return rows;
    }

    private static long count(List<NewIds> ids) {
        return ids.stream().mapToLong(NewIds::size).sum();
    }

    private CsvWriter csv(String name) {
        try {
            return CsvWriter.builder()
                    .lineDelimiter(LineDelimiter.LF)
                    .build(TextFile.create(output.resolve(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeRenumbered() {
        if (count(jobs) + count(machines) == 0) {
            return;
        }
        try (CsvWriter file = csv(RENUMBERED)) {
            file.writeRecord("trace", "what", "id", "becomes");
            for (int i = 0; i < parts.size(); i++) {
                write(file, parts.get(i).name(), "job", jobs.get(i));
                write(file, parts.get(i).name(), "machine", machines.get(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(CsvWriter file, String trace, String what, NewIds ids) {
        for (int i = 0; i < ids.size(); i++) {
            file.writeRecord(trace, what, Long.toString(ids.old(i)), Long.toString(ids.id(i)));
        }
    }

    private void writeQuarantine() {
        List<Part> ingested =
                parts.stream()
                        .filter(part -> Files.isRegularFile(part.trace().quarantineFile()))
                        .toList();
        if (ingested.isEmpty()) {
            return;
        }
        try (CsvWriter file = csv(Quarantine.NAME)) {
            file.writeRecord(Quarantine.HEADER);
            for (Part part : ingested) {
                copyQuarantine(part, file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copyQuarantine(Part part, CsvWriter file) throws IOException {
        Path source = part.trace().quarantineFile();
        try (CsvReader<CsvRecord> rows = CsvReader.builder().ofCsvRecord(source)) {
            boolean isHeader = true;
            for (CsvRecord row : rows) {
                if (!isHeader) {
                    List<String> fields = new ArrayList<>(row.getFields());
                    fields.set(0, part.name() + "/" + fields.get(0));
                    file.writeRecord(fields);
                }
                isHeader = false;
            }
        } catch (CsvParseException e) {
            throw InputException.of(
                            source,
                            "text that is no list of bad rows (" + e.getMessage() + ")",
                            "what stowage ingest wrote",
                            "Ingest the source again.")
                    .causedBy(e);
        }
    }
}
