package dev.stowage.cli;

import dev.stowage.ingest.Provenance;
import dev.stowage.ingest.TraceManifest;
import dev.stowage.ingest.TraceWriter;
import dev.stowage.json.Json;
import dev.stowage.model.Workload;
import dev.stowage.workload.Generators;
import dev.stowage.workload.SynthOptions;
import dev.stowage.workload.SynthOptions.ScaleBy;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage synth}: a workload model to a synthetic workload. */
@Command(
        name = "synth",
        customSynopsis = "stowage synth MODEL [-o NAME.trace] [OPTIONS]",
        description = "Generate a scaled workload from a model.",
        footer = {
            "  stowage synth google-2011 --jobs 20000 --seed 1 -o w.trace",
            "  stowage synth june.json --arrival-scale 0.5      twice the arrival rate",
            "  stowage synth june.json --duration-scale-batch 2 --duration-scale-by duration"
        })
final class SynthCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "MODEL",
            completionCandidates = Names.Models.class,
            description = "A model file, or a built-in model: ${COMPLETION-CANDIDATES}.")
    private String modelName = "";

    @Option(
            names = "--jobs",
            order = 1,
            paramLabel = "N",
            description = "Number of jobs over the model's window (default: as in its trace).")
    private @Nullable Long jobs;

    @Option(
            names = "--arrival-scale",
            order = 2,
            paramLabel = "F",
            defaultValue = "1",
            description = "Factor on arrival times; 2 halves the load (default: ${DEFAULT-VALUE}).")
    private double arrivalScale;

    @Option(
            names = "--duration-scale",
            order = 3,
            paramLabel = "F",
            defaultValue = "1",
            description = "Factor on the duration of all jobs (default: ${DEFAULT-VALUE}).")
    private double durationScale;

    @Option(
            names = "--duration-scale-batch",
            order = 4,
            paramLabel = "F",
            description = "The same for batch jobs only.")
    private @Nullable Double durationScaleBatch;

    @Option(
            names = "--duration-scale-uf",
            order = 5,
            paramLabel = "F",
            description = "The same for user-facing jobs only.")
    private @Nullable Double durationScaleUserFacing;

    @Option(
            names = "--duration-scale-by",
            order = 6,
            paramLabel = "WHAT",
            defaultValue = "count",
            completionCandidates = ScaleNames.class,
            description =
                    "What the duration factors change, tasks per job or task durations:"
                            + " ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private String scaleBy = "";

    @Option(
            names = "--generator",
            order = 7,
            paramLabel = "NAME",
            defaultValue = Generators.DEFAULT,
            completionCandidates = Names.Generator.class,
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private String generator = "";

    @Option(
            names = "--seed",
            order = 8,
            paramLabel = "N",
            defaultValue = "42",
            description = "Root of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        requirePositive("--arrival-scale", arrivalScale);
        requirePositive("--duration-scale", durationScale);
        requirePositive("--duration-scale-batch", durationScaleBatch);
        requirePositive("--duration-scale-uf", durationScaleUserFacing);
        if (jobs != null && jobs < 0) {
            throw common.usage("--jobs: found " + jobs + ", expected a number of at least 0");
        }
        common.argument(() -> Names.require("--generator", generator, Generators.names()));
        common.argument(() -> Names.require("--duration-scale-by", scaleBy, scaleNames()));
        WorkloadModel model = WorkloadModels.load(modelName);
        SynthOptions options = options(model);
        String defaultName = InputNames.base(Path.of(modelName)) + "-synthetic.trace";
        try (OutputTarget target = output.directory(defaultName, "manifest.json")) {
            Workload workload = Generators.generate(model, options);
            TraceManifest manifest =
                    TraceWriter.write(
                            workload,
                            Provenance.synthetic(model.name(), seed, parameters(options)),
                            target.temporary(),
                            common.progress());
            target.commit();
            print(manifest, target.path());
        }
        return ExitCode.DONE.code();
    }

    private SynthOptions options(WorkloadModel model) {
        return new SynthOptions(
                jobs == null ? model.jobs() : jobs,
                arrivalScale,
                durationScaleBatch == null ? durationScale : durationScaleBatch,
                durationScaleUserFacing == null ? durationScale : durationScaleUserFacing,
                Arrays.stream(ScaleBy.values())
                        .filter(by -> by.spelling().equals(scaleBy))
                        .findFirst()
                        .orElseThrow(),
                generator,
                seed,
                0);
    }

    private static Map<String, String> parameters(SynthOptions options) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("generator", options.generator());
        parameters.put("jobs", Long.toString(options.jobs()));
        parameters.put("arrivalScale", Double.toString(options.arrivalScale()));
        parameters.put("durationScaleBatch", Double.toString(options.durationScaleBatch()));
        parameters.put(
                "durationScaleUserFacing", Double.toString(options.durationScaleUserFacing()));
        parameters.put("durationScaleBy", options.scaleBy().spelling());
        return parameters;
    }

    private void requirePositive(String option, @Nullable Double value) {
        if (value != null && (!(value > 0) || value.isInfinite())) {
            throw common.usage(option + ": found " + value + ", expected a number above 0");
        }
    }

    private void print(TraceManifest manifest, Path written) {
        if (common.isJson()) {
            common.out().print(Json.text(manifest));
        } else {
            new ManifestText(manifest, common.style()).print(common.out());
        }
        common.note("Wrote " + written);
    }

    private static List<String> scaleNames() {
        return Arrays.stream(ScaleBy.values()).map(ScaleBy::spelling).toList();
    }

    /** For help and completion. */
    static final class ScaleNames extends Names.Candidates {
        ScaleNames() {
            super(scaleNames());
        }
    }
}
