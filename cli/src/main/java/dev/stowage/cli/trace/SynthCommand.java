package dev.stowage.cli.trace;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Names;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.cli.session.SynthesisOptions;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.trace.ManifestText;
import dev.stowage.workflow.Synth;
import dev.stowage.workflow.simulate.ServerChoice;
import dev.stowage.workflow.simulate.SynthesisChoice;
import java.nio.file.Path;
import java.util.Optional;
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
        SynthesisChoice choice = synthesis.choice();
        Optional<ServerChoice> named = Optional.ofNullable(servers).map(ServerChoice::of);
        choice.checkLoad(named);
        if (named.isPresent() && choice.load() == null) {
            throw common.usage("--servers: found without --load, expected both or none");
        }
        OptionalDouble cores = named.isEmpty() ? OptionalDouble.empty() : named.get().cores();
        Synth synth = Synth.of(modelName, choice, seed, cores);
        if (named.isPresent()) {
            common.note("Arrival times are scaled by " + synth.options().arrivalScale());
        }
        synth.workload().notes().forEach(common::warn);
        String defaultName = InputNames.base(Path.of(modelName)) + "-synthetic.trace";
        try (OutputTarget target = output.directory(defaultName, "manifest.json")) {
            TraceManifest manifest = synth.run(target, common.progress());
            target.commit();
            print(manifest, target.path());
        }
        return ExitCode.DONE.code();
    }

    private void print(TraceManifest manifest, Path written) {
        common.print(manifest, new ManifestText(manifest, common.style())::print);
        common.note("Wrote " + written);
    }
}
