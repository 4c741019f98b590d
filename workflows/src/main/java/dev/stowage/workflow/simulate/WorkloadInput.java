package dev.stowage.workflow.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Sha256;
import dev.stowage.ingest.csv.CsvWorkload;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.Workload;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * A workload that a user named: a trace, a CSV of tasks, or a model to draw from.
 *
 * @param replications the tasks of a replication, from 0; thread-safe
 * @param isRandom true if replications differ
 * @param trace the trace, if it is one
 * @param drawn how it is drawn, if it is a model
 * @param model what it is drawn from
 */
public record WorkloadInput(
        IntFunction<Workload> replications,
        boolean isRandom,
        Optional<CanonicalTrace> trace,
        Optional<SynthOptions> drawn,
        Optional<WorkloadModel> model) {
    /**
     * Opens {@code path}.
     *
     * @param columns what its tasks shall have besides CPU and memory; what it names itself if
     *     empty
     * @throws InputException if it is neither trace nor CSV, or lacks one of the columns
     */
    public static WorkloadInput open(Path path, Optional<Set<TaskColumn>> columns) {
        requireThere(path);
        if (Files.isDirectory(path)) {
            CanonicalTrace trace = CanonicalTrace.open(path);
            Workload workload = columns.map(trace::workload).orElseGet(trace::workload);
            return recorded(workload, Optional.of(trace));
        }
        if (columns.isPresent()) {
            throw InputException.of(
                    path,
                    "a CSV",
                    "a trace, as --columns asks for",
                    "A CSV is used as it is: leave out the columns that you don't want.");
        }
        return recorded(CsvWorkload.open(path), Optional.empty());
    }

    private static WorkloadInput recorded(Workload workload, Optional<CanonicalTrace> trace) {
        return new WorkloadInput(
                replication -> workload, false, trace, Optional.empty(), Optional.empty());
    }

    /** The machine table of the trace, if it has one. */
    public Optional<MachineEvents> machines() {
        return trace.flatMap(CanonicalTrace::machineEvents);
    }

    /** The moment of time 0, if it is a trace with a calendar. */
    public Optional<Instant> epoch() {
        return trace.flatMap(each -> each.manifest().epoch());
    }

    /**
     * True if {@code path} names a model: a built-in one that no file hides, or a file that begins
     * with a brace or is named as JSON.
     */
    public static boolean isModel(Path path) {
        return Files.isRegularFile(path)
                ? path.toString().endsWith(".json") || beginsWithBrace(path)
                : !Files.exists(path) && WorkloadModels.builtIn().contains(path.toString());
    }

    private static boolean beginsWithBrace(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            return in.read() == '{';
        } catch (IOException e) {
            return false; // whoever opens it says what is wrong
        }
    }

    /**
     * Refuses what is neither a model nor there.
     *
     * @throws InputException with what a workload may be
     */
    public static void requireThere(Path path) {
        if (!isModel(path) && !Files.exists(path)) {
            throw InputException.of(
                    path,
                    "no such file or folder",
                    "a trace (a folder that `stowage ingest` or `stowage synth` wrote),"
                            + " a CSV of tasks, or a model (a .json that `stowage fit` wrote, or "
                            + String.join(", ", WorkloadModels.builtIn())
                            + ")",
                    "Check the path.");
        }
    }

    /** Draws from the model that {@code path} names, anew in each replication. */
    public static WorkloadInput drawn(Path path, Function<WorkloadModel, SynthOptions> options) {
        WorkloadModel model = WorkloadModels.load(path.toString());
        return drawn(model, options.apply(model));
    }

    /** Draws from a model with these options. */
    public static WorkloadInput drawn(WorkloadModel model, SynthOptions options) {
        return new WorkloadInput(
                replication -> Generators.generate(model, options.withReplication(replication)),
                true,
                Optional.empty(),
                Optional.of(options),
                Optional.of(model));
    }

    /** The same with the tasks of one replication, which are drawn once. */
    public WorkloadInput fixed(int replication) {
        Workload workload = replications.apply(replication);
        return new WorkloadInput(any -> workload, false, trace, drawn, model);
    }

    /** The same with tasks that {@code held} gives for each replication, read or drawn once. */
    public WorkloadInput held(BiFunction<Integer, Supplier<Workload>, Workload> held) {
        return new WorkloadInput(
                replication ->
                        held.apply(
                                isRandom ? replication : 0, () -> replications.apply(replication)),
                isRandom,
                trace,
                drawn,
                model);
    }

    /** What tells it from another workload of the same path. */
    public Map<String, String> identity(Path path) {
        Map<String, String> identity = new LinkedHashMap<>();
        if (Files.exists(path)) {
            identity.put("SHA-256 of " + path.getFileName(), Sha256.of(path));
        }
        drawn.map(SynthOptions::parameters).ifPresent(identity::putAll);
        return identity;
    }

    /** The tasks; of a model, those of replication 0. */
    public Workload workload() {
        return replications.apply(0);
    }
}
