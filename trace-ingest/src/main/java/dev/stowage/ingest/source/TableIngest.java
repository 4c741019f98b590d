package dev.stowage.ingest.source;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.Selection;
import dev.stowage.ingest.lifecycle.Lifecycles;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.manifest.TraceManifest.SourceFile;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.quarantine.RowLedger;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.spill.SpillSpace;
import dev.stowage.model.TaskColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One ingest of a {@link TraceFamily}: finds the files, feeds their rows to the builders of their
 * tables, has the canonical trace written.
 */
public final class TableIngest implements TraceAssembly.Books {
    private final TraceFamily family;
    private final IngestRequest request;
    private final Map<SourceSchema, TableBuilder> builders = new LinkedHashMap<>();
    private final List<SourceFile> files = new ArrayList<>();
    private final List<Long> fingerprints = new ArrayList<>();
    private final Map<String, TraceManifest.Table> tables = new LinkedHashMap<>();
    private final Map<String, Long> facts = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private int partsReused;

    private TableIngest(TraceFamily family, IngestRequest request) {
        this.family = family;
        this.request = request;
    }

    /**
     * Reads the inputs of a request and writes a canonical trace.
     *
     * @throws InputException as {@link dev.stowage.ingest.format.TraceFormat#ingest} says
     */
    public static IngestReport run(TraceFamily family, IngestRequest request) {
        return new TableIngest(family, request).run();
    }

    private IngestReport run() {
        SourceFinder finder = new SourceFinder(family, request.inputs());
        List<FoundFile> sources = finder.find();
        TraceAssembly assembly;
        Map<String, Long> byReason;
        try (SpillSpace space = new SpillSpace(request.outputDirectory(), request.memoryBytes());
                Quarantine quarantine =
                        new Quarantine(request.outputDirectory(), request.onError(), space)) {
            quarantine.expect(sources.stream().map(FoundFile::path).toList());
            assembly =
                    family.beginning()
                            .apply(
                                    new TraceAssembly.Ingestion(
                                            family.describe(), request, quarantine, space));
            for (FoundFile source : sources) {
                builders.computeIfAbsent(source.table(), assembly::open);
            }
            read(sources);
            refuseCopies(sources);
            check(quarantine);
            assembly.write(this);
            warnOfMissingTables();
            warnOfRepeatedEvents();
            warnOfUnusedTables();
            check(quarantine); // rows that were postponed may turn out to be bad
            byReason = quarantine.byReason();
        }
        if (!finder.skipped().isEmpty()) {
            warn(
                    "Not read, because no table's name leads there: "
                            + String.join(", ", finder.skipped())
                            + ".");
        }
        closeIgnored();
        TraceManifest manifest = manifest(assembly, byReason);
        manifest.writeTo(request.outputDirectory());
        return new IngestReport(manifest, warnings, partsReused);
    }

    private void warnOfMissingTables() {
        for (SourceSchema table : family.tables()) {
            if (!builders.containsKey(table) && !table.withoutIt().isEmpty()) {
                warn("There is no " + table.tableName() + ": " + table.withoutIt() + ".");
            }
        }
    }

    private Optional<String> sampledLoad() {
        String load =
                builders.entrySet().stream()
                        .filter(entry -> !entry.getValue().sampledLoad().isEmpty())
                        .map(e -> e.getKey().tableName() + ": " + e.getValue().sampledLoad())
                        .collect(Collectors.joining("; "));
        return load.isEmpty() ? Optional.empty() : Optional.of(load);
    }

    private void warnOfUnusedTables() {
        builders.forEach(
                (table, builder) -> {
                    if (table.isIgnored() && builder.ledger().rowsRead() > 0) {
                        warn(table.tableName() + " is counted and not used.");
                    }
                });
    }

    private void warnOfRepeatedEvents() {
        for (String table : List.of("tasks", "jobs")) {
            long repeated = 0;
            for (String fact : Lifecycles.REPEATED) {
                Long count = facts.get(table + "." + fact);
                repeated += count == null ? 0 : count; // no fact: a table of no events
            }
            if (repeated > 0) {
                warn(
                        repeated
                                + " events of "
                                + table
                                + " repeat another one of the same kind and time and count once:"
                                + " events may be in the input twice.");
            }
        }
    }

    private void check(Quarantine quarantine) {
        List<RowLedger> ledgers = builders.values().stream().map(b -> b.ledger()).toList();
        quarantine.check(request.inputs().get(0), request.maxErrorShare(), ledgers);
    }

    private void read(List<FoundFile> sources) {
        request.progress().start("Reading " + family.name(), totalBytes(sources));
        @Nullable FinishedParts parts =
                request.partsFolder()
                        .map(folder -> new FinishedParts(folder, family.name(), request.machine()))
                        .orElse(null);
        try (ChunkStream stream = new ChunkStream(sources, request, parts)) {
            for (ChunkStream.Item item = stream.next(); item != null; item = stream.next()) {
                if (item instanceof ChunkStream.Rows rows) {
                    RowChunk chunk = rows.chunk();
                    builder(chunk.source().table()).accept(chunk, request.selection().sample());
                } else if (item instanceof ChunkStream.FileEnd end) {
                    files.add(end.file());
                    fingerprints.add(end.fingerprint());
                }
            }
        } finally {
            request.progress().done();
        }
        partsReused = parts == null ? 0 : parts.reused();
    }

    private TableBuilder builder(SourceSchema table) {
        TableBuilder builder = builders.get(table);
        if (builder == null) {
            throw new IllegalStateException("no builder for " + table);
        }
        return builder;
    }

    private static long totalBytes(List<FoundFile> sources) {
        long total = 0;
        for (FoundFile source : sources) {
            try {
                total += Files.size(source.path());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return total;
    }

    /** The same bytes, or the same rows otherwise compressed, written or ordered. */
    private void refuseCopies(List<FoundFile> sources) {
        Map<Object, SourceFile> seen = new HashMap<>();
        for (int i = 0; i < files.size(); i++) {
            SourceFile file = files.get(i);
            SourceFile sameBytes = seen.putIfAbsent(file.sha256(), file);
            long rows = fingerprints.get(i);
            SourceFile sameRows =
                    rows == 0 ? null : seen.putIfAbsent(List.of(file.table(), rows), file);
            if (sameBytes != null || sameRows != null) {
                SourceFile other = sameBytes == null ? sameRows : sameBytes;
                throw InputException.of(
                        sources.get(i).path(),
                        (sameBytes == null ? "the same rows as " : "the same content as ")
                                + Objects.requireNonNull(other).name(),
                        "each part once",
                        "Leave one of the two out.");
            }
        }
    }

    // --- what the assembly writes ---

    @Override
    public Path directory() {
        return request.outputDirectory();
    }

    @Override
    public void close(CanonicalTable table, TableBuilder builder, long rowsWritten) {
        tables.put(table.tableName(), builder.ledger().close(rowsWritten));
    }

    @Override
    public void derived(CanonicalTable table, long rowsWritten) {
        tables.put(
                table.tableName(), new TraceManifest.Table(0, 0, 0, Map.of(), rowsWritten, null));
    }

    @Override
    public void close(String sourceTable, TableBuilder builder) {
        tables.put(sourceTable, builder.ledger().close(0));
    }

    @Override
    public Map<String, Long> facts() {
        return facts;
    }

    @Override
    public void warn(String sentence) {
        warnings.add(sentence);
    }

    private void closeIgnored() {
        builders.forEach(
                (table, builder) -> {
                    if (table.isIgnored()) {
                        tables.put(table.tableName(), builder.ledger().close(0));
                    }
                });
    }

    private static @Nullable List<String> replayColumns(TraceAssembly assembly) {
        return assembly.replayColumns().isEmpty()
                ? null
                : assembly.replayColumns().stream().sorted().map(TaskColumn::label).toList();
    }

    private TraceManifest manifest(TraceAssembly assembly, Map<String, Long> quarantined) {
        Map<String, String> parameters = new LinkedHashMap<>(assembly.parameters());
        request.fromMicros().ifPresent(from -> parameters.put("fromMicros", Long.toString(from)));
        request.toMicros().ifPresent(to -> parameters.put("toMicros", Long.toString(to)));
        request.selection().putInto(parameters);
        sampledLoad().ifPresent(load -> parameters.put(Selection.SAMPLED_LOAD, load));
        String source =
                request.inputs().stream().map(Path::toString).collect(Collectors.joining(", "));
        return TraceManifest.of(
                new Provenance(family.name(), source, OptionalLong.empty(), parameters),
                files,
                tables,
                quarantined,
                facts,
                assembly.classRule(),
                family.isNormalised() ? request.machine() : null,
                assembly.timeOrigin(),
                replayColumns(assembly));
    }
}
