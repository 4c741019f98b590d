package dev.stowage.ingest.trace;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.manifest.ManifestFile;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A canonical trace on disk: {@code NAME.trace/} with its manifest and tables. */
public final class CanonicalTrace {
    private final Path path;
    private final TraceManifest manifest;

    private CanonicalTrace(Path path, TraceManifest manifest) {
        this.path = path;
        this.manifest = manifest;
    }

    /** True if {@code path} looks like a canonical trace: a directory with a manifest. */
    public static boolean isTrace(Path path) {
        return Files.isRegularFile(path.resolve(ManifestFile.NAME));
    }

    /**
     * Opens a trace and reads its manifest.
     *
     * @throws InputException if it is not one, or damaged
     */
    public static CanonicalTrace open(Path path) {
        TraceManifest manifest = ManifestFile.read(path);
        for (CanonicalTable table : CanonicalTable.values()) {
            if (manifest.table(table.tableName()).isPresent()
                    && !Files.isRegularFile(table.fileIn(path))) {
                throw InputException.of(
                        path,
                        "no " + table.fileIn(path).getFileName(),
                        "every table that its manifest names",
                        "The trace is not whole: ingest or copy it again.");
            }
        }
        return new CanonicalTrace(path, manifest);
    }

    public Path path() {
        return path;
    }

    public TraceManifest manifest() {
        return manifest;
    }

    /** Where its manifest lies. */
    public Path manifestFile() {
        return path.resolve(ManifestFile.NAME);
    }

    /** Where its bad rows lie, if it was ingested. */
    public Path quarantineFile() {
        return path.resolve(Quarantine.NAME);
    }

    /** What reports call it: the name of its directory. */
    public String name() {
        @Nullable Path name = path.toAbsolutePath().normalize().getFileName();
        return name == null ? path.toString() : name.toString();
    }

    /** True if it has that table. */
    public boolean has(CanonicalTable table) {
        return manifest.table(table.tableName()).isPresent();
    }

    /**
     * Its tasks in order of submit time, for replay: a task that was never scheduled is left out,
     * as {@code neverScheduled}; a request that the source lacks is 0. With the columns that the
     * manifest names for it: none in a trace of a format that only records what its cluster did.
     *
     * @throws InputException if it has no task table
     */
    public Workload workload() {
        return workload(replayed());
    }

    /** What a replay takes of what tasks have besides times, CPU, memory, class and priority. */
    public Set<TaskColumn> replayed() {
        List<String> labels = manifest.replayColumns();
        return labels == null
                ? Set.of()
                : labels.stream().map(this::column).collect(Collectors.toSet());
    }

    private TaskColumn column(String label) {
        return TaskColumn.find(label)
                .orElseThrow(
                        () ->
                                InputException.of(
                                        path.resolve(ManifestFile.NAME),
                                        "\"" + label + "\" in replayColumns",
                                        "some of " + String.join(", ", TaskColumn.labels()),
                                        null));
    }

    /**
     * Its tasks with the columns asked for.
     *
     * @throws InputException if it has no task table, or lacks one of them
     */
    public Workload workload(Set<TaskColumn> wanted) {
        require(CanonicalTable.TASKS);
        Path tasks = CanonicalTable.TASKS.fileIn(path);
        @Nullable Path usage = has(CanonicalTable.USAGE) ? CanonicalTable.USAGE.fileIn(path) : null;
        List<String> notes = new ArrayList<>(manifest.leftOut().stream().toList());
        manifest.sampled().ifPresent(notes::add);
        manifest.alarms("replay").forEach(alarm -> notes.add(alarm.sentence()));
        if (wanted.isEmpty()) {
            return new TraceWorkload(name(), tasks, Set.of(), List.of(), null, usage, notes);
        }
        Set<TaskColumn> present = columns();
        Set<TaskColumn> columns = EnumSet.copyOf(wanted);
        if (!present.containsAll(columns)) {
            columns.removeAll(present);
            throw InputException.of(
                    path,
                    "a trace without " + labels(columns),
                    "columns that it has: " + (present.isEmpty() ? "none" : labels(present)),
                    "Ask for fewer columns, or ingest the source again.");
        }
        Set<String> names = ColumnFileReader.columnNames(tasks);
        boolean isUserOfJob = columns.contains(TaskColumn.USER) && !names.contains("user");
        return new TraceWorkload(
                name(),
                tasks,
                Collections.unmodifiableSet(columns),
                TraceExtras.columnsFor(columns, names),
                isUserOfJob ? JobUsers.read(CanonicalTable.JOBS.fileIn(path)) : null,
                usage,
                notes);
    }

    private static String labels(Set<TaskColumn> columns) {
        return columns.stream().map(TaskColumn::label).collect(Collectors.joining(", "));
    }

    /**
     * What its tasks may have that a plain batch lacks, as far as its tables have columns for it.
     */
    public Set<TaskColumn> columns() {
        Set<TaskColumn> columns = EnumSet.noneOf(TaskColumn.class);
        if (has(CanonicalTable.TASKS)) {
            Set<String> names = ColumnFileReader.columnNames(CanonicalTable.TASKS.fileIn(path));
            for (TaskColumn column : TaskColumn.values()) {
                if (!TraceExtras.columnsFor(EnumSet.of(column), names).isEmpty()) {
                    columns.add(column);
                }
            }
            if (has(CanonicalTable.JOBS)) {
                columns.add(TaskColumn.USER);
            }
        }
        return columns;
    }

    /** Its machine table, if it has one. */
    public Optional<MachineEvents> machineEvents() {
        return has(CanonicalTable.MACHINES)
                ? Optional.of(MachineTableReader.read(CanonicalTable.MACHINES.fileIn(path)))
                : Optional.empty();
    }

    /** Throws if the trace lacks a table. */
    public void require(CanonicalTable table) {
        if (!has(table)) {
            throw InputException.of(
                    path,
                    "a trace with the tables " + String.join(", ", manifest.tables().keySet()),
                    "one with " + table.tableName(),
                    "Ingest the source files of that table too.");
        }
    }
}
