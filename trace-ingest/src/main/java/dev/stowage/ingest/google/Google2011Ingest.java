package dev.stowage.ingest.google;

import dev.stowage.ingest.ClassRule;
import dev.stowage.ingest.IngestReport;
import dev.stowage.ingest.IngestRequest;
import dev.stowage.ingest.Provenance;
import dev.stowage.ingest.Quarantine;
import dev.stowage.ingest.RowLedger;
import dev.stowage.ingest.TraceManifest;
import dev.stowage.ingest.TraceManifest.SourceFile;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.model.InputException;
import dev.stowage.model.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One ingest: finds the files, feeds their rows to the tables, writes the canonical trace. */
final class Google2011Ingest {
    private static final String TIME_ORIGIN =
            "600 s of the source is 0; what the source puts before 600 s lies before the start";
    private static final String ATTRIBUTION = "Google cluster-usage traces 2011, CC-BY 4.0";

    private final IngestRequest request;
    private final ClassRule rule;
    private final Map<Google2011Table, TableBuilder> builders =
            new EnumMap<>(Google2011Table.class);
    private final List<SourceFile> files = new ArrayList<>();
    private final Map<String, Long> facts = new LinkedHashMap<>();
    private @Nullable MachineTable machines;
    private @Nullable JobTable jobs;
    private @Nullable TaskTable tasks;
    private @Nullable UsageTable usage;

    Google2011Ingest(IngestRequest request, ClassRule rule) {
        this.request = request;
        this.rule = rule;
    }

    IngestReport run() {
        SourceFinder finder = new SourceFinder(request.inputs());
        List<SourceTable> sources = finder.find();
        Map<String, Long> byReason;
        try (Quarantine quarantine = new Quarantine(request.outputDirectory(), request.onError())) {
            openTables(sources, quarantine);
            read(sources);
            refuseCopies(sources);
            List<RowLedger> ledgers = builders.values().stream().map(b -> b.ledger).toList();
            quarantine.check(request.inputs().get(0), request.maxErrorShare(), ledgers);
            byReason = quarantine.byReason();
        }
        TraceManifest manifest = manifest(writeTables(), byReason);
        manifest.writeTo(request.outputDirectory());
        return new IngestReport(manifest, warnings(finder));
    }

    private void openTables(List<SourceTable> sources, Quarantine quarantine) {
        TraceClock clock = TraceClock.of(request.fromMicros(), request.toMicros());
        for (SourceTable source : sources) {
            builders.computeIfAbsent(source.table(), table -> open(table, clock, quarantine));
        }
        machines = (MachineTable) builders.get(Google2011Table.MACHINE_EVENTS);
        jobs = (JobTable) builders.get(Google2011Table.JOB_EVENTS);
        tasks = (TaskTable) builders.get(Google2011Table.TASK_EVENTS);
        usage = (UsageTable) builders.get(Google2011Table.TASK_USAGE);
    }

    private static TableBuilder open(
            Google2011Table table, TraceClock clock, Quarantine quarantine) {
        return switch (table) {
            case MACHINE_EVENTS -> new MachineTable(clock, quarantine);
            case JOB_EVENTS -> new JobTable(clock, quarantine);
            case TASK_EVENTS -> new TaskTable(clock, quarantine);
            case TASK_USAGE -> new UsageTable(clock, quarantine);
            case TASK_CONSTRAINTS, MACHINE_ATTRIBUTES -> new IgnoredTable(clock, quarantine);
        };
    }

    private void read(List<SourceTable> sources) {
        request.progress().start("Reading google-2011", totalBytes(sources));
        try (ChunkStream stream =
                new ChunkStream(
                        sources, request.machine(), request.threads(), request.progress())) {
            for (ChunkStream.Item item = stream.next(); item != null; item = stream.next()) {
                if (item instanceof ChunkStream.Rows rows) {
                    RowChunk chunk = rows.chunk();
                    builder(chunk.source.table()).accept(chunk);
                } else if (item instanceof ChunkStream.FileEnd end) {
                    files.add(end.file());
                }
            }
        } finally {
            request.progress().done();
        }
    }

    private TableBuilder builder(Google2011Table table) {
        TableBuilder builder = builders.get(table);
        if (builder == null) {
            throw new IllegalStateException("no builder for " + table);
        }
        return builder;
    }

    private static long totalBytes(List<SourceTable> sources) {
        long total = 0;
        for (SourceTable source : sources) {
            try {
                total += Files.size(source.path());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return total;
    }

    private void refuseCopies(List<SourceTable> sources) {
        Map<String, SourceFile> bySum = new HashMap<>();
        for (int i = 0; i < files.size(); i++) {
            SourceFile other = bySum.putIfAbsent(files.get(i).sha256(), files.get(i));
            if (other != null) {
                throw InputException.of(
                        sources.get(i).path(),
                        "the same content as " + other.name(),
                        "each part once",
                        "Leave one of the two out.");
            }
        }
    }

    /** Writes what the source has; the books of every source table by canonical name. */
    private Map<String, TraceManifest.Table> writeTables() {
        Path directory = request.outputDirectory();
        Map<String, TraceManifest.Table> tables = new LinkedHashMap<>();
        if (machines != null) {
            put(tables, CanonicalTable.MACHINES, machines, machines.write(directory));
            facts.putAll(machines.facts());
        }
        if (tasks != null && usage != null) {
            tasks.setMeasuredUse(usage.measuredUse(tasks));
        }
        if (tasks != null) { // before the jobs: it counts their tasks
            put(tables, CanonicalTable.TASKS, tasks, tasks.write(directory, rule, jobs, facts));
        }
        if (jobs != null) {
            put(tables, CanonicalTable.JOBS, jobs, jobs.write(directory, rule, facts));
        }
        if (tasks != null && machines != null) {
            facts.put("tasks.machinesNotInMachineTable", tasks.machinesUnknown(machines));
        }
        if (usage != null) {
            put(tables, CanonicalTable.USAGE, usage, usage.write(directory, tasks, facts));
        }
        builders.forEach(
                (table, builder) -> {
                    if (table.isIgnored()) {
                        tables.put(table.tableName(), builder.ledger.close(0));
                    }
                });
        return tables;
    }

    private static void put(
            Map<String, TraceManifest.Table> tables,
            CanonicalTable table,
            TableBuilder builder,
            long rowsWritten) {
        tables.put(table.tableName(), builder.ledger.close(rowsWritten));
    }

    private TraceManifest manifest(
            Map<String, TraceManifest.Table> tables, Map<String, Long> quarantinedByReason) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("attribution", ATTRIBUTION);
        parameters.put("diskUnitBytes", Long.toString(FieldReader.DISK_UNIT_BYTES));
        request.fromMicros().ifPresent(from -> parameters.put("fromMicros", Long.toString(from)));
        request.toMicros().ifPresent(to -> parameters.put("toMicros", Long.toString(to)));
        String source =
                request.inputs().stream().map(Path::toString).collect(Collectors.joining(", "));
        Resources machine = request.machine();
        return new TraceManifest(
                TraceManifest.FORMAT_VERSION,
                TraceManifest.runningVersion(),
                new Provenance("google-2011", source, OptionalLong.empty(), parameters),
                files,
                tables,
                quarantinedByReason,
                facts,
                rule.toString(),
                machine,
                TIME_ORIGIN,
                null);
    }

    private List<String> warnings(SourceFinder finder) {
        List<String> warnings = new ArrayList<>();
        if (!finder.skipped().isEmpty()) {
            warnings.add(
                    "Not read, because no table's name leads there: "
                            + String.join(", ", finder.skipped())
                            + ".");
        }
        if (tasks == null) {
            warnings.add("There is no task table: the trace can't be replayed or fitted.");
        } else if (jobs == null) {
            warnings.add("There is no job table: jobs are known from their tasks only.");
        }
        if (tasks != null && machines == null) {
            warnings.add("There is no machine table: simulate with --servers of your own.");
        }
        return warnings;
    }
}
