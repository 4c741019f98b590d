package dev.stowage.workflow;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.extraction.SeenSpan;
import dev.stowage.ingest.extraction.WorkloadObservation;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.ServerFleet;
import dev.stowage.option.OptionException;
import dev.stowage.report.similarity.SimilarityPage;
import dev.stowage.scenario.ServersFile;
import dev.stowage.similarity.Figure;
import dev.stowage.similarity.ObservedWorkload;
import dev.stowage.similarity.RepeatedFigure;
import dev.stowage.similarity.ReplayWindow;
import dev.stowage.similarity.SimilarityResult;
import dev.stowage.similarity.Tolerance;
import dev.stowage.similarity.Verdict;
import dev.stowage.words.Version;
import dev.stowage.workflow.compare.ComparisonRun;
import dev.stowage.workflow.compare.ReplayedSides;
import dev.stowage.workflow.compare.SimilarityAnswer;
import dev.stowage.workflow.plan.SharedWork;
import dev.stowage.workflow.simulate.ServerChoice;
import dev.stowage.workflow.simulate.SynthesisChoice;
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
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How like a trace a workload is; each may be a trace, a CSV of tasks, or a model to draw from.
 *
 * @param trace what to compare with
 * @param workload what is compared
 * @param servers what both are replayed on; empty for as many that the mean load of the first is 60
 *     %
 * @param synthesis how models are drawn from
 * @param replications how many workloads are drawn from a model; 1 otherwise
 * @param tolerances the most by which they may differ; none for no verdict
 * @param seed root of all random numbers
 */
public record Compare(
        Path trace,
        Path workload,
        Optional<ServerChoice> servers,
        SynthesisChoice synthesis,
        int replications,
        Map<Tolerance, Double> tolerances,
        long seed) {
    /** Everything at its default. */
    public static Compare of(Path trace, Path workload) {
        return new Compare(
                trace, workload, Optional.empty(), SynthesisChoice.NONE, 1, Map.of(), 42);
    }

    /**
     * Refuses a question that can't be answered, before anything is opened.
     *
     * @throws OptionException that names the option of the command line
     * @throws InputException if a workload is not there
     */
    public Compare checked() {
        synthesis.checked().checkLoad(servers);
        if (replications < 1) {
            throw new OptionException(
                    "--replications: found " + replications + ", expected a number from 1 on");
        }
        if (replications > 1 && !isModel(workload)) {
            throw new OptionException(
                    "--replications: found "
                            + replications
                            + " of a workload that is recorded, expected a model as WORKLOAD");
        }
        WorkloadInput.requireThere(trace);
        WorkloadInput.requireThere(workload);
        if (synthesis.isGiven() && !isModel(trace) && !isModel(workload)) {
            throw new OptionException(
                    "--jobs, --load, --generator and the scales: found with two workloads that are"
                            + " recorded, expected a model");
        }
        return this;
    }

    /** What a comparison says. */
    public static final class Compared {
        private final SimilarityResult result;
        private final SimilarityAnswer answer;
        private final Map<String, String> provenance;

        private Compared(
                SimilarityResult result, SimilarityAnswer answer, Map<String, String> provenance) {
            this.result = result;
            this.answer = answer;
            this.provenance = provenance;
        }

        /** All of it. */
        public SimilarityAnswer answer() {
            return answer;
        }

        /** True unless they differ by more than a tolerance. */
        public boolean isTolerated() {
            Verdict verdict = result.verdict();
            return verdict == null || verdict.isMet();
        }

        /** All of it, drawn, as one HTML file. */
        public String html() {
            return SimilarityPage.html(result, provenance);
        }
    }

    /** Compares, alone. */
    public Compared run(Progress progress) {
        return run(SharedWork.NONE, progress);
    }

    /**
     * Compares.
     *
     * @param shared workloads that others have read or drawn
     * @throws InputException if an input is damaged, or has no machines where these are asked for
     */
    public Compared run(SharedWork shared, Progress progress) {
        int drawn = isModel(workload) ? replications : 0; // other numbers than the other side's
        WorkloadInput one = open(trace, OptionalLong.empty(), shared).fixed(drawn);
        Optional<WorkloadInput> recorded =
                isModel(workload)
                        ? Optional.empty()
                        : Optional.of(open(workload, OptionalLong.empty(), shared));
        SeenSpan span = span(one).and(recorded.map(Compare::span).orElse(SeenSpan.ALL));
        ObservedWorkload first = observe(one, span, progress);
        OptionalLong jobs =
                isModel(trace) ? OptionalLong.empty() : OptionalLong.of(first.arrivals().jobs());
        WorkloadInput other = recorded.orElseGet(() -> open(workload, jobs, shared));
        ComparisonRun run =
                new ComparisonRun(first, fleet(first, one), one.machines(), seed, progress);
        ComparisonRun.Compared shown = run.with(second(other, 0, first, span, progress));
        List<List<Figure>> figures = new ArrayList<>(List.of(shown.figures()));
        while (figures.size() < replications) {
            ObservedWorkload next = second(other, figures.size(), first, span, progress);
            figures.add(run.with(next).figures());
        }
        List<RepeatedFigure> repeated = RepeatedFigure.of(figures);
        SimilarityResult result =
                new SimilarityResult(
                        shown.comparison(),
                        shown.replay(),
                        replications == 1 ? List.of() : repeated,
                        verdict(repeated));
        return new Compared(
                result,
                SimilarityAnswer.of(result, seed, drawnBy(one), drawnBy(other)),
                provenance(one, other));
    }

    private @Nullable Verdict verdict(List<RepeatedFigure> figures) {
        return tolerances.isEmpty()
                ? null
                : Verdict.of(figures.stream().map(RepeatedFigure::typical).toList(), tolerances);
    }

    /** With the tasks of as large a share of the jobs as the first side has. */
    private ObservedWorkload second(
            WorkloadInput input,
            int replication,
            ObservedWorkload first,
            SeenSpan span,
            Progress progress) {
        ObservedWorkload all = observe(input.fixed(replication), span, progress);
        double share = first.tasks().coverage();
        if (input.drawn().isEmpty() || share == 1) {
            return all;
        }
        SynthOptions options = input.drawn().get();
        long jobs = Math.max(1, Math.round(options.jobs() * share));
        WorkloadModel model = WorkloadModels.load(workload.toString()).ofKnownJobs();
        WorkloadInput fewer = WorkloadInput.drawn(model, options.withJobs(jobs));
        return all.withTasksOf(observe(fewer.fixed(replication), span, progress), share);
    }

    private static boolean isModel(Path path) {
        return WorkloadInput.isModel(path);
    }

    /** Models on both sides draw from different streams: the same one twice shows the noise. */
    private WorkloadInput open(Path path, OptionalLong jobs, SharedWork shared) {
        OptionalDouble cores = servers.isEmpty() ? OptionalDouble.empty() : servers.get().cores();
        WorkloadInput input =
                isModel(path)
                        ? WorkloadInput.drawn(
                                path,
                                model ->
                                        synthesis
                                                .ofSameWindow(model)
                                                .forModel(model, seed, jobs, cores))
                        : WorkloadInput.open(path, Optional.empty());
        return shared.sharing(input, path, Optional.empty());
    }

    private static SeenSpan span(WorkloadInput input) {
        return input.trace().map(SeenSpan::of).orElse(SeenSpan.ALL);
    }

    private static ObservedWorkload observe(WorkloadInput input, SeenSpan span, Progress progress) {
        return input.trace()
                .map(opened -> WorkloadObservation.of(opened, span, progress))
                .orElseGet(() -> WorkloadObservation.of(input.workload(), span, progress));
    }

    private Optional<Function<ReplayWindow, ServerFleet>> fleet(
            ObservedWorkload first, WorkloadInput input) {
        if (servers.isEmpty()) {
            return Optional.empty();
        }
        Optional<ServersFile> named = servers.get().named();
        if (named.isPresent()) {
            return Optional.of(window -> named.get().fleet());
        }
        MachineEvents events = ServerChoice.machines(input, trace);
        return Optional.of(window -> ReplayedSides.recorded(first, events, window));
    }

    private Map<String, String> provenance(WorkloadInput one, WorkloadInput other) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Trace", described(trace, one));
        facts.put("Workload", described(workload, other));
        if (!leftOut().isEmpty()) {
            facts.put("Left out", String.join(" ", leftOut()));
        }
        facts.put("Seed", Long.toString(seed));
        facts.put("Made by", "stowage " + Version.text());
        return facts;
    }

    /** Bad rows that a side left out when it was made, a sentence for each side that has some. */
    public List<String> leftOut() {
        return Stream.of(trace, workload)
                .distinct()
                .filter(CanonicalTrace::isTrace)
                .flatMap(
                        path ->
                                CanonicalTrace.open(path).manifest().leftOut().stream()
                                        .map(sentence -> path.getFileName() + ": " + sentence))
                .toList();
    }

    private static String described(Path path, WorkloadInput input) {
        String drawn = drawnBy(input);
        String name = String.valueOf(path.getFileName());
        return drawn.isEmpty() ? name : name + ", drawn by " + drawn;
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
}
