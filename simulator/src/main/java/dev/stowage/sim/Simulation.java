package dev.stowage.sim;

import dev.stowage.basis.InputException;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.PowerModel;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.dynamics.MachineCursor;
import dev.stowage.sim.dynamics.Machines;
import dev.stowage.sim.dynamics.PowerControl;
import dev.stowage.sim.dynamics.ServerOutages;
import dev.stowage.sim.engine.BatchFeed;
import dev.stowage.sim.engine.DirectFeed;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.Execution;
import dev.stowage.sim.engine.LadderQueue;
import dev.stowage.sim.engine.ReadAheadFeed;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.SubmitCursor;
import dev.stowage.sim.engine.TaskSlots;
import dev.stowage.sim.execution.ContendedExecution;
import dev.stowage.sim.execution.Contention;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.execution.MeasuredUse;
import dev.stowage.sim.execution.OutOfMemory;
import dev.stowage.sim.execution.ReplayExecution;
import dev.stowage.sim.execution.Reserve;
import dev.stowage.sim.execution.TaskUse;
import dev.stowage.sim.execution.UsageProfiles;
import dev.stowage.sim.metrics.Recorder;
import dev.stowage.sim.metrics.RunEnd;
import dev.stowage.sim.metrics.RunLabels;
import dev.stowage.sim.metrics.RunRecord;
import dev.stowage.sim.metrics.SummaryRecorder;
import dev.stowage.sim.queue.QueueDisciplines;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Replays a workload on a cluster. Start here; {@code docs/simulation.md} has the semantics. */
public final class Simulation {
    private static final ServerFleet NO_MACHINES =
            new ServerFleet.Recorded(
                    "none",
                    new MachineEvents(0, new long[0], new int[0], new long[0], new long[0]),
                    PowerModel.DEFAULT);

    private Simulation() {}

    /**
     * Runs until no task event remains, or to the time given. Memory follows the tasks that are
     * queued or running, not those that are still to come. Runs share nothing: any number may go on
     * at once.
     *
     * @throws dev.stowage.basis.InputException if the workload is damaged
     */
    public static RunResult run(SimulationSpec spec) {
        return run(
                spec,
                spec.observation()
                        .series()
                        .map(
                                series ->
                                        SummaryRecorder.withSeries(
                                                series.stepMicros(), series.log()))
                        .orElse(SummaryRecorder::open));
    }

    /**
     * A workload as the scheduler sees it under a fidelity: what is reserved stands in place of the
     * requests.
     *
     * @throws dev.stowage.basis.InputException if it asks for measured use and no task has any
     */
    public static Workload reserved(Workload workload, Fidelity fidelity) {
        if (fidelity.reserve().equals(Reserve.REQUEST)) {
            return workload;
        }
        Fidelity plain = Fidelity.REPLAY.withReserve(fidelity.reserve());
        SimulationSpec spec = SimulationSpec.of(workload, NO_MACHINES).withFidelity(plain);
        Optional<MeasuredUse> measured = UsedTasks.measured(spec);
        return new Workload() {
            @Override
            public String name() {
                return workload.name();
            }

            @Override
            public Set<TaskColumn> columns() {
                return workload.columns();
            }

            @Override
            public TaskSource open() {
                return UsedTasks.open(spec, measured);
            }
        };
    }

    /** The same with another recorder. */
    static RunResult run(SimulationSpec spec, Recorder.Factory recorders) {
        long startNanos = System.nanoTime();
        requireSlices(spec);
        Optional<MeasuredUse> measured = UsedTasks.measured(spec);
        try (BatchFeed feed = feed(spec, measured);
                UsageProfiles profiles = profiles(spec)) {
            Cluster cluster = Cluster.of(spec.servers(), spec.fidelity().overcommit());
            if (spec.fidelity().isContended()) {
                cluster.followUse();
            }
            Recorder recorder = recorders.open(cluster, labels(spec));
            SubmitCursor submits = new SubmitCursor(feed);
            Engine engine = engine(spec, submits, cluster, new TaskUse(profiles), recorder);
            spec.progress().start("simulating", -1);
            engine.run();
            spec.progress().advanceTo(engine.submitted());
            spec.progress().done();
            boolean isReadToTheEnd = submits.nextMicros() == LadderQueue.NONE;
            Map<String, Long> leftOut = isReadToTheEnd ? feed.leftOut() : Map.of();
            List<String> warnings = new ArrayList<>(spec.workload().notes());
            warnings.addAll(warnings(spec, engine));
            warnings.addAll(UsedTasks.warnings(spec, measured));
            RunRecord record =
                    recorder.close(
                            new RunEnd(
                                    leftOut,
                                    engine.jobs(),
                                    outages(spec, engine),
                                    engine.standingStill(),
                                    warnings));
            double wallSeconds = (System.nanoTime() - startNanos) / 1e9;
            return new RunResult(
                    record.summary(),
                    figures(engine, wallSeconds, spec.threads()),
                    record.series(),
                    record.pendingTimes());
        }
    }

    /** Admission by profiles means nothing for tasks without slices. */
    private static void requireSlices(SimulationSpec spec) {
        boolean isAsked = AdmissionPolicies.isByProfiles(spec.admission());
        boolean isSliced = isAsked || spec.workload() instanceof SlicedWorkload;
        if (isSliced && spec.fidelity().isContended()) {
            throw InputException.at(
                    "fidelity",
                    "contended, and admission \"" + spec.admission() + "\"",
                    "replay",
                    "With profiles the slice says how long a task runs.");
        }
        if (isSliced && !spec.fidelity().reserve().equals(Reserve.REQUEST)) {
            throw InputException.at(
                    "reserve",
                    spec.fidelity().reserve() + ", and admission \"" + spec.admission() + "\"",
                    Reserve.REQUEST.toString(),
                    "With profiles the slice says what is set aside for a task.");
        }
        if (isAsked && !(spec.workload() instanceof SlicedWorkload)) {
            throw InputException.at(
                    "admission",
                    "\"" + spec.admission() + "\" and tasks without profiles",
                    "profiles, and which application each job runs",
                    "Give both, or choose another admission policy.");
        }
    }

    private static Engine engine(
            SimulationSpec spec,
            SubmitCursor submits,
            Cluster cluster,
            TaskUse use,
            Recorder recorder) {
        TaskSlots slots = new TaskSlots();
        RunPolicies policies = RunPolicies.of(spec);
        MachineCursor machineEvents = MachineCursor.of(spec.servers());
        boolean isContended = spec.fidelity().isContended();
        ServerDynamics dynamics = spec.dynamics();
        boolean mayEvict =
                isContended
                        || dynamics.hasOutages()
                        || machineEvents.nextMicros() != LadderQueue.NONE
                        || QueueDisciplines.needsTaskLists(spec.queue());
        Optional<ProfiledRuns.Parts> profiled =
                ProfiledRuns.of(spec, slots, cluster, policies.placement());
        PlacementPolicy placement =
                profiled.map(ProfiledRuns.Parts::placement).orElse(policies.placement());
        Execution execution =
                isContended
                        ? new ContendedExecution(slots, cluster, use, recorder)
                        : profiled.<Execution>map(ProfiledRuns.Parts::execution)
                                .orElseGet(() -> new ReplayExecution(slots));
        Dispatcher dispatcher =
                new Dispatcher(
                        slots,
                        cluster,
                        placement,
                        execution,
                        recorder,
                        spec.taskLog().orElse(null),
                        mayEvict);
        Scheduler scheduler =
                spec.queueing().isGang()
                        ? QueueDisciplines.openGangs(
                                spec.queue(), spec.queueing(), spec.dynamics(), dispatcher)
                        : QueueDisciplines.open(spec.queue(), dispatcher, policies.queueRandom());
        Observers.attach(spec, dispatcher, scheduler, placement);
        Machines machines = machines(spec, machineEvents, submits, dispatcher, scheduler);
        Engine engine =
                new Engine(
                        submits,
                        machines,
                        dispatcher,
                        scheduler,
                        policies.admission(),
                        recorder,
                        execution instanceof ContendedExecution contended
                                ? new Contention(
                                        contended,
                                        dispatcher,
                                        scheduler,
                                        recorder,
                                        OutOfMemory.requeues(spec.fidelity().outOfMemory()))
                                : null,
                        spec);
        spec.checkpointing()
                .map(options -> new RunCheckpoints(options, spec))
                .ifPresent(
                        checkpoints -> {
                            checkpoints.addEngine(
                                    engine, machines, dispatcher, scheduler, recorder);
                            checkpoints.addPolicies(policies);
                            checkpoints.addLogs(spec, dispatcher);
                            checkpoints.resume();
                            engine.keep(checkpoints);
                        });
        return engine;
    }

    private static Machines machines(
            SimulationSpec spec,
            MachineCursor events,
            SubmitCursor submits,
            Dispatcher dispatcher,
            Scheduler scheduler) {
        ServerDynamics dynamics = spec.dynamics();
        ServerOutages outages =
                dynamics.hasOutages()
                        ? new ServerOutages(
                                dynamics, spec.servers(), spec.seed(), spec.replication())
                        : null;
        long startMicros = Math.min(submits.nextMicros(), events.nextMicros());
        Machines machines =
                new Machines(
                        events,
                        outages,
                        dispatcher,
                        scheduler,
                        dynamics,
                        spec.untilMicros().isPresent());
        if (dynamics.idleOff().isPresent()) {
            PowerControl control =
                    new PowerControl(dynamics.idleOff().get(), machines, dispatcher, scheduler);
            machines.control(control);
            control.start(startMicros);
        }
        return machines;
    }

    private static @Nullable UsageProfiles profiles(SimulationSpec spec) {
        return spec.fidelity().isContended()
                ? spec.workload().usage().map(UsageProfiles::new).orElse(null)
                : null;
    }

    private static BatchFeed feed(SimulationSpec spec, Optional<MeasuredUse> measured) {
        TaskSource source = PodTasks.of(UsedTasks.open(spec, measured), spec.servers());
        return spec.threads() > 1 ? new ReadAheadFeed(source) : new DirectFeed(source);
    }

    private static RunLabels labels(SimulationSpec spec) {
        Map<String, String> policies = new LinkedHashMap<>();
        policies.put(
                "placement",
                spec.admission().name().equals(AdmissionPolicies.QUMAN_PROVIDER)
                        ? "by admission"
                        : spec.placement().toString());
        policies.put("admission", spec.admission().toString());
        policies.put("queue", spec.queue() + (spec.queueing().isGang() ? ", gangs" : ""));
        spec.fidelity().describe(policies);
        if (spec.workload() instanceof SlicedWorkload) {
            policies.put("fidelity", "profiled");
        }
        return new RunLabels(
                spec.workload().name(), spec.servers().describe(), policies, spec.seed());
    }

    private static Optional<RunSummary.Outages> outages(SimulationSpec spec, Engine engine) {
        return spec.dynamics().equals(ServerDynamics.NONE)
                ? Optional.empty()
                : Optional.of(engine.outages());
    }

    private static List<String> warnings(SimulationSpec spec, Engine engine) {
        List<String> warnings = new ArrayList<>();
        if (engine.submitted() == 0) {
            warnings.add("No task was submitted.");
        } else if (engine.rejected() == engine.submitted()) {
            warnings.add(
                    "All "
                            + engine.rejected()
                            + (engine.isRejectedByCapacity()
                                    ? " tasks were rejected: no server can hold any of them."
                                    : " tasks were rejected; rejectedByReason says why."));
        }
        long unknown = engine.unknownUses();
        long admitted = engine.submitted() - engine.rejected();
        if (unknown > 0 && unknown < admitted) {
            warnings.add(
                    unknown
                            + " of "
                            + admitted
                            + " tasks have no measured use: what they ask for stands in for it."
                            + " A usage model can do so instead.");
        }
        long still = engine.standingStill().orElse(0);
        if (still > 0) {
            warnings.add(
                    still
                            + (still == 1 ? " task stands" : " tasks stand")
                            + " still at the end of the run: the slices and what runs beside leave"
                            + " no performance to come to an end with. Fewer tasks on a server, or"
                            + " a level of isolation that keeps more apart, may help.");
        }
        if (engine.hopeless() != null) {
            warnings.add(
                    "No server can ever hold "
                            + engine.hopeless()
                            + ": it blocks the queue for ever; "
                            + engine.pending()
                            + " tasks wait. Admission \"capacity\" rejects such tasks.");
        } else if (engine.isStuck()) {
            warnings.add(
                    engine.pending()
                            + " tasks wait for ever: the tasks that run have no end or the servers"
                            + " that could hold the next one never come back"
                            + (spec.queueing().isGang()
                                    ? ", or the next gang has no room even when nothing else runs."
                                    : "."));
        }
        return warnings;
    }

    private static EngineFigures figures(Engine engine, double wallSeconds, int threads) {
        long peakMemoryBytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            peakMemoryBytes += pool.getPeakUsage().getUsed();
        }
        boolean hasTime = wallSeconds > 0;
        return new EngineFigures(
                wallSeconds,
                engine.events(),
                engine.submitted(),
                hasTime ? engine.events() / wallSeconds : 0,
                hasTime ? engine.submitted() / wallSeconds : 0,
                peakMemoryBytes,
                threads > 1 ? 2 : 1);
    }
}
