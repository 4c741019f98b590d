package dev.stowage.cli;

import dev.stowage.ingest.CanonicalTrace;
import dev.stowage.ingest.csv.CsvWorkload;
import dev.stowage.model.InputException;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A workload that a user named: a trace, or a CSV of tasks.
 *
 * @param workload its tasks
 * @param machines the machine table of the trace, if it has one
 */
public record WorkloadInput(Workload workload, Optional<MachineEvents> machines) {
    /**
     * Opens {@code path}.
     *
     * @throws InputException if it is neither
     */
    public static WorkloadInput open(Path path) {
        if (!Files.exists(path)) {
            throw InputException.of(
                    path,
                    "no such file or folder",
                    "a trace (a folder that `stowage ingest` or `stowage synth` wrote)"
                            + " or a CSV of tasks",
                    "Check the path.");
        }
        if (Files.isDirectory(path)) {
            CanonicalTrace trace = CanonicalTrace.open(path);
            return new WorkloadInput(trace.workload(), trace.machineEvents());
        }
        return new WorkloadInput(CsvWorkload.open(path), Optional.empty());
    }
}
