package dev.stowage.workflow.plan;

import dev.stowage.ingest.csv.CsvWorkload;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.MergedWorkload;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.Workload;
import dev.stowage.plan.Confidence;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.profile.workload.OfferedServers;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.ScenarioFile;
import dev.stowage.workflow.part.WorkloadParts;
import dev.stowage.workflow.profile.ProfiledTasks;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.MeanLoad;
import dev.stowage.workload.synthesis.SynthOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a scenario: the same in every replication if they are recorded, drawn anew in each
 * if they come from a model. Safe for use by several threads.
 */
final class ScenarioWorkload {
    private final IntFunction<Workload> source;
    private final @Nullable Drawing drawing;
    private final @Nullable Slices slices;
    private final ScenarioDemand forecast;
    private final SharedWork shared;
    private final List<Part> parts;
    private final Map<Integer, PlannedLoad> loads = new ConcurrentHashMap<>();
    private final Map<Integer, Workload> opened = new ConcurrentHashMap<>();
    private volatile SlicedWorkload.@Nullable Requests requests;

    private ScenarioWorkload(
            IntFunction<Workload> source,
            @Nullable Drawing drawing,
            @Nullable Slices slices,
            ScenarioDemand forecast,
            SharedWork shared,
            List<Part> parts) {
        this.source = source;
        this.drawing = drawing;
        this.slices = slices;
        this.forecast = forecast;
        this.shared = shared;
        this.parts = List.copyOf(parts);
    }

    /** One of several workloads that share the servers. */
    private record Part(Scenario.Named named, ScenarioWorkload tasks, boolean isOnly) {
        /** With its name, where there are others. */
        private String prefixed(String text) {
            return isOnly ? text : named.name() + ": " + text;
        }
    }

    /**
     * All that decides the tasks: files by their names and what they hold, wherever they are; the
     * cores only where a load in servers is asked for.
     */
    record From(
            Scenario.WorkloadChoice choice,
            String content,
            long seed,
            double cores,
            boolean hasUsers,
            Optional<SlicesFrom> slices) {
        static From of(Scenario scenario, SharedWork shared) {
            Scenario.WorkloadChoice choice = scenario.workload();
            boolean isLoaded =
                    each(choice)
                            .anyMatch(
                                    one ->
                                            one instanceof Scenario.FromModel model
                                                    && model.load().isPresent());
            return new From(
                    withoutFolders(choice),
                    each(choice)
                            .map(one -> file(one).map(shared::content).orElse(""))
                            .collect(Collectors.joining(",")),
                    scenario.seed(),
                    isLoaded ? scenario.server().capacity().cores() : 0,
                    WorkloadParts.areOfUsers(scenario.objective().parts()),
                    scenario.policies()
                            .profiles()
                            .map(
                                    given ->
                                            new SlicesFrom(
                                                    scenario.policies().admission(),
                                                    scenario.server(),
                                                    given,
                                                    shared.content(Path.of(given.library())),
                                                    shared.content(given.applications()))));
        }

        private static Stream<Scenario.WorkloadChoice> each(Scenario.WorkloadChoice choice) {
            return choice instanceof Scenario.Several several
                    ? several.members().stream().map(Scenario.Named::tasks)
                    : Stream.of(choice);
        }

        private static Optional<Path> file(Scenario.WorkloadChoice choice) {
            if (choice instanceof Scenario.FromTrace trace) {
                return Optional.of(trace.trace());
            }
            if (choice instanceof Scenario.FromCsv csv) {
                return Optional.of(csv.csv());
            }
            return Optional.of(Path.of(((Scenario.FromModel) choice).model()))
                    .filter(Files::isRegularFile);
        }

        private static Scenario.WorkloadChoice withoutFolders(Scenario.WorkloadChoice choice) {
            if (choice instanceof Scenario.Several several) {
                return new Scenario.Several(
                        several.members().stream()
                                .map(
                                        one ->
                                                new Scenario.Named(
                                                        one.name(),
                                                        withoutFolders(one.tasks()),
                                                        one.startMicros(),
                                                        one.place()))
                                .toList());
            }
            if (choice instanceof Scenario.FromTrace trace) {
                return new Scenario.FromTrace(Path.of(fileName(trace.trace())), trace.demand());
            }
            return choice instanceof Scenario.FromCsv csv
                    ? new Scenario.FromCsv(Path.of(fileName(csv.csv())), csv.demand())
                    : choice;
        }
    }

    /** All that decides the slices of tasks. */
    record SlicesFrom(
            PolicySpec admission,
            ServerType offered,
            Scenario.Profiles given,
            String library,
            String applications) {}

    /**
     * The slices that tasks are given in place of their requests.
     *
     * @param seed root of the draws of applications
     */
    private record Slices(
            ProfiledTasks tasks, PolicySpec admission, long seed, OfferedServers offered) {
        static @Nullable Slices of(Scenario scenario) {
            Scenario.Profiles given = scenario.policies().profiles().orElse(null);
            if (given == null) {
                return null;
            }
            ProfiledTasks tasks = ProfiledTasks.read(given);
            if (scenario.workload() instanceof Scenario.FromModel) {
                tasks.requireDrawn("jobs that are drawn from a model");
            } else if (scenario.workload().demand().isGrown()) {
                tasks.requireDrawn("growth, which copies jobs");
            }
            return new Slices(
                    tasks,
                    scenario.policies().admission(),
                    scenario.seed(),
                    OfferedServers.of(scenario.server()));
        }

        boolean fallsBack() {
            return admission.name().equals(AdmissionPolicies.QUMAN_USER)
                    && admission.parameter("fallback") == 1;
        }

        /** The same with the least that any task may have, and the shortest that it may take. */
        SlicedWorkload leastOf(Workload jobs, int replication) {
            PolicySpec least =
                    AdmissionPolicies.registry()
                            .parse("admission", AdmissionPolicies.QUMAN_PROVIDER);
            return tasks.of(jobs, new ProfiledTasks.Draw(seed, replication), least, offered);
        }

        SlicedWorkload of(Workload jobs, int replication) {
            return tasks.of(jobs, new ProfiledTasks.Draw(seed, replication), admission, offered);
        }
    }

    /** A replication of a workload, by the workload itself. */
    private record Replication(ScenarioWorkload of, int replication) {}

    /**
     * How tasks are drawn.
     *
     * @param model what from
     * @param options of replication 0
     * @param isGeneratorOpen true if the scenario leaves the generator to the model
     */
    record Drawing(WorkloadModel model, SynthOptions options, boolean isGeneratorOpen) {}

    /**
     * Opens the trace, the CSV or the model.
     *
     * @param scenario what the file says, with what the command line overrides
     */
    static ScenarioWorkload open(ScenarioFile file, Scenario scenario, SharedWork shared) {
        return open(file, scenario, "/workload", shared);
    }

    private static ScenarioWorkload open(
            ScenarioFile file, Scenario scenario, String place, SharedWork shared) {
        return shared.opened(
                From.of(scenario, shared),
                () ->
                        scenario.sharing().isEmpty()
                                ? opened(file, scenario, place, shared)
                                : merged(file, scenario, shared));
    }

    private static ScenarioWorkload merged(
            ScenarioFile file, Scenario scenario, SharedWork shared) {
        List<Part> parts =
                scenario.sharing().stream()
                        .map(
                                each ->
                                        new Part(
                                                each,
                                                open(
                                                        file,
                                                        scenario.drawing(each),
                                                        "/workloads/" + each.place(),
                                                        shared),
                                                scenario.sharing().size() == 1))
                        .toList();
        return new ScenarioWorkload(
                replication ->
                        MergedWorkload.of(
                                parts.stream()
                                        .map(
                                                each ->
                                                        new MergedWorkload.Member(
                                                                each.named().name(),
                                                                each.tasks().of(replication),
                                                                each.named().startMicros()))
                                        .toList()),
                null,
                null,
                new ScenarioDemand(file, scenario, "/workloads"),
                shared,
                parts);
    }

    private static ScenarioWorkload opened(
            ScenarioFile file, Scenario scenario, String place, SharedWork shared) {
        Scenario.WorkloadChoice choice = scenario.workload();
        ScenarioDemand forecast = new ScenarioDemand(file, scenario, place);
        if (choice instanceof Scenario.FromModel fromModel) {
            WorkloadModel model = WorkloadModels.load(fromModel.model());
            SynthOptions today = options(fromModel, scenario.seed(), model);
            double growth = fromModel.demand().largestGrowth();
            SynthOptions options =
                    forecast.loaded(model, fromModel, today)
                            .withJobs(Math.max(1, Math.round(today.jobs() * growth)));
            return new ScenarioWorkload(
                    replication ->
                            forecast.drawn(
                                    forecast.located(
                                            "generator",
                                            () ->
                                                    Generators.generate(
                                                            model,
                                                            options.withReplication(replication))),
                                    replication),
                    new Drawing(
                            model, options, fromModel.scaling().generator().equals(Scenario.AUTO)),
                    Slices.of(scenario),
                    forecast,
                    shared,
                    List.of());
        }
        Workload recorded =
                choice instanceof Scenario.FromTrace fromTrace
                        ? traced(
                                CanonicalTrace.open(fromTrace.trace()),
                                WorkloadParts.areOfUsers(scenario.objective().parts()))
                        : CsvWorkload.open(((Scenario.FromCsv) choice).csv());
        boolean isReadOften = choice.demand().isGrown() && !shared.isShared();
        return new ScenarioWorkload(
                forecast.recorded(
                        isReadOften ? HeldWorkload.of(recorded, mostBytesHeld()) : recorded),
                null,
                Slices.of(scenario),
                forecast,
                shared,
                List.of());
    }

    private static Workload traced(CanonicalTrace trace, boolean hasUsers) {
        Set<TaskColumn> columns = new HashSet<>(trace.replayed());
        if (hasUsers) {
            columns.add(TaskColumn.USER);
        }
        return trace.workload(columns);
    }

    /** Recorded tasks that are read in every replication; more of them are read from their file. */
    private static long mostBytesHeld() {
        return Runtime.getRuntime().maxMemory() / 8;
    }

    private static SynthOptions options(Scenario.FromModel choice, long seed, WorkloadModel model) {
        Scenario.Scaling scaling = choice.scaling();
        return new SynthOptions(
                choice.jobs().orElseGet(model::jobs),
                scaling.arrival(),
                scaling.durationBatch(),
                scaling.durationUserFacing(),
                SynthOptions.ScaleBy.valueOf(scaling.durationBy().toUpperCase(Locale.ROOT)),
                scaling.generator().equals(Scenario.AUTO)
                        ? Generators.defaultFor(model)
                        : scaling.generator(),
                seed,
                0);
    }

    /** What load, growth and season made of it, by name; complete once it was opened. */
    Map<String, String> changes() {
        if (parts.isEmpty()) {
            return forecast.facts();
        }
        Map<String, String> all = new LinkedHashMap<>();
        parts.forEach(
                each ->
                        each.tasks()
                                .changes()
                                .forEach((what, came) -> all.put(each.prefixed(what), came)));
        return all;
    }

    /** True if replications differ. */
    boolean isRandom() {
        return areTasksDrawn() || (slices != null && slices.tasks().isDrawn());
    }

    private boolean areTasksDrawn() {
        return parts.stream().anyMatch(each -> each.tasks().areTasksDrawn())
                || drawing != null
                || forecast.isGrowthDrawn();
    }

    /** Names of the workloads that share the servers; empty of one that nobody named. */
    List<String> names() {
        return parts.stream().map(each -> each.named().name()).toList();
    }

    /** One of the workloads that share the servers, by its place among them. */
    ScenarioWorkload part(int place) {
        return parts.get(place).tasks();
    }

    /** Jobs that are drawn, if they are. */
    OptionalLong jobs() {
        return drawing().stream().mapToLong(drawn -> drawn.options().jobs()).findFirst();
    }

    /** Jobs that are drawn, or that growth made; 0 if nobody counted them. */
    long plannedJobs() {
        return parts.isEmpty()
                ? jobs().orElse(forecast.grownJobs())
                : parts.stream().mapToLong(each -> each.tasks().plannedJobs()).sum();
    }

    /** That the generator which is taken if nobody says can't do a model; nothing if it did. */
    List<String> fallbacks() {
        return parts.isEmpty()
                ? fallback().stream().toList()
                : parts.stream()
                        .flatMap(each -> each.tasks().fallbacks().stream().map(each::prefixed))
                        .toList();
    }

    private Optional<String> fallback() {
        return drawing()
                .filter(Drawing::isGeneratorOpen)
                .flatMap(
                        drawn ->
                                Generators.shortfall(drawn.model())
                                        .map(
                                                lacks ->
                                                        "Drawn by "
                                                                + drawn.options().generator()
                                                                + ", since resampled can't do the"
                                                                + " model "
                                                                + drawn.model().name()
                                                                + ", "
                                                                + lacks
                                                                + "."));
    }

    /** What the claim is conditional on, with what the draws leave out. */
    String condition() {
        if (!parts.isEmpty()) {
            return ofParts(ScenarioWorkload::condition);
        }
        List<String> without =
                drawing().stream()
                        .flatMap(drawn -> behind(drawn).asked().keySet().stream())
                        .filter(column -> !of(0).columns().contains(column))
                        .map(TaskColumn::label)
                        .toList();
        return scope().words()
                + (without.isEmpty() ? "" : Confidence.WITHOUT + String.join(", ", without));
    }

    private static TraceProvenance behind(Drawing drawn) {
        return drawn.model().provenance().trace();
    }

    /** What all parts say, once where they say the same. */
    private String ofParts(Function<ScenarioWorkload, String> words) {
        List<String> said = parts.stream().map(each -> words.apply(each.tasks())).toList();
        return said.stream().distinct().count() == 1
                ? said.get(0)
                : IntStream.range(0, parts.size())
                        .mapToObj(i -> parts.get(i).prefixed(said.get(i)))
                        .collect(Collectors.joining("; "));
    }

    /** The sources of uncertainty, as {@link WorkloadScope#sentences} tells them apart. */
    List<String> uncertainties(boolean isClaimed, String growth, String otherwise) {
        if (parts.isEmpty()) {
            return scope().sentences(isClaimed, growth, otherwise);
        }
        List<List<String>> said =
                parts.stream()
                        .map(each -> each.tasks().uncertainties(isClaimed, growth, otherwise))
                        .toList();
        List<String> all = new ArrayList<>();
        for (int at = 0; at < said.get(0).size(); at++) {
            int sentence = at;
            boolean isOfAll = said.stream().map(each -> each.get(sentence)).distinct().count() == 1;
            for (int i = 0; i < (isOfAll ? 1 : parts.size()); i++) {
                String text = said.get(i).get(sentence).replace(WorkloadScope.HOW, "");
                all.add(isOfAll ? text : parts.get(i).prefixed(text));
            }
        }
        return all;
    }

    /** How the number of jobs grows, in words. */
    String growth() {
        return parts.isEmpty() ? forecast.growth() : ofParts(ScenarioWorkload::growth);
    }

    /** What intervals over replications are conditional on. */
    WorkloadScope scope() {
        if (drawing != null) {
            return WorkloadScope.of(drawing.options().generator());
        }
        if (forecast.isGrowthDrawn()) {
            return WorkloadScope.GROWN;
        }
        return forecast.isGrown() ? WorkloadScope.COPIED : WorkloadScope.RECORDED;
    }

    /** How the tasks are drawn, if they are. */
    Optional<Drawing> drawing() {
        return Optional.ofNullable(drawing);
    }

    /**
     * What the first draws ask for beside what the trace behind the model did, a sentence for each
     * workload; nothing if the tasks are recorded.
     *
     * @throws dev.stowage.basis.InputException if that is far off, and nobody asked for it
     */
    List<String> loads(int replications) {
        if (!parts.isEmpty()) {
            return parts.stream()
                    .flatMap(each -> each.tasks().loads(replications).stream().map(each::prefixed))
                    .toList();
        }
        Optional<PlannedLoad> load = load(replications);
        load.ifPresent(forecast::requireAsAsked);
        return load.stream().map(offered -> "Offered load: " + offered.text() + ".").toList();
    }

    private Optional<PlannedLoad> load(int replications) {
        return drawing()
                .map(
                        drawn ->
                                loads.computeIfAbsent(
                                        Math.min(replications, PlannedLoad.DRAWS),
                                        draws -> load(drawn, draws)));
    }

    private PlannedLoad load(Drawing drawn, int draws) {
        double recordedSeconds = MeanLoad.recordedSeconds(drawn.model());
        double seconds = recordedSeconds * drawn.options().arrivalScale();
        List<MeanLoad> loads =
                IntStream.range(0, draws)
                        .mapToObj(i -> MeanLoad.of(asDeclared(i), seconds))
                        .toList();
        return new PlannedLoad(loads, MeanLoad.recorded(drawn.model()), recordedSeconds);
    }

    /** The tasks of one replication, each time the same. */
    Workload of(int replication) {
        return slices == null
                ? asDeclared(replication)
                : slices.of(asDeclared(replication), replication);
    }

    /**
     * Tasks of which each takes no more of anything, and no longer, than those of {@link #of}: what
     * a bound may rely on where slices are settled while tasks run.
     */
    Workload bounding(int replication) {
        return slices != null && isBoundBelow()
                ? slices.leastOf(asDeclared(replication), replication)
                : of(replication);
    }

    /**
     * True if slices are settled when tasks start, so that bounds are those of the least of all.
     */
    boolean isBoundBelow() {
        return slices != null && slices.fallsBack();
    }

    /** What is assumed of tasks that disturb each other; nothing without profiles. */
    List<String> isolationNotes(String level) {
        return slices == null ? List.of() : slices.tasks().isolationNotes(level);
    }

    /** What each application is given, in words; nothing if tasks have what they ask for. */
    List<String> sliceNotes() {
        return slices == null ? List.of() : slices.tasks().notes(requests().orElseThrow());
    }

    /** Refuses a file of applications that says nothing of any task. */
    void requireSomeProfile() {
        requests()
                .filter(each -> slices != null && each.profiled() == 0)
                .ifPresent(
                        each -> {
                            throw Objects.requireNonNull(slices)
                                    .tasks()
                                    .noTask(each.applications());
                        });
    }

    /** Who runs what in the first draw, and how well requests do; empty without profiles. */
    Optional<SlicedWorkload.Requests> requests() {
        if (slices != null && requests == null) {
            requests = slices.of(asDeclared(0), 0).requests();
        }
        return Optional.ofNullable(requests);
    }

    /** True if each replication draws anew which application a job runs. */
    boolean isApplicationDrawn() {
        return slices != null && slices.tasks().isDrawn();
    }

    /** The same with what its tasks ask for. */
    private Workload asDeclared(int replication) {
        if (!parts.isEmpty()) {
            return source.apply(replication); // whose parts are kept
        }
        if (shared.isShared()) {
            int number = areTasksDrawn() ? replication : 0;
            return shared.tasks(
                    new Replication(this, number),
                    () -> HeldWorkload.of(source.apply(number), shared.mostBytesOfTasks()));
        }
        return forecast.isGrowthDrawn()
                ? source.apply(replication) // which takes less than keeping all of them
                : opened.computeIfAbsent(replication, source::apply);
    }

    /** Name of a file without its folders, so that a plan does not depend on where it was made. */
    static String fileName(Path path) {
        return String.valueOf(path.getFileName());
    }

    /** What was read, for the provenance of a plan. */
    Map<String, String> inputs(Scenario scenario) {
        Map<String, String> inputs = new LinkedHashMap<>();
        if (!parts.isEmpty()) {
            parts.forEach(
                    each ->
                            each.tasks()
                                    .inputs(scenario.drawing(each.named()))
                                    .forEach(
                                            (what, value) ->
                                                    inputs.put(each.prefixed(what), value)));
            return inputs;
        }
        Scenario.WorkloadChoice choice = scenario.workload();
        if (drawing == null) {
            inputs.put("workload", choice.describe());
            inputs.put("holds for", scope().words());
            inputs.putAll(forecast.facts());
            return inputs;
        }
        WorkloadModel model = drawing.model();
        var trace = model.provenance().trace();
        inputs.put("workload", "drawn from model " + model.name());
        inputs.put("generator", drawing.options().generator());
        inputs.put("holds for", scope().words());
        inputs.put("fitted to", trace.trace() + " (" + trace.format() + ")");
        if (!trace.attribution().isEmpty()) {
            inputs.put("published by", trace.attribution());
        }
        inputs.put("model made by", "stowage " + model.provenance().productVersion());
        inputs.putAll(forecast.facts());
        return inputs;
    }
}
