package dev.stowage.ingest;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.model.InputException;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
     * as {@code neverScheduled}; a request that the source lacks is 0.
     *
     * @throws InputException if it has no task table
     */
    public Workload workload() {
        require(CanonicalTable.TASKS);
        return new TraceWorkload(name(), CanonicalTable.TASKS.fileIn(path));
    }

    /** Its machine table, if it has one. */
    public Optional<MachineEvents> machineEvents() {
        return has(CanonicalTable.MACHINES)
                ? Optional.of(MachineTableReader.read(CanonicalTable.MACHINES.fileIn(path)))
                : Optional.empty();
    }

    /** Throws if the trace lacks a table. */
    void require(CanonicalTable table) {
        if (!has(table)) {
            throw InputException.of(
                    path,
                    "a trace with the tables " + String.join(", ", manifest.tables().keySet()),
                    "one with " + table.tableName(),
                    "Ingest the source files of that table too.");
        }
    }
}
