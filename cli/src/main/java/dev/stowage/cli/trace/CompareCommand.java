package dev.stowage.cli.trace;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.SynthesisOptions;
import dev.stowage.ingest.extraction.SeenSpan;
import dev.stowage.ingest.extraction.WorkloadObservation;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.ServerFleet;
import dev.stowage.option.ServersSpec;
import dev.stowage.option.ToleranceText;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.similarity.SimilarityPage;
import dev.stowage.report.similarity.SimilarityText;
import dev.stowage.scenario.ServersFile;
import dev.stowage.similarity.Figure;
import dev.stowage.similarity.ObservedWorkload;
import dev.stowage.similarity.RepeatedFigure;
import dev.stowage.similarity.ReplayWindow;
import dev.stowage.similarity.SimilarityResult;
import dev.stowage.similarity.Tolerance;
import dev.stowage.similarity.Verdict;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Version;
import dev.stowage.workflow.compare.ComparisonRun;
import dev.stowage.workflow.compare.ReplayedSides;
import dev.stowage.workflow.compare.SimilarityAnswer;
import dev.stowage.workflow.simulate.WorkloadInput;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import dev.stowage.workload.synthesis.SynthOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
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
        checkArguments();
        Map<Tolerance, Double> bounds = bounds();
        Optional<ServersFile> named = servers();
        try (OutputTarget page = report == null ? null : OutputTarget.file(report, force)) {
            return compare(bounds, named, page);
        }
    }

    @Override
    public void checkArguments() {
        synthesis.check(common);
        bounds();
        synthesis.checkLoad(common, servers);
        checkReplications();
        servers();
        WorkloadInput.requireThere(trace);
        WorkloadInput.requireThere(workload);
        if (synthesis.isGiven() && !isModel(trace) && !isModel(workload)) {
            throw common.usage(
                    "--jobs, --load, --generator and the scales: found with two workloads that are"
                            + " recorded, expected a model");
        }
    }

    private Map<Tolerance, Double> bounds() {
        return Optional.ofNullable(tolerance)
                .map(text -> common.argument(() -> ToleranceText.parse(text)))
                .orElse(Map.of());
    }

    private void checkReplications() {
        if (replications < 1) {
            throw common.usage(
                    "--replications: found " + replications + ", expected a number from 1 on");
        }
        if (replications > 1 && !isModel(workload)) {
            throw common.usage(
                    "--replications: found "
                            + replications
                            + " of a workload that is recorded, expected a model as WORKLOAD");
        }
    }

    private int compare(
            Map<Tolerance, Double> bounds,
            Optional<ServersFile> named,
            @Nullable OutputTarget page) {
        OptionalDouble cores = named.stream().mapToDouble(ServersFile::cores).findFirst();
        int drawn = isModel(workload) ? replications : 0; // other numbers than the other side's
        WorkloadInput one = open(trace, OptionalLong.empty(), cores).fixed(drawn);
        Optional<WorkloadInput> recorded =
                isModel(workload)
                        ? Optional.empty()
                        : Optional.of(open(workload, OptionalLong.empty(), cores));
        SeenSpan span = span(one).and(recorded.map(CompareCommand::span).orElse(SeenSpan.ALL));
        ObservedWorkload first = observe(one, span);
        OptionalLong jobs =
                isModel(trace) ? OptionalLong.empty() : OptionalLong.of(first.arrivals().jobs());
        WorkloadInput other = recorded.orElseGet(() -> open(workload, jobs, cores));
        ComparisonRun run =
                new ComparisonRun(
                        first,
                        fleet(named, first, one.machines()),
                        one.machines(),
                        seed,
                        common.progress());
        ComparisonRun.Compared shown = run.with(second(other, 0, first, span));
        List<List<Figure>> figures = new ArrayList<>(List.of(shown.figures()));
        while (figures.size() < replications) {
            figures.add(run.with(second(other, figures.size(), first, span)).figures());
        }
        List<RepeatedFigure> repeated = RepeatedFigure.of(figures);
        Verdict verdict =
                bounds.isEmpty()
                        ? null
                        : Verdict.of(
                                repeated.stream().map(RepeatedFigure::typical).toList(), bounds);
        SimilarityResult result =
                new SimilarityResult(
                        shown.comparison(),
                        shown.replay(),
                        replications == 1 ? List.of() : repeated,
                        verdict);
        if (page != null) {
            draw(SimilarityPage.html(result, provenance(one, other)), page);
        }
        SimilarityAnswer answer = SimilarityAnswer.of(result, seed, drawnBy(one), drawnBy(other));
        SimilarityText text = new SimilarityText(answer, common.style());
        common.print(answer, out -> Wrapped.narrow(out, text::print));
        return (verdict == null || verdict.isMet() ? ExitCode.DONE : ExitCode.NO).code();
    }

    /** With the tasks of as large a share of the jobs as the first side has. */
    private ObservedWorkload second(
            WorkloadInput input, int replication, ObservedWorkload first, SeenSpan span) {
        ObservedWorkload all = observe(input.fixed(replication), span);
        double share = first.tasks().coverage();
        if (input.drawn().isEmpty() || share == 1) {
            return all;
        }
        SynthOptions options = input.drawn().get();
        long jobs = Math.max(1, Math.round(options.jobs() * share));
        WorkloadModel model = WorkloadModels.load(workload.toString()).ofKnownJobs();
        WorkloadInput fewer = WorkloadInput.drawn(model, options.withJobs(jobs));
        return all.withTasksOf(observe(fewer.fixed(replication), span), share);
    }

    private static boolean isModel(Path path) {
        return WorkloadInput.isModel(path);
    }

    /** Models on both sides draw from different streams: the same one twice shows the noise. */
    private WorkloadInput open(Path path, OptionalLong jobs, OptionalDouble cores) {
        WorkloadInput input =
                isModel(path)
                        ? WorkloadInput.drawn(
                                path, synthesis.ofSameWindow().forModel(seed, jobs, cores))
                        : WorkloadInput.open(path, Optional.empty());
        return common.sharing(input, path, Optional.empty());
    }

    private static SeenSpan span(WorkloadInput input) {
        return input.trace().map(SeenSpan::of).orElse(SeenSpan.ALL);
    }

    private ObservedWorkload observe(WorkloadInput input, SeenSpan span) {
        Progress progress = common.progress();
        return input.trace()
                .map(opened -> WorkloadObservation.of(opened, span, progress))
                .orElseGet(() -> WorkloadObservation.of(input.workload(), span, progress));
    }

    private Map<String, String> provenance(WorkloadInput one, WorkloadInput other) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Trace", described(trace, one));
        facts.put("Workload", described(workload, other));
        facts.put("Seed", Long.toString(seed));
        facts.put("Made by", "stowage " + Version.text());
        return facts;
    }

    private static String described(Path path, WorkloadInput input) {
        String drawn = drawnBy(input);
        String name = String.valueOf(path.getFileName());
        return drawn.isEmpty() ? name : name + ", drawn by " + drawn;
    }

    private void draw(String html, OutputTarget page) {
        page.commitText(html);
        common.note("Wrote " + page.path());
    }

    private static String drawnBy(WorkloadInput input) {
        return input.drawn()
                .map(
                        options ->
                                options.generator()
                                        + ", seed "
                                        + options.seed()
                                        + (options.arrivalScale() == 1
                                                ? ""
                                                : ", arrival times x " + options.arrivalScale()))
                .orElse("");
    }

    private Optional<ServersFile> servers() {
        if (servers == null || servers.equals(ServersSpec.TRACE)) {
            return Optional.empty();
        }
        return Optional.of(ServersSpec.read(servers));
    }

    private Optional<Function<ReplayWindow, ServerFleet>> fleet(
            Optional<ServersFile> named, ObservedWorkload first, Optional<MachineEvents> machines) {
        if (servers == null) {
            return Optional.empty();
        }
        if (named.isPresent()) {
            return Optional.of(window -> named.get().fleet());
        }
        MachineEvents events =
                machines.orElseThrow(
                        () ->
                                InputException.of(
                                        trace,
                                        "no machine table",
                                        "a trace with machines, as --servers trace asks for",
                                        "Name the servers instead, as in --servers 100x48c256g."));
        return Optional.of(window -> ReplayedSides.recorded(first, events, window));
    }
}
