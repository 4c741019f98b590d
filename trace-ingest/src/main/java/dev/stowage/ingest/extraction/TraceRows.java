package dev.stowage.ingest.extraction;

import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.ingest.trace.JobUsers;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskColumn;
import dev.stowage.workload.TraceProvenance;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tables of a canonical trace, for the extraction of parameters. */
final class TraceRows implements ExtractionSource {

    private final CanonicalTrace trace;

    /**
     * Of a trace.
     *
     * @throws dev.stowage.basis.InputException if it has no tasks
     */
    TraceRows(CanonicalTrace trace) {
        trace.require(CanonicalTable.TASKS);
        this.trace = trace;
    }

    @Override
    public boolean readJobs(JobRecords jobs) {
        if (!trace.has(CanonicalTable.JOBS)) {
            return false;
        }
        jobs.read(CanonicalTable.JOBS.fileIn(trace.path()));
        return true;
    }

    @Override
    public void forEachGroup(Consumer<TaskColumns> visitor) {
        Path tasks = CanonicalTable.TASKS.fileIn(trace.path());
        Set<TaskColumn> demands = EnumSet.copyOf(TraceProvenance.DEMANDS);
        demands.retainAll(trace.replayed());
        TaskColumns.Reader reader =
                new TaskColumns.Reader(tasks, ColumnFileReader.columnNames(tasks), demands);
        try (ColumnFileReader file = ColumnFileReader.open(tasks, reader.columns())) {
            while (file.nextGroup()) {
                visitor.accept(reader.read(file));
            }
        }
    }

    @Override
    public TraceManifest.@Nullable Window taskWindow() {
        return window(CanonicalTable.TASKS);
    }

    @Override
    public long jobsStartMicros() {
        TraceManifest.Window window = jobWindow();
        return window == null ? 0 : window.from();
    }

    @Override
    public long jobsEndMicros() {
        TraceManifest.Window window = jobWindow();
        return window == null ? 0 : window.to();
    }

    /** That of the tasks where jobs are what their tasks show. */
    private TraceManifest.@Nullable Window jobWindow() {
        TraceManifest.Window jobs = jobTableWindow();
        return jobs == null ? taskWindow() : jobs;
    }

    /** Null if the source has no rows of jobs. */
    TraceManifest.@Nullable Window jobTableWindow() {
        return window(CanonicalTable.JOBS);
    }

    private TraceManifest.@Nullable Window window(CanonicalTable table) {
        return trace.manifest()
                .table(table.tableName())
                .map(TraceManifest.Table::windowMicros)
                .orElse(null);
    }

    @Override
    public @Nullable JobUsers users() {
        return trace.has(CanonicalTable.JOBS)
                ? JobUsers.read(CanonicalTable.JOBS.fileIn(trace.path()))
                : null;
    }

    @Override
    public TraceProvenance provenance(Map<TaskColumn, Long> asked, List<String> notes) {
        TraceManifest manifest = trace.manifest();
        Map<String, TraceProvenance.Table> tables = new LinkedHashMap<>();
        for (String name : List.of(TraceProvenance.JOBS, TraceProvenance.TASKS)) {
            manifest.table(name).ifPresent(table -> tables.put(name, table(table)));
        }
        Resources machine = manifest.machine();
        List<String> known = new ArrayList<>(notes);
        manifest.leftOut().ifPresent(known::add);
        return new TraceProvenance(
                trace.name(),
                manifest.provenance().format(),
                manifest.provenance().parameters().getOrDefault("attribution", ""),
                manifest.classRule(),
                machine == null ? IngestRequest.DEFAULT_MACHINE : machine,
                tables,
                manifest.files().stream().map(TraceManifest.SourceFile::name).toList(),
                asked,
                known);
    }

    private static TraceProvenance.Table table(TraceManifest.Table table) {
        TraceManifest.Window window = table.windowMicros();
        return window == null
                ? new TraceProvenance.Table(table.rowsUsed(), 0, 0)
                : new TraceProvenance.Table(
                        table.rowsUsed(),
                        window.from() / (double) MICROS_PER_SECOND,
                        window.to() / (double) MICROS_PER_SECOND);
    }
}
