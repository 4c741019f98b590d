package dev.stowage.workflow;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.TraceWriter;
import dev.stowage.model.Workload;
import dev.stowage.output.OutputTarget;
import dev.stowage.workflow.simulate.SynthesisChoice;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A synthetic workload, drawn from a model.
 *
 * @param options how it is drawn
 */
public record Synth(WorkloadModel model, SynthOptions options) {
    /**
     * Everything at its default.
     *
     * @param model a file, or the name of a built-in model
     */
    public static Synth of(String model, long seed) {
        return of(model, SynthesisChoice.NONE, seed, OptionalDouble.empty());
    }

    /**
     * As somebody chose.
     *
     * @param cores of the servers that a load is a share of; empty if none is asked for
     * @throws InputException if the model can't be read, or no scale reaches the load
     */
    public static Synth of(String model, SynthesisChoice choice, long seed, OptionalDouble cores) {
        WorkloadModel read = WorkloadModels.load(model);
        return new Synth(read, choice.forModel(read, seed, OptionalLong.empty(), cores));
    }

    /** The tasks. */
    public Workload workload() {
        return Generators.generate(model, options);
    }

    /**
     * Writes the workload as a trace into a new folder, which is complete or is not there.
     *
     * @throws InputException if the folder exists already
     */
    public TraceManifest run(Path folder, Progress progress) {
        try (OutputTarget target = OutputTarget.directory(folder, "manifest.json", false)) {
            TraceManifest manifest = run(target, progress);
            target.commit();
            return manifest;
        }
    }

    /** Writes the workload as a trace into an output in the making. */
    public TraceManifest run(OutputTarget target, Progress progress) {
        return TraceWriter.write(
                workload(),
                Provenance.synthetic(model.name(), options.seed(), options.parameters()),
                target.temporary(),
                progress);
    }
}
