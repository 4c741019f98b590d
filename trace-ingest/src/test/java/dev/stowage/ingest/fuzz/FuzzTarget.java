package dev.stowage.ingest.fuzz;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.inspection.TraceInspection;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Gives any bytes to a reader: only an {@link InputException} may come out, what is written must be
 * readable, every row accounted for, and the trace not larger than the bytes warrant.
 *
 * <p>Targets are the trace formats by name, {@code text} (blocks, lines and fields), {@code
 * parquet-table} (a canonical table) and {@code manifest}. Jazzer calls {@link
 * #fuzzerTestOneInput}; the target is the system property {@code stowage.fuzz}.
 */
public final class FuzzTarget {
    /** A row may stand for many tasks; a few thousand bytes may not become more than this. */
    private static final long MOST_ROWS = 2_000_000;

    private static final TaskBatch BATCH = new TaskBatch(1 << 12);
    private static Path scratch = Path.of("");
    private static String target = "";

    private FuzzTarget() {}

    /** Called by Jazzer before all inputs. */
    public static void fuzzerInitialize() {
        target = System.getProperty("stowage.fuzz", "");
        if (!targets().contains(target)) {
            throw new IllegalArgumentException(
                    "stowage.fuzz=" + target + ", expected one of " + targets());
        }
        try {
            scratch = Files.createTempDirectory("stowage-fuzz");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(scratch.toFile())));
    }

    /** Called by Jazzer for every input. */
    public static void fuzzerTestOneInput(byte[] data) {
        Path folder = scratch.resolve("run");
        try {
            Files.createDirectory(folder);
            run(target, data, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            delete(folder.toFile());
        }
    }

    private static void delete(File file) {
        File[] children = file.listFiles();
        if (children != null) {
            for (File child : children) {
                delete(child);
            }
        }
        if (!file.delete() && file.exists()) {
            throw new IllegalStateException("can't delete " + file);
        }
    }

    /** All targets by name. */
    static List<String> targets() {
        List<String> names = new java.util.ArrayList<>(TraceFormats.registry().keySet());
        names.addAll(List.of("text", "parquet-table", "manifest"));
        return names;
    }

    /** Gives bytes to a target; {@code folder} is empty. True if it took them, false if refused. */
    static boolean run(String target, byte[] data, Path folder) throws IOException {
        return switch (target) {
            case "text" -> TextTarget.run(data, folder);
            case "parquet-table" -> runTable(data, folder);
            case "manifest" -> runManifest(data, folder);
            default -> runFormat(TraceFormats.registry().get(target), data, folder);
        };
    }

    private static boolean runFormat(TraceFormat format, byte[] data, Path folder)
            throws IOException {
        Path output = Files.createDirectory(folder.resolve("out"));
        Bundle bundle = Bundle.unpack(data, Files.createDirectory(folder.resolve("in")));
        List<Path> inputs = bundle.files();
        if (inputs.isEmpty()) {
            return false;
        }
        TraceManifest manifest;
        try {
            inputs.forEach(format::resemblance);
            IngestReport report = format.ingest(request(format, bundle, inputs, output));
            manifest = report.manifest();
        } catch (InputException refused) {
            requireWords(refused);
            return false;
        }
        requireBooksToBalance(manifest);
        readBack(output);
        return true;
    }

    private static IngestRequest request(
            TraceFormat format, Bundle bundle, List<Path> inputs, Path output) {
        Map<String, String> options = new LinkedHashMap<>();
        String option = bundle.setting("option");
        if (!option.isEmpty()) {
            options.putAll(FormatOption.parse(List.of(option), format));
        }
        String rule = bundle.setting("rule");
        OptionalLong from = bundle.micros("from");
        OptionalLong to = bundle.micros("to");
        return IngestRequest.of(inputs, output)
                .with(
                        draft -> {
                            draft.maxErrorShare = 1;
                            draft.classRule = rule.isEmpty() ? Optional.empty() : Optional.of(rule);
                            draft.options = options;
                            draft.fromMicros = from;
                            draft.toMicros = to;
                        });
    }

    private static void requireWords(InputException refused) {
        if (refused.getMessage() == null || refused.getMessage().isBlank()) {
            throw new AssertionError("an InputException that says nothing", refused);
        }
    }

    private static void requireBooksToBalance(TraceManifest manifest) {
        manifest.tables()
                .forEach(
                        (name, table) -> {
                            long ignored =
                                    table.rowsIgnored().values().stream()
                                            .mapToLong(rows -> rows)
                                            .sum();
                            long known = table.rowsUsed() + table.rowsQuarantined() + ignored;
                            if (table.rowsRead() != known) {
                                throw new AssertionError(name + ": rows lost, " + table);
                            }
                            if (table.rowsWritten() > MOST_ROWS) {
                                throw new AssertionError(name + " grows: " + table);
                            }
                        });
    }

    /** What an ingest has written can be read, inspected and replayed. */
    private static void readBack(Path output) {
        CanonicalTrace trace = CanonicalTrace.open(output);
        TraceInspection.of(trace);
        trace.machineEvents();
        if (trace.has(CanonicalTable.TASKS)) {
            try (TaskSource tasks = trace.workload(trace.columns()).open()) {
                while (tasks.read(BATCH)) {
                    // every column is read
                }
            }
        }
    }

    /** As each of the tables in turn, each the only one of its trace. */
    private static boolean runTable(byte[] data, Path folder) throws IOException {
        boolean isTaken = false;
        for (CanonicalTable table : CanonicalTable.values()) {
            Path trace = Files.createDirectory(folder.resolve(table.tableName()));
            Files.write(table.fileIn(trace), data);
            FuzzSeeds.manifestOf(table).writeTo(trace);
            try {
                readBack(trace);
                isTaken = true;
            } catch (InputException refused) {
                requireWords(refused);
            }
        }
        return isTaken;
    }

    private static boolean runManifest(byte[] data, Path folder) throws IOException {
        Files.write(folder.resolve("manifest.json"), data);
        try {
            readBack(folder);
            return true;
        } catch (InputException refused) {
            requireWords(refused);
            return false;
        }
    }
}
