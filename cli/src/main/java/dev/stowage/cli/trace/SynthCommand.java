package dev.stowage.cli.trace;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Names;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.cli.session.SynthesisOptions;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.TraceWriter;
import dev.stowage.json.Json;
import dev.stowage.model.Workload;
import dev.stowage.option.ServersSpec;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.trace.ManifestText;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.nio.file.Path;
import java.util.OptionalDouble;
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
            "  stowage synth june.json --load 0.6 --servers 100x48c256g",
            "  stowage synth june.json --duration-scale-batch 2 --duration-scale-by duration"
        })
public final class SynthCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "MODEL",
            completionCandidates = Names.Models.class,
            description = "A model file, or a built-in model: ${COMPLETION-CANDIDATES}.")
    private String modelName = "";

    @Option(
            names = "--seed",
            order = 58,
            paramLabel = "N",
            defaultValue = "42",
            description = "Root of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--servers",
            order = 60,
            paramLabel = "SPEC",
            description = "What --load is a share of: 100x48c256g, or a YAML file of groups.")
    private @Nullable String servers;

    @Mixin private SynthesisOptions synthesis = new SynthesisOptions();
    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        synthesis.check(common);
        checkLoad();
        WorkloadModel model = WorkloadModels.load(modelName);
        SynthOptions options = loaded(model, synthesis.of(model, seed));
        String defaultName = InputNames.base(Path.of(modelName)) + "-synthetic.trace";
        try (OutputTarget target = output.directory(defaultName, "manifest.json")) {
            Workload workload = Generators.generate(model, options);
            TraceManifest manifest =
                    TraceWriter.write(
                            workload,
                            Provenance.synthetic(
                                    model.name(), seed, SynthesisOptions.parameters(options)),
                            target.temporary(),
                            common.progress());
            target.commit();
            print(manifest, target.path());
        }
        return ExitCode.DONE.code();
    }

    private void checkLoad() {
        synthesis.checkLoad(common, servers);
        if (servers != null && !common.isGiven("--load")) {
            throw common.usage("--servers: found without --load, expected both or none");
        }
    }

    private SynthOptions loaded(WorkloadModel model, SynthOptions options) {
        if (servers == null) {
            return options;
        }
        SynthOptions scaled =
                synthesis.loaded(
                        model, options, OptionalDouble.of(ServersSpec.read(servers).cores()));
        common.note("Arrival times are scaled by " + scaled.arrivalScale());
        return scaled;
    }

    private void print(TraceManifest manifest, Path written) {
        if (common.isJson()) {
            common.out().print(Json.text(manifest));
        } else {
            new ManifestText(manifest, common.style()).print(common.out());
        }
        common.note("Wrote " + written);
    }
}
