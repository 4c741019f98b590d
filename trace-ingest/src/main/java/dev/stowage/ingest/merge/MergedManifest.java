package dev.stowage.ingest.merge;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.manifest.TraceManifest.MergedTrace;
import dev.stowage.ingest.manifest.TraceManifest.SourceFile;
import dev.stowage.ingest.manifest.TraceManifest.Table;
import dev.stowage.ingest.manifest.TraceManifest.Window;
import dev.stowage.ingest.text.TextSource;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The books of merged traces: sums, spans, and what each of them said itself. */
final class MergedManifest {
    private final List<Part> parts;

    MergedManifest(List<Part> parts) {
        this.parts = parts;
    }

    /**
     * Closes the books.
     *
     * @param warnings takes what a person should know
     */
    TraceManifest of(long newJobIds, long newMachineIds, List<String> warnings) {
        Map<String, Long> facts = sums(TraceManifest::facts);
        facts.put("jobs.renumbered", newJobIds);
        facts.put("machines.renumbered", newMachineIds);
        List<MergedTrace> merged = merged();
        warnOfRepetition(merged, warnings);
        warnOfMissingTables(warnings);
        return TraceManifest.of(
                        new Provenance(
                                Provenance.MERGED,
                                parts.stream().map(Part::name).collect(Collectors.joining(", ")),
                                OptionalLong.empty(),
                                Map.of()),
                        files(),
                        tables(),
                        sums(TraceManifest::quarantinedByReason),
                        facts,
                        classRule(),
                        machine(),
                        timeOrigin(),
                        replayColumns(warnings))
                .mergedOf(merged);
    }

    private Map<String, Long> sums(Function<TraceManifest, Map<String, Long>> counts) {
        Map<String, Long> sums = new TreeMap<>();
        for (Part part : parts) {
            counts.apply(part.manifest()).forEach((name, n) -> sums.merge(name, n, Long::sum));
        }
        return sums;
    }

    private List<SourceFile> files() {
        List<SourceFile> files = new ArrayList<>();
        for (Part part : parts) {
            for (SourceFile file : part.manifest().files()) {
                files.add(
                        new SourceFile(
                                part.name() + "/" + file.name(),
                                file.table(),
                                file.bytes(),
                                file.rows(),
                                file.sha256()));
            }
        }
        return files;
    }

    private Map<String, Table> tables() {
        Map<String, Table> tables = new LinkedHashMap<>();
        for (Part part : parts) {
            part.manifest()
                    .tables()
                    .forEach((name, table) -> tables.merge(name, table, MergedManifest::sum));
        }
        return tables;
    }

    private static Table sum(Table a, Table b) {
        Map<String, Long> ignored = new TreeMap<>(a.rowsIgnored());
        b.rowsIgnored().forEach((rule, rows) -> ignored.merge(rule, rows, Long::sum));
        return new Table(
                a.rowsRead() + b.rowsRead(),
                a.rowsUsed() + b.rowsUsed(),
                a.rowsQuarantined() + b.rowsQuarantined(),
                ignored,
                a.rowsWritten() + b.rowsWritten(),
                span(a.windowMicros(), b.windowMicros()));
    }

    private static @Nullable Window span(@Nullable Window a, @Nullable Window b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return new Window(Math.min(a.from(), b.from()), Math.max(a.to(), b.to()));
    }

    private String classRule() {
        Set<String> rules = new LinkedHashSet<>();
        Set<String> ofFormats = new LinkedHashSet<>();
        for (Part part : parts) {
            for (TraceManifest origin : part.origins()) {
                rules.add(origin.classRule());
                ofFormats.add(origin.provenance().format() + ": " + origin.classRule());
            }
        }
        return rules.size() == 1 ? rules.iterator().next() : String.join("; ", ofFormats);
    }

    private @Nullable Resources machine() {
        Resources first = parts.get(0).manifest().machine();
        boolean isSame =
                parts.stream().allMatch(part -> Objects.equals(first, part.manifest().machine()));
        return isSame ? first : null;
    }

    private String timeOrigin() {
        Set<String> origins =
                parts.stream()
                        .map(part -> part.manifest().timeOrigin())
                        .collect(Collectors.toCollection(LinkedHashSet::new));
        return origins.size() == 1
                ? origins.iterator().next()
                : "0 of each of the merged traces: " + String.join("; ", origins);
    }

    /**
     * A column that one trace replays and another one has but does not replay is left out: it is
     * there for {@code simulate --columns}.
     */
    private @Nullable List<String> replayColumns(List<String> warnings) {
        Set<String> named = new LinkedHashSet<>();
        parts.forEach(part -> named.addAll(replayed(part)));
        List<String> kept = new ArrayList<>();
        for (TaskColumn column : TaskColumn.values()) {
            if (!named.contains(column.label())) {
                continue;
            }
            List<String> without =
                    parts.stream()
                            .filter(part -> !replayed(part).contains(column.label()))
                            .filter(part -> part.trace().columns().contains(column))
                            .map(Part::name)
                            .toList();
            if (without.isEmpty()) {
                kept.add(column.label());
            } else {
                warnings.add(
                        "A replay does not use "
                                + column.label()
                                + ", because it would not in "
                                + String.join(", ", without)
                                + "; simulate --columns "
                                + column.label()
                                + " does.");
            }
        }
        return kept.isEmpty() ? null : kept;
    }

    private static List<String> replayed(Part part) {
        List<String> columns = part.manifest().replayColumns();
        return columns == null ? List.of() : columns;
    }

    private List<MergedTrace> merged() {
        return parts.stream()
                .map(
                        part ->
                                new MergedTrace(
                                        part.name(),
                                        sha256(part.trace().manifestFile()),
                                        part.manifest().withoutFiles()))
                .toList();
    }

    private static String sha256(Path file) {
        try (TextSource bytes = TextSource.openPlain(file, read -> {})) {
            return bytes.sha256();
        }
    }

    private static void warnOfRepetition(List<MergedTrace> merged, List<String> warnings) {
        Map<String, String> seen = new HashMap<>();
        for (MergedTrace each : merged) {
            String first = seen.putIfAbsent(each.manifestSha256(), each.name());
            if (first != null) {
                warnings.add(
                        first + " and " + each.name() + " are the same trace: it is in twice.");
            }
        }
    }

    private void warnOfMissingTables(List<String> warnings) {
        for (CanonicalTable table : CanonicalTable.values()) {
            List<String> without =
                    parts.stream()
                            .filter(part -> !part.trace().has(table))
                            .map(Part::name)
                            .toList();
            if (!without.isEmpty() && without.size() < parts.size()) {
                warnings.add(
                        "No "
                                + table.tableName()
                                + " in "
                                + String.join(", ", without)
                                + ": "
                                + consequence(table));
            }
        }
    }

    private static String consequence(CanonicalTable table) {
        return switch (table) {
            case TASKS -> "nothing of it is replayed.";
            case JOBS -> "its jobs have no names, users and ends of their own.";
            case MACHINES -> "`simulate --servers trace` has only the machines of the others.";
            case USAGE -> "measured use is that of the others' tasks only.";
        };
    }
}
