package dev.stowage.cli.trace;

import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.SynthesisOptions;
import dev.stowage.option.ToleranceText;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.similarity.SimilarityText;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.Compare;
import dev.stowage.workflow.simulate.ServerChoice;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage compare}: how like a trace a workload is. */
@Command(
        name = "compare",
        customSynopsis = "stowage compare TRACE WORKLOAD [OPTIONS]",
        description = "Say how like a trace a workload is.",
        footer = {
            "  stowage compare june.trace june.json",
            "  stowage compare june.trace google-2011 --generator paper --jobs 20000",
            "  stowage compare june.trace july.trace --servers 100x48c256g --report june-july.html",
            "  stowage compare june.trace w.trace --tolerance ks=0.05,pending=10%%",
            "  stowage compare june.trace june.json --replications 9 --tolerance pending=10%%"
        })
public final class CompareCommand implements Callable<Integer>, CheckedCommand {
    @Parameters(
            index = "0",
            paramLabel = "TRACE",
            description = "What to compare with: a trace, a CSV of tasks, or a model to draw from.")
    private Path trace = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "WORKLOAD",
            description =
                    "What is compared: the same. From a model as many jobs are drawn as TRACE has,"
                            + " unless --jobs says otherwise.")
    private Path workload = Path.of("");

    @Option(
            names = "--servers",
            order = 1,
            paramLabel = "SPEC",
            description =
                    "What both are replayed on: count x cores x GiB as in 100x48c256g, a YAML file"
                            + " of groups, or trace: the machines of TRACE (default: as many that"
                            + " the mean load of TRACE is 60%%).")
    private @Nullable String servers;

    @Option(
            names = "--tolerance",
            order = 2,
            paramLabel = "BOUNDS",
            description =
                    "Exit with 1 if they differ by more: 0.05 for the largest KS, or some of"
                            + " ks=0.05,dispersion=0.25,rank=0.05,utilisation=0.02,pending=0.1.")
    private @Nullable String tolerance;

    @Option(
            names = "--report",
            order = 3,
            paramLabel = "FILE.html",
            description =
                    "Also draw distributions, arrivals, correlations and utilisation of both sides,"
                            + " as one HTML file.")
    private @Nullable Path report;

    @Option(
            names = "--force",
            order = 4,
            description = "Replace an existing report once the new one is complete.")
    private boolean force;

    @Option(
            names = "--replications",
            order = 5,
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Draw N workloads from the model WORKLOAD, and say the median and the range of"
                            + " each figure; --tolerance then holds for the medians (default:"
                            + " ${DEFAULT-VALUE}).")
    private int replications;

    @Option(
            names = "--seed",
            order = 58,
            paramLabel = "N",
            defaultValue = "42",
            description = "Root of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin private SynthesisOptions synthesis = new SynthesisOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        Compare compare = question();
        try (OutputTarget page = report == null ? null : OutputTarget.file(report, force)) {
            return compare(compare, page);
        }
    }

    @Override
    public void checkArguments() {
        question();
    }

    private Compare question() {
        return new Compare(
                        trace,
                        workload,
                        Optional.ofNullable(servers).map(ServerChoice::of),
                        synthesis.choice(),
                        replications,
                        Optional.ofNullable(tolerance)
                                .map(text -> common.argument(() -> ToleranceText.parse(text)))
                                .orElse(Map.of()),
                        seed)
                .checked();
    }

    private int compare(Compare compare, @Nullable OutputTarget page) {
        Compare.Compared compared = compare.run(common.sharedWork(), common.progress());
        if (page != null) {
            page.commitText(compared.html());
            common.note("Wrote " + page.path());
        }
        compare.leftOut().forEach(common::warn);
        SimilarityText text = new SimilarityText(compared.answer(), common.style());
        common.print(compared.answer(), out -> Wrapped.narrow(out, text::print));
        return (compared.isTolerated() ? ExitCode.DONE : ExitCode.NO).code();
    }
}
