package dev.stowage.workflow.plan;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.json.Json;
import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.Workload;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.CapacitySearch;
import dev.stowage.plan.MixAnswer;
import dev.stowage.plan.MixPlanner;
import dev.stowage.plan.OwnCost;
import dev.stowage.plan.RunFunction;
import dev.stowage.plan.SearchOptions;
import dev.stowage.plan.SearchResult;
import dev.stowage.plan.Sharing;
import dev.stowage.plan.Survival;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.bound.PooledMix;
import dev.stowage.plan.bound.QueueOrder;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.mix.MixSearch;
import dev.stowage.plan.objective.Objective;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.deployment.AlwaysOn;
import dev.stowage.policy.deployment.AlwaysOnOption;
import dev.stowage.policy.deployment.AlwaysOnRequest;
import dev.stowage.policy.deployment.AlwaysOnRequest.Gpus;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.report.plan.PlanFigures;
import dev.stowage.run.Metric;
import dev.stowage.run.PartFigures;
import dev.stowage.run.Quantity;
import dev.stowage.run.RunSummary;
import dev.stowage.run.ServerLoads;
import dev.stowage.run.ServerLog;
import dev.stowage.run.TaskPart;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.ScenarioFile;
import dev.stowage.sim.RunResult;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.execution.OutOfMemory;
import dev.stowage.sim.execution.Reserve;
import dev.stowage.sim.metrics.PartTallies;
import dev.stowage.sim.queue.QueueDisciplines;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.words.Version;
import dev.stowage.workflow.part.WorkloadParts;
import dev.stowage.workflow.plan.OtherWorkloads.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A scenario carried out: lower bound, search, costs, and the run that its report draws. */
public final class ScenarioRun {
    /** Replications whose lower bounds are computed: each takes several passes. */
    private static final int BOUNDED = 5;

    /** The run without a loss, and six choices of servers at five moments. */
    private static final int LOSSES_OF_A_RUN = 31;

    private static final long MANY_JOBS = 10_000_000;

    private final ScenarioFile file;
    private final Scenario scenario;
    private final VmCatalogue catalogue;
    private final int threads;
    private final Progress progress;
    private final SharedWork shared;
    private final int limited;
    private final ScenarioWorkload.From tasks;
    private final ScenarioWorkload workload;
    private final Optional<LossRuns> losses;
    private @Nullable WorkloadParts parts;
    private @Nullable PooledMix explored;

    /**
     * Prepares a run that shares nothing.
     *
     * @param scenario what the file says, with what the command line overrides
     */
    public ScenarioRun(
            ScenarioFile file,
            Scenario scenario,
            VmCatalogue catalogue,
            int threads,
            Progress progress) {
        this(file, scenario, catalogue, threads, progress, SharedWork.NONE);
    }

    private ScenarioRun(
            ScenarioFile file,
            Scenario scenario,
            VmCatalogue catalogue,
            int threads,
            Progress progress,
            SharedWork shared) {
        this(file, scenario, catalogue, threads, progress, shared, numbers(scenario));
    }

    /** Numbers of servers whose limits are to hold together: that of all, and those of each. */
    private static int numbers(Scenario scenario) {
        int several = scenario.sharing().size();
        return several < 2 ? 0 : several + 1;
    }

    private ScenarioRun(
            ScenarioFile file,
            Scenario scenario,
            VmCatalogue catalogue,
            int threads,
            Progress progress,
            SharedWork shared,
            int limited) {
        this.limited = limited;
        this.file = file;
        this.scenario = scenario;
        this.catalogue = catalogue;
        this.threads = threads;
        this.progress = progress;
        this.shared = shared;
        this.tasks = ScenarioWorkload.From.of(scenario, shared);
        this.workload = ScenarioWorkload.open(file, scenario, shared);
        this.losses =
                scenario.survive().map(lost -> new LossRuns(scenario, lost, new RunsWithLosses()));
    }

    /** Prepares the run of a scenario as its file says, which shares its work with others. */
    public static ScenarioRun sharing(
            SharedWork shared, ScenarioFile file, VmCatalogue catalogue, int threads) {
        return new ScenarioRun(file, file.scenario(), catalogue, threads, Progress.NONE, shared);
    }

    /**
     * What a plan would do: all that is read and checked before a search, and the time of one run.
     *
     * @throws InputException as {@link #plan} does before it searches
     */
    public PlanOutlook outlook() {
        workload.requireSomeProfile();
        requireServersWith();
        if (longWork().isPresent()) {
            return outlook(null, null, "the workload is too large to look at first");
        }
        LowerBound bound = lowerBound();
        requireSomeTaskFits(bound.demand());
        workload.loads(scenario.search().judging());
        long tasks = bound.demand().tasks();
        if (tasks == 0) {
            return outlook(tasks, null, "there are no tasks");
        }
        if (scenario.kinds().isPresent()) {
            return outlook(tasks, null, "which mixes of servers are tried shows in the search");
        }
        SearchOptions options = options(bound);
        return outlook(
                tasks,
                PlanOutlook.Trial.of(options, () -> runs().run(CapacitySearch.first(options), 0)),
                null);
    }

    private PlanOutlook outlook(
            @Nullable Long tasks, PlanOutlook.@Nullable Trial trial, @Nullable String untimed) {
        return new PlanOutlook(
                scenario.name(),
                new ScenarioWords(scenario, workload).facts(),
                tasks,
                isRandom() ? scenario.search().judging() : 1,
                trial,
                untimed);
    }

    /** What to expect of a workload so large that nobody may have meant it. */
    public Optional<String> longWork() {
        long jobs = workload.plannedJobs();
        return jobs < MANY_JOBS
                ? Optional.empty()
                : Optional.of(
                        "the workload has "
                                + Figures.count(jobs)
                                + " jobs: at a million tasks a second each pass over them takes at"
                                + " least "
                                + Figures.seconds(jobs / 1e6)
                                + ", and a plan takes several for each number of servers that it"
                                + " tries. Try a smaller growth or fewer jobs first.");
    }

    /**
     * Plans.
     *
     * @throws InputException if the workload is damaged, or no task fits into a server
     */
    public PlanFigures plan() {
        if (scenario.kinds().flatMap(Scenario.Kinds::stages).isPresent()) {
            return new StagedRun(file, scenario, catalogue, threads, progress, shared).plan();
        }
        workload.requireSomeProfile();
        requireServersWith();
        parts();
        LowerBound bound = shared.bound(bounded(), this::lowerBound);
        requireSomeTaskFits(bound.demand());
        List<String> offered = workload.loads(scenario.search().judging());
        Optional<MixedServers> mixed = scenario.kinds().map(kinds -> mixed(kinds, bound));
        SearchResult found = mixed.map(MixedServers::search).orElseGet(() -> search(bound));
        List<Sharing.Alone> alone = alone();
        ServerFleet.Static fleet =
                mixed.map(MixedServers::numbers)
                        .map(scenario::fleet)
                        .orElseGet(() -> scenario.fleet(found.simulatedServers()));
        AtomicReference<ServerLoads> loads = new AtomicReference<>();
        RunResult drawn =
                mixed.isEmpty()
                        ? shared.result(run(fleet, 0), () -> simulate(spec(fleet, 0, progress)))
                        : simulate(
                                spec(fleet, 0, progress)
                                        .with(
                                                draft ->
                                                        draft.observation =
                                                                draft.observation.withLoads(
                                                                        loads::set)));
        Optional<PlannedPlacement> placement =
                found.met()
                        ? scenario.packing().map(choice -> packed(choice, found.servers()))
                        : Optional.empty();
        CapacityPlan plan =
                plan(
                        found,
                        bound,
                        offered,
                        placement.map(PlannedPlacement::moment).orElse(null),
                        mixed,
                        loads.get(),
                        alone,
                        losses.map(each -> each.survival(fleet)),
                        Stream.of(
                                        mixed.map(each -> each.notes(scenario, drawn.summary()))
                                                .orElse(List.of()),
                                        leftOut(drawn.summary()),
                                        unseen(drawn.summary()),
                                        standingStill(drawn.summary()))
                                .flatMap(List::stream)
                                .toList());
        return new PlanFigures(
                plan,
                Json.text(plan),
                scenario.server(),
                scenario.search().max(),
                found.simulatedServers(),
                drawn.summary(),
                drawn.series(),
                drawn.pendingTimes(),
                new ScenarioWords(scenario, workload).facts(),
                placement.map(PlannedPlacement::plan));
    }

    /** Tasks that no run replays: neither the answer nor the bound has them. */
    private List<String> leftOut(RunSummary first) {
        return first.leftOut().entrySet().stream()
                .map(
                        each ->
                                ("Left out of the plan, its demand and its bound: "
                                                + Amounts.counted(each.getValue(), "task")
                                                + " ("
                                                + each.getKey()
                                                + ")"
                                                + (workload.isRandom()
                                                        ? " of the first replication"
                                                        : "")
                                                + ", beside "
                                                + Amounts.counted(first.tasks().submitted(), "task")
                                                + " that are planned for.")
                                        .replace(Amounts.GAP, ' '))
                .toList();
    }

    /** That tasks come to no end on the servers that are shown. */
    private List<String> standingStill(RunSummary first) {
        long still = first.standingStill().orElse(0);
        return still == 0
                ? List.of()
                : List.of(
                        (Amounts.counted(still, "task")
                                        + (still == 1 ? " stands" : " stand")
                                        + " still at the end of the run on "
                                        + first.servers()
                                        + (workload.isRandom() ? ", in the first replication" : "")
                                        + ": the slices and what runs beside leave no performance"
                                        + " to come to an end with. More servers need not help"
                                        + " where the placement fills one after the other; a"
                                        + " placement that spreads tasks, or a level of isolation"
                                        + " that keeps more apart, may.")
                                .replace(Amounts.GAP, ' '));
    }

    /** What bounds on parts of the tasks do not say. */
    private List<String> unseen(RunSummary first) {
        List<String> notes = new ArrayList<>();
        for (Objective.Bound bound : scenario.objective().bounds()) {
            Metric metric = Metric.named(bound.metric()).orElseThrow();
            PartFigures part = first.parts().get(metric.part());
            if (part != null && metric.isEmptyIn(part)) {
                notes.add(
                        "No task of "
                                + metric.name()
                                + " is there, or all are rejected"
                                + (workload.isRandom() ? ", in the first replication" : "")
                                + ": that bound asks for nothing.");
            }
        }
        if (!scenario.objective().parts().isEmpty()) {
            notes.add("The lower bound knows nothing of bounds on parts of the tasks.");
        }
        return notes;
    }

    private MixedServers mixed(Scenario.Kinds kinds, LowerBound bound) {
        return MixedServers.search(
                kinds,
                pool(kinds.kinds()),
                options(bound),
                scenario,
                file,
                new MixRuns(),
                progress);
    }

    /** Prepares the run for one of several days. */
    static ScenarioRun of(
            ScenarioFile file,
            Scenario scenario,
            VmCatalogue catalogue,
            int threads,
            Progress progress,
            SharedWork shared) {
        return new ScenarioRun(file, scenario, catalogue, threads, progress, shared);
    }

    /** What a search over mixes finds, of kinds as the scenario has them in number and order. */
    MixSearch.Found explore(List<Kind> kinds) {
        workload.requireSomeProfile();
        requireServersWith();
        LowerBound bound = shared.bound(bounded(), this::lowerBound);
        requireSomeTaskFits(bound.demand());
        PooledMix pooled = pooled(kinds);
        MixedServers.requireUseful(
                scenario.kinds().orElseThrow().kinds().stream()
                        .map(kind -> kind.most() > 0)
                        .toList(),
                kinds,
                pooled,
                file);
        return MixPlanner.explore(
                kinds, pooled, options(bound), scenario.objective(), new MixRuns(), progress);
    }

    private synchronized PooledMix pooled(List<Kind> kinds) {
        PooledMix known = explored;
        if (known == null) {
            known = pool(kinds);
            explored = known;
        }
        return known;
    }

    private PooledMix pool(List<Kind> kinds) {
        return PooledMix.of(
                Simulation.reserved(workload.of(0), scenario.fidelity()),
                kinds.stream().map(kind -> schedulable(kind.server())).toList(),
                scenario.objective(),
                order(),
                isRandom(),
                scenario.lostAtFirst());
    }

    /** Runs on mixes, with the worst loss that is found if one has to be survived. */
    private final class MixRuns implements MixPlanner.MixRun {
        @Override
        public RunSummary run(int[] counts, int replication) {
            ServerFleet.Static fleet = scenario.fleet(counts);
            return losses.isPresent()
                    ? losses.get().run(fleet, replication)
                    : shared.summary(
                            ScenarioRun.this.run(fleet, replication),
                            () -> simulate(spec(fleet, replication, Progress.NONE)).summary());
        }

        @Override
        public int simulations() {
            return losses.isPresent() ? LOSSES_OF_A_RUN : 1;
        }
    }

    private SearchResult search(LowerBound bound) {
        return CapacitySearch.search(options(bound), scenario.objective(), runs(), progress);
    }

    /**
     * Each of several workloads planned for by itself, with its own draws; of several kinds of
     * servers only what it asks for. Nothing of one workload.
     */
    private List<Sharing.Alone> alone() {
        List<Scenario.Named> each = scenario.sharing();
        if (each.size() < 2) {
            return List.of();
        }
        return each.stream()
                .map(
                        one -> {
                            ScenarioRun run =
                                    new ScenarioRun(
                                            file,
                                            scenario.alone(one),
                                            catalogue,
                                            threads,
                                            progress,
                                            shared,
                                            each.size() + 1);
                            LowerBound bound = run.lowerBound();
                            return new Sharing.Alone(
                                    one.name(),
                                    one.tasks().describe(),
                                    scenario.seedOf(one),
                                    one.startMicros() / 1e6,
                                    bound.demand(),
                                    scenario.kinds().isPresent()
                                            ? Optional.empty()
                                            : Optional.of(run.search(bound)));
                        })
                .toList();
    }

    private SearchOptions options(LowerBound bound) {
        SearchOptions exact = SearchOptions.of(bound, scenario.search().max()).withThreads(threads);
        if (limited > 0) {
            exact =
                    exact.withLimits(
                            Sharing.levelOfEach(
                                    scenario.search().reliability().confidence(), limited));
        }
        return isRandom()
                ? exact.withReplications(
                                scenario.search().judging(), scenario.search().reliability())
                        .withFreshAtMost(scenario.search().maxReplications())
                : exact;
    }

    /** The answer to the same question about another workload. */
    private Answer about(Scenario other) {
        ScenarioRun run = new ScenarioRun(file, other, catalogue, threads, progress, shared);
        LowerBound bound = run.lowerBound();
        return new Answer(
                run.search(bound), bound, scenario.search().max(), run.workload.requests());
    }

    /** The first replication on the planned servers, its busiest moment packed anew. */
    private PlannedPlacement packed(Scenario.Packing choice, int servers) {
        return PlannedPlacement.of(
                choice,
                spec(servers, 0, progress),
                schedulable(scenario.server()),
                scenario.fleet(servers).domains(),
                progress);
    }

    private boolean isRandom() {
        return workload.isRandom()
                || scenario.fidelity().isRandom()
                || scenario.dynamics().isRandom()
                || QueueDisciplines.registry().entry(scenario.policies().queue()).isRandom()
                || PlacementPolicies.registry().entry(scenario.policies().placement()).isRandom();
    }

    /** That more replications were made than were asked for. */
    private Optional<String> grownReplications() {
        Scenario.Search search = scenario.search();
        return isRandom() && search.judging() > search.replications()
                ? Optional.of(
                        "search.replications: "
                                + search.replications()
                                + " can't support the claim that was asked for, so "
                                + search.judging()
                                + " were made.")
                : Optional.empty();
    }

    /** The bound over some replications; a recorded workload is the same in each. */
    private LowerBound lowerBound() {
        int judging = scenario.search().judging();
        int misses = allowedMisses(judging);
        int different = workload.isRandom() ? Math.min(judging, Math.max(BOUNDED, misses + 1)) : 1;
        progress.start("bounding from below", different);
        List<LowerBound> bounds = new ArrayList<>();
        for (int replication : IntStream.range(0, different).toArray()) {
            bounds.add(
                    LowerBound.of(
                            Simulation.reserved(
                                    workload.bounding(replication), scenario.fidelity()),
                            schedulable(scenario.server()),
                            scenario.objective(),
                            order()));
            progress.advanceTo(replication + 1L);
        }
        progress.done();
        return LowerBound.overReplications(bounds, misses)
                .plus(
                        scenario.survive()
                                .map(
                                        lost ->
                                                lost.serversMore(
                                                        scenario.kinds().isPresent()
                                                                ? 1
                                                                : scenario.serversPerDomain()))
                                .orElse(0),
                        "that may be lost from the first instant on");
    }

    /** The server with as much as may be reserved on it. */
    private ServerType schedulable(ServerType server) {
        var overcommit = scenario.fidelity().overcommit();
        return overcommit.isNone()
                ? server
                : new ServerType(
                        server.name(),
                        overcommit.schedulable(server.capacity()),
                        server.power(),
                        server.monthlyUsd(),
                        server.extras());
    }

    /** True if what a task has is settled when it starts, or later. */
    private boolean areSlicesChanged() {
        return workload.isBoundBelow()
                || scenario.policies().admission().name().equals(AdmissionPolicies.QUMAN_PROVIDER);
    }

    /** What the bound may rely on. */
    private QueueOrder order() {
        PolicySpec queue = scenario.policies().queue();
        boolean isPreemptive = QueueDisciplines.preempts(queue);
        boolean isHeld = workload.of(0).columns().contains(TaskColumn.STAGES);
        PolicySpec admission = scenario.policies().admission();
        boolean isTurnedAway =
                admission.name().equals("quota")
                        || (AdmissionPolicies.isByProfiles(admission)
                                && admission.parameter("refuse") == 1)
                        || scenario.policies().queueing().maxWaiting().isPresent();
        boolean changes =
                areSlicesChanged()
                        || (workload.requests().isPresent() && scenario.isolation().isPresent());
        if (isHeld
                || isTurnedAway
                || mayBeCutForMemory()
                || scenario.dynamics().takesServersAway()) {
            return QueueOrder.ANY;
        }
        if (changes) {
            if (isPreemptive) {
                return QueueOrder.ANY;
            }
            return QueueOrder.CHANGING;
        }
        boolean isGang = scenario.policies().queueing().isGang();
        if (queue.name().equals("priority") && !isGang) {
            return isPreemptive ? QueueOrder.PREEMPTIVE_PRIORITY : QueueOrder.STRICT_PRIORITY;
        }
        if (isPreemptive) {
            return isGang ? QueueOrder.ANY : QueueOrder.PREEMPTIVE;
        }
        return queue.name().equals("fifo") && !isGang
                ? QueueOrder.STRICT_FIFO
                : QueueOrder.RUNS_ONCE;
    }

    /**
     * True if tasks may lose their servers for want of memory in a run that is met all the same.
     */
    private boolean mayBeCutForMemory() {
        Workload first = workload.of(0);
        boolean isMeasured =
                first.columns().contains(TaskColumn.USAGE) || first.usage().isPresent();
        boolean isAllowed =
                OutOfMemory.requeues(scenario.fidelity().outOfMemory()) > 0
                        || scenario.objective().limit("oomKilled") > 0;
        return isAllowed && scenario.fidelity().mayRunOutOfMemory(isMeasured);
    }

    /** Of a resource that no server can have nothing is given, and a bound asks for nothing. */
    private void requireServersWith() {
        Map<Quantity, Long> amounts = new EnumMap<>(Quantity.class);
        ServerExtras extras = scenario.server().extras();
        amounts.put(Quantity.GPU_ALLOCATED, extras.gpuMicros());
        amounts.put(Quantity.DISK_ALLOCATED, extras.diskBytes());
        amounts.put(Quantity.NETWORK_ALLOCATED, extras.networkBitsPerSecond());
        for (Objective.Bound bound : scenario.objective().bounds()) {
            Quantity quantity = Metric.named(bound.metric()).orElseThrow().quantity();
            if (quantity.isOfSomeServers() && Objects.equals(amounts.get(quantity), 0L)) {
                throw file.problem(
                        "/objective/" + quantity.label(),
                        "a bound on what is given of a resource that no server has",
                        "servers that have it",
                        "Say in servers how much of it each has, or leave the bound out.");
            }
        }
    }

    private void requireSomeTaskFits(WorkloadFigures demand) {
        if (demand.tasks() > 0 && demand.tooLarge() == demand.tasks()) {
            throw file.problem(
                    scenario.kinds().isPresent() ? "/servers/types" : "/servers/type",
                    Amounts.size(scenario.server())
                            + ", too small for every one of "
                            + demand.tasks()
                            + " tasks: "
                            + demand.missing(),
                    "a server that can hold a task",
                    "Set its cpu, memoryGiB and what else the tasks ask for,"
                            + " in the units of the workload.");
        }
    }

    private RunFunction runs() {
        return losses.<RunFunction>map(each -> each).orElseGet(SharedRuns::new);
    }

    /** Runs in which servers are lost, which plans of one process make once. */
    private final class RunsWithLosses implements LossRuns.Runs {
        @Override
        public RunSummary followed(ServerFleet.Static servers, int replication, ServerLog log) {
            SimulationSpec spec = spec(servers, replication, Progress.NONE);
            var all = IntStream.range(0, servers.size()).boxed().collect(Collectors.toSet());
            return simulate(
                            spec.with(
                                    draft ->
                                            draft.observation =
                                                    draft.observation.withServers(all, log)))
                    .summary();
        }

        @Override
        public RunSummary with(
                List<MaintenanceWindow> windows, ServerFleet.Static servers, int replication) {
            Run run = ScenarioRun.this.run(servers, replication);
            ServerDynamics dynamics = run.dynamics().with(windows);
            return shared.summary(
                    new Run(
                            run.tasks(),
                            run.servers(),
                            run.policies(),
                            dynamics,
                            run.fidelity(),
                            run.parts(),
                            run.seed(),
                            replication),
                    () ->
                            simulate(
                                            spec(servers, replication, Progress.NONE)
                                                    .with(draft -> draft.dynamics = dynamics))
                                    .summary());
        }
    }

    /** Runs that plans of one process make once. */
    private final class SharedRuns implements RunFunction {
        @Override
        public RunSummary run(int servers, int replication) {
            return shared.summary(
                    ScenarioRun.this.run(servers, replication),
                    () -> simulate(servers, replication, Progress.NONE).summary());
        }

        @Override
        public boolean isUnderWay(int servers, int replication) {
            return shared.isSummaryUnderWay(ScenarioRun.this.run(servers, replication));
        }
    }

    /** All that decides a lower bound: runs that are judged by an objective. */
    private record Bounded(
            Run first, ServerDynamics dynamics, Objective objective, int judging, int misses) {}

    private Bounded bounded() {
        int judging = scenario.search().judging();
        return new Bounded(
                run(1, 0),
                scenario.dynamics(),
                scenario.objective(),
                judging,
                allowedMisses(judging));
    }

    private int allowedMisses(int judging) {
        return workload.isRandom()
                ? Math.max(0, scenario.search().reliability().allowedMisses(judging))
                : 0;
    }

    /** All that decides a run; what a server costs does not. */
    private record Run(
            ScenarioWorkload.From tasks,
            ServerFleet servers,
            Scenario.Policies policies,
            ServerDynamics dynamics,
            Fidelity fidelity,
            List<TaskPart> parts,
            long seed,
            int replication) {}

    private Run run(int servers, int replication) {
        return run(scenario.fleet(servers), replication);
    }

    private Run run(ServerFleet.Static fleet, int replication) {
        return new Run(
                tasks,
                new ServerFleet.Static(fleet.groups().stream().map(ScenarioRun::unpriced).toList()),
                scenario.policies(),
                scenario.dynamics().within(fleet.size()),
                scenario.fidelity(),
                scenario.objective().parts(),
                scenario.seed(),
                replication);
    }

    private static ServerFleet.Group unpriced(ServerFleet.Group group) {
        ServerType type = group.type();
        return new ServerFleet.Group(
                new ServerType(
                        type.name(),
                        type.capacity(),
                        type.power(),
                        OptionalDouble.empty(),
                        type.extras()),
                group.count(),
                group.serversPerDomain());
    }

    private RunResult simulate(int servers, int replication, Progress told) {
        return simulate(spec(servers, replication, told));
    }

    /** A run, with figures of the parts of its tasks that the objective asks for. */
    private RunResult simulate(SimulationSpec spec) {
        WorkloadParts named = parts();
        if (named.parts().isEmpty()) {
            return Simulation.run(spec);
        }
        PartTallies tallies = new PartTallies(named.parts(), named.names());
        RunResult result = Simulation.run(spec.withTaskLog(tallies));
        return result.withSummary(result.summary().withParts(tallies.figures()));
    }

    /** Those that the objective speaks of. */
    private synchronized WorkloadParts parts() {
        WorkloadParts known = parts;
        if (known == null) {
            known =
                    WorkloadParts.in(
                            workload.of(0), workload.names(), scenario.objective().parts(), file);
            parts = known;
        }
        return known;
    }

    private SimulationSpec spec(int servers, int replication, Progress told) {
        return spec(scenario.fleet(servers), replication, told);
    }

    private SimulationSpec spec(ServerFleet fleet, int replication, Progress told) {
        return SimulationSpec.of(workload.of(replication), fleet)
                .withPlacement(scenario.policies().placement())
                .withAdmission(scenario.policies().admission())
                .withQueue(scenario.policies().queue())
                .withQueueing(scenario.policies().queueing())
                .with(draft -> draft.dynamics = scenario.dynamics().within(fleet.size()))
                .withFidelity(scenario.fidelity())
                .withSeed(scenario.seed(), replication)
                .withProgress(told);
    }

    private CapacityPlan plan(
            SearchResult found,
            LowerBound bound,
            List<String> offered,
            CapacityPlan.@Nullable BusiestMoment placement,
            Optional<MixedServers> mixed,
            @Nullable ServerLoads loads,
            List<Sharing.Alone> alone,
            Optional<Survival> survival,
            List<String> leftOut) {
        List<CloudOption> clouds = new ArrayList<>();
        List<String> notes = new ArrayList<>(leftOut);
        OtherWorkloads otherwise = new OtherWorkloads(scenario, this::about);
        List<CapacityPlan.Otherwise> others = otherwise.all();
        notes.addAll(
                workload.uncertainties(
                        found.confidence().exact() || found.confidence().claimed() != null,
                        workload.growth(),
                        OtherWorkloads.sentence(others)));
        notes.addAll(workload.fallbacks());
        notes.addAll(workload.of(0).notes());
        notes.addAll(workload.sliceNotes());
        scenario.isolation().ifPresent(level -> notes.addAll(workload.isolationNotes(level)));
        notes.addAll(
                otherwise.saving(
                        new Answer(found, bound, scenario.search().max(), workload.requests())));
        if (workload.isApplicationDrawn()) {
            notes.add(
                    "Which application a job runs is drawn anew in each replication, in the shares"
                            + " of the file: the claim is about all such draws.");
        }
        notes.addAll(offered);
        notes.addAll(found.notes());
        grownReplications().ifPresent(notes::add);
        Optional<OwnCost> cost = Optional.empty();
        if (found.met()) {
            cost = OwnCost.of(scenario.server(), found.servers(), Optional.empty());
            if (mixed.isPresent()) {
                notes.add("Clouds are not priced beside several kinds of servers yet.");
            } else if (areSlicesChanged()) {
                notes.add(
                        "Clouds are not priced: what tasks have follows from the servers they run"
                                + " on.");
            } else {
                clouds(found.servers(), bound.demand(), clouds, notes);
            }
        } else {
            notes.add("The objective is not met, so nothing is priced.");
        }
        if (!scenario.fidelity().reserve().equals(Reserve.REQUEST)) {
            notes.add(
                    "Demand and lower bound are those of what is reserved, "
                            + scenario.fidelity().reserve()
                            + ", not of the requests.");
        }
        if (!scenario.fidelity().overcommit().isNone()) {
            notes.add(
                    "The lower bound is of what may be reserved, with the overcommit; what tasks"
                            + " use may need more servers.");
        }
        workload.changes()
                .forEach(
                        (what, came) ->
                                notes.add("Planned for a forecast, " + what + ": " + came + "."));
        if (!isRandom()) {
            notes.add(
                    "The workload is recorded and the policies draw nothing at random: one"
                            + " replication is exact.");
        }
        if (order() != QueueOrder.STRICT_FIFO) {
            notes.add("The lower bound: " + order().reason() + ".");
        }
        return new CapacityPlan(
                CapacityPlan.FORMAT_VERSION,
                scenario.name(),
                mixed.map(MixedServers::planned)
                        .orElseGet(
                                () ->
                                        List.of(
                                                CapacityPlan.PlannedServers.of(
                                                        scenario.server(), found.servers()))),
                found.objective(),
                found.met(),
                bound,
                bound.gap(found.servers()),
                found.confidence().conditionalOn(workload.condition()),
                found.curve(),
                others,
                cost.orElse(null),
                clouds,
                alone.isEmpty()
                        ? null
                        : Sharing.of(alone, found, scenario.search().reliability().confidence()),
                mixed.map(each -> withRoles(each, loads)).orElse(null),
                null,
                survival.orElse(null),
                placement,
                bound.demand(),
                policies(),
                scenario.seed(),
                PlanAssumptions.of(
                        scenario,
                        workload,
                        bound.demand(),
                        alone.stream().map(Sharing.Alone::demand).toList(),
                        clouds),
                notes,
                provenance(found));
    }

    private MixAnswer withRoles(MixedServers mixed, @Nullable ServerLoads loads) {
        return loads == null || mixed.numbers().length == 0
                ? mixed.answer()
                : mixed.answer(scenario.kinds().orElseThrow().kinds(), loads);
    }

    private Map<String, String> policies() {
        Map<String, String> policies = new LinkedHashMap<>();
        policies.put("placement", scenario.policies().placement().toString());
        policies.put("admission", scenario.policies().admission().toString());
        policies.put("queue", scenario.policies().queue().toString());
        scenario.policies()
                .queueing()
                .maxWaiting()
                .ifPresent(most -> policies.put("maxQueue", String.valueOf(most)));
        if (scenario.policies().queueing().isGang()) {
            policies.put("gang", "true");
        }
        scenario.fidelity().describe(policies);
        return policies;
    }

    private CapacityPlan.Provenance provenance(SearchResult found) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("scenario", scenario.name());
        inputs.putAll(workload.inputs(scenario));
        scenario.kinds()
                .map(Scenario.Kinds::sources)
                .filter(sources -> !sources.isEmpty())
                .ifPresent(
                        sources ->
                                inputs.put("servers that are there", String.join("; ", sources)));
        if (!scenario.clouds().providers().isEmpty()) {
            inputs.put("catalogue", catalogue.name());
        }
        return new CapacityPlan.Provenance(
                "stowage",
                Version.text(),
                inputs,
                losses.map(LossRuns::simulations).orElse(found.runs()));
    }

    private void clouds(
            int servers, WorkloadFigures demand, List<CloudOption> options, List<String> notes) {
        Scenario.Clouds choice = scenario.clouds();
        if (choice.providers().isEmpty() || servers == 0) {
            return;
        }
        Resources one = scenario.server().capacity();
        Resources total =
                new Resources(
                        Math.multiplyExact(one.cpuMicroCores(), servers),
                        Math.multiplyExact(one.memoryBytes(), servers));
        if (choice.hasSharedCores()) {
            notes.add(
                    "VM types whose vCPUs are shared or throttled are priced too, as asked: they"
                            + " can't be busy all of the time.");
        }
        Gpus gpus = gpus(servers, demand);
        if (choice.policies().contains(AlwaysOn.NAME)) {
            AlwaysOnRequest request =
                    new AlwaysOnRequest(
                            total,
                            demand.largestHeldBy(one),
                            gpus,
                            choice.providers(),
                            choice.hasSharedCores());
            alwaysOn(request, options, notes);
        }
        PlannedDeployments deployments = new PlannedDeployments(catalogue, choice, notes);
        if (gpus.total() == 0) {
            options.addAll(
                    deployments.of(
                            Simulation.reserved(workload.of(0), scenario.fidelity()),
                            demand.largestHeldBy(one),
                            scenario.seed(),
                            threads,
                            progress));
        } else if (deployments.areAsked()) {
            notes.add(
                    "The deployment policies are left out: they rent CPU and memory alone, and"
                            + " tasks ask for GPUs.");
        }
        uncheckedOnClouds(demand.extras()).filter(what -> !options.isEmpty()).ifPresent(notes::add);
        options.sort(Comparator.comparing(CloudOption::totalUsd));
    }

    /** The GPUs of the planned servers, if tasks that they hold ask for any. */
    private Gpus gpus(int servers, WorkloadFigures demand) {
        double ofOne =
                (double) scenario.server().extras().gpuMicros() / ServerExtras.MICROS_PER_GPU;
        return demand.extras().largestHeldGpus() == 0
                ? Gpus.NONE
                : new Gpus(servers * ofOne, demand.extras().largestHeldGpus());
    }

    /** What tasks ask for that no catalogue tells of VMs. */
    private static Optional<String> uncheckedOnClouds(WorkloadFigures.Extras extras) {
        List<String> asked = new ArrayList<>();
        if (extras.diskTasks() > 0) {
            asked.add("disk");
        }
        if (extras.networkTasks() > 0) {
            asked.add("network bandwidth");
        }
        if (extras.constrainedTasks() > 0) {
            asked.add("attributes of the server");
        }
        return asked.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Tasks also ask for "
                                + String.join(", ", asked)
                                + ", of which the cloud options are not checked.");
    }

    private void alwaysOn(AlwaysOnRequest request, List<CloudOption> options, List<String> notes) {
        AlwaysOn.Result ranked = AlwaysOn.rank(catalogue, request);
        for (AlwaysOnOption option : ranked.options()) {
            if (isAsked(option.offer().region())) {
                options.add(cloudOption(option));
            }
        }
        List<String> without =
                ranked.regionsWithoutOption().stream()
                        .filter(name -> isAsked(name.substring(name.indexOf(' ') + 1)))
                        .toList();
        if (!without.isEmpty()) {
            notes.add(
                    "No VM type of the catalogue holds the largest task in "
                            + String.join(", ", without)
                            + (request.gpus().total() == 0 ? "." : withoutGpus(request)));
        }
    }

    private String withoutGpus(AlwaysOnRequest request) {
        String text =
                ": tasks ask for up to "
                        + Amounts.gpus(request.gpus().largestTask())
                        + ", and types without as many are no cloud option.";
        boolean hasAny =
                request.providers().stream()
                        .flatMap(
                                provider ->
                                        catalogue.regions(provider).stream()
                                                .flatMap(
                                                        region ->
                                                                catalogue
                                                                        .offers(provider, region)
                                                                        .stream()))
                        .anyMatch(offer -> offer.type().gpus() > 0);
        return hasAny
                ? text
                : text
                        + " The catalogue has no type with accelerators; import one that has"
                        + " (docs/catalogues.md).";
    }

    private boolean isAsked(String region) {
        List<String> regions = scenario.clouds().regions();
        return regions.isEmpty() || regions.contains(region);
    }

    private static CloudOption cloudOption(AlwaysOnOption option) {
        var offer = option.offer();
        return new CloudOption(
                offer.type().provider(),
                offer.region(),
                AlwaysOn.NAME,
                option.yearlyUsd(),
                option.gapToBound(),
                offer.type().name(),
                option.count(),
                option.hourlyUsd(),
                option.monthlyUsd(),
                option.covered().cores(),
                option.covered().gib(),
                offer.source(),
                offer.date().toString());
    }
}
