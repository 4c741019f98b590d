package dev.stowage.sim;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.basis.Progress;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import dev.stowage.policy.admission.AdmissionPolicy;
import dev.stowage.policy.admission.DeclaredServers;
import dev.stowage.run.RunSummary;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog;
import dev.stowage.sim.cluster.LargestCapacities;
import dev.stowage.sim.dynamics.Machines;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.EventHistory;
import dev.stowage.sim.engine.Execution;
import dev.stowage.sim.engine.InvariantViolation;
import dev.stowage.sim.engine.LadderQueue;
import dev.stowage.sim.engine.QueuedTask;
import dev.stowage.sim.engine.RunObserver;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.StageGate;
import dev.stowage.sim.engine.SubmitCursor;
import dev.stowage.sim.engine.TaskSlots;
import dev.stowage.sim.engine.UserHoldings;
import dev.stowage.sim.execution.Contention;
import dev.stowage.sim.metrics.Recorder;
import dev.stowage.sim.metrics.Rejection;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The event loop of a run. Events come from three places, each in order of time: the ends of
 * running tasks ({@link Execution}), the next submit of the workload and the next machine event
 * ({@link Machines}). They apply in the order (time, kind, sequence), kinds: machine up, finish,
 * machine down, submit. The queue is tried after all ups, finishes and downs of an instant and
 * after each submit.
 *
 * <p>Hot: no allocation, boxing or lambda per event once the arrays have grown. Guarded by {@code
 * ReplayBenchmark}.
 */
public final class Engine implements PlainState {
    private static final long NEVER = LadderQueue.NONE;
    private static final int NO_SLOT = TaskSlots.NONE;

    private static final List<TaskOutcome> OUTCOMES = List.of(TaskOutcome.values());

    private final transient SubmitCursor submits;
    private final Machines machines;
    private final Execution execution;
    private final TaskSlots slots;
    private final Dispatcher dispatcher;
    private final Scheduler scheduler;
    private final AdmissionPolicy admission;
    private final transient DeclaredServers declared;
    private final @Nullable UserHoldings holdings; // null: nobody asks
    private final @Nullable StageGate gate; // null: no task waits for others
    private final Recorder recorder;
    private final @Nullable Contention contention; // null in a replay
    private final @Nullable TaskLog log;
    private final transient Progress progress;
    private final long untilMicros;
    private final transient EventHistory history;
    private final long maxWaiting;
    private final boolean isGang;
    private final @Nullable RunObserver observer;
    private final transient QueuedTask task = new QueuedTask();

    private transient @Nullable RunCheckpoints checkpoints; // null in most runs
    private long lastMicros = Long.MIN_VALUE;
    private long submitted;
    private long queueEntries;
    private long ends;
    private long rejected;
    private long pending;
    private boolean isRejectedByCapacity = true;
    private boolean isStuck;
    private @Nullable String hopeless;

    Engine(
            SubmitCursor submits,
            Machines machines,
            Dispatcher dispatcher,
            Scheduler scheduler,
            AdmissionPolicy admission,
            Recorder recorder,
            @Nullable Contention contention,
            SimulationSpec spec) {
        this.submits = submits;
        this.machines = machines;
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        this.admission = admission;
        this.recorder = recorder;
        this.contention = contention;
        LargestCapacities largest = dispatcher.cluster().largestCapacities();
        holdings = admission.asksForShares() ? new UserHoldings(largest) : null;
        declared = holdings == null ? largest : holdings;
        execution = dispatcher.execution();
        slots = dispatcher.slots();
        history = dispatcher.history();
        boolean hasStages = spec.workload().columns().contains(TaskColumn.STAGES);
        gate = hasStages ? new StageGate(slots) : null;
        dispatcher.keepBooks(gate, holdings);
        observer = dispatcher.observer();
        log = spec.taskLog().orElse(null);
        progress = spec.progress();
        maxWaiting =
                admission.refusesToWait() ? 0 : spec.queueing().maxWaiting().orElse(Long.MAX_VALUE);
        isGang = spec.queueing().isGang();
        untilMicros = Math.min(spec.untilMicros().orElse(NEVER - 1), NEVER - 1);
    }

    /** Runs until no task event remains that could happen by the end of the run. */
    void run() {
        while (true) {
            if (checkpoints != null) {
                checkpoints.writeIfDue();
            }
            long next = nextTaskMicros();
            if (next <= untilMicros) {
                instant(Math.min(next, machines.nextMicros()));
                continue;
            }
            long effect = nextEffectOfMachines();
            if (effect == NEVER) {
                break;
            }
            machines.rest(nextTaskMicros() == NEVER);
            while (machines.nextMicros() < effect) {
                instant(machines.nextMicros());
            }
            instant(effect);
            machines.rest(false);
        }
        closeTasks();
        if (observer != null) {
            observer.over(lastMicros);
        }
    }

    long submitted() {
        return submitted;
    }

    /** Asks {@code kept} between two instants whether to write a checkpoint. */
    void keep(RunCheckpoints kept) {
        checkpoints = kept;
    }

    @Override
    public List<Checkpointed> owned() {
        List<Checkpointed> owned = new ArrayList<>();
        if (holdings != null) {
            owned.add(holdings);
        }
        if (gate != null) {
            owned.add(gate);
        }
        if (contention != null) {
            owned.add(contention);
        }
        return owned;
    }

    @Override
    public void readState(DataInput in) throws IOException {
        PlainState.super.readState(in);
        submits.skip(submitted, slots::recall);
    }

    /** Events applied so far. */
    long events() {
        long kills = contention == null ? 0 : contention.kills();
        return submitted + ends + machines.applied() + kills;
    }

    /** Tasks that came in without any known use, where they contend. */
    long unknownUses() {
        return contention == null ? 0 : contention.unknownUses();
    }

    long rejected() {
        return rejected;
    }

    /** True if no task was rejected for another reason than that no server could hold it. */
    boolean isRejectedByCapacity() {
        return isRejectedByCapacity;
    }

    /** Tasks that were queued when the run ended. */
    long pending() {
        return pending;
    }

    /** Tasks that run and never come to their end; empty where every task does. */
    OptionalLong standingStill() {
        return dispatcher.execution().standingStill();
    }

    /** True if tasks wait and nothing can happen any more. */
    boolean isStuck() {
        return isStuck;
    }

    /** The first queued task that no server could ever hold, in words, or null. */
    @Nullable String hopeless() {
        return hopeless;
    }

    /** Times of whole jobs, if tasks depend on others. */
    Optional<RunSummary.Jobs> jobs() {
        return gate == null ? Optional.empty() : Optional.of(gate.jobs());
    }

    /** How servers went down and came back. */
    RunSummary.Outages outages() {
        return machines.counts().toSummary();
    }

    private long nextTaskMicros() {
        if (contention != null
                && submits.nextMicros() == NEVER
                && contention.hasNoEnds()
                && scheduler.size() == 0) {
            return NEVER; // only use may still change
        }
        return Math.min(submits.nextMicros(), execution.nextMicros());
    }

    /**
     * The next machine event that matters, when no submit and no finish is left before the end of
     * the run. Tasks that were alive at the end of their trace don't keep a run going: when nothing
     * waits and nothing else will ever happen to a task, the machine events that are left aren't
     * replayed.
     */
    private long nextEffectOfMachines() {
        return scheduler.size() == 0 && nextTaskMicros() == NEVER
                ? NEVER
                : machines.nextEffect(untilMicros, nextTaskMicros() == NEVER);
    }

    // --- one instant ---

    private void instant(long now) {
        if (now < lastMicros) {
            throw timeGoesBack(now);
        }
        lastMicros = now;
        if (observer != null) {
            observer.advance(now);
        }
        recorder.advance(now);
        machines.applyUps(now);
        applyEnds(now);
        machines.applyDowns(now);
        settleContention(now);
        scheduler.dispatch(now);
        machines.tick(now);
        while (true) {
            if (applyEnds(now) || settleContention(now)) { // tasks of no duration
                scheduler.dispatch(now);
            } else if (submits.nextMicros() == now) {
                submit(now);
            } else if (!settleGangs(now) && (gate == null || !releaseHeld(gate, now))) {
                machines.settle(now);
                return;
            }
        }
    }

    /** True if gangs that came in at this instant were tried. */
    private boolean settleGangs(long now) {
        return isGang && scheduler.settle(now);
    }

    /** Queues what waits for no stage any more; true if there was any. */
    private boolean releaseHeld(StageGate open, long now) {
        int count = open.settle(now);
        for (int i = 0; i < count; i++) {
            int slot = open.ready(i);
            slots.markReady(slot, queueEntries++, now);
            scheduler.submit(slot, now);
        }
        return count > 0;
    }

    /** True if tasks lost their servers for want of memory. */
    private boolean settleContention(long now) {
        return contention != null && contention.settle(now);
    }

    private boolean applyEnds(long now) {
        int slot = execution.pollEnd(now);
        if (slot == NO_SLOT) {
            return false;
        }
        do {
            ends++;
            int server = slots.server(slot);
            dispatcher.end(slot, now);
            scheduler.freed(server);
            scheduler.stopped(slot, server, now);
            machines.left(server, now);
            slots.remove(slot);
            slot = execution.pollEnd(now);
        } while (slot != NO_SLOT);
        return true;
    }

    private void submit(long now) {
        TaskBatch batch = submits.batch();
        int row = submits.row();
        task.set(batch, row);
        recorder.submitted(task.cpuMicroCores(), task.memoryBytes());
        if (admission.admits(task, declared)) {
            int slot = slots.add(batch, row, queueEntries++);
            history.addTask(EventHistory.SUBMIT, slot, batch.taskIndex[row], batch.jobId[row], now);
            if (contention != null) {
                contention.admitted(slot, batch, row);
            }
            if (observer != null) {
                observer.submitted(slot);
            }
            boolean isHeld = gate != null && gate.holds(slot, batch, row, now);
            if (!isHeld) {
                scheduler.submit(slot, now);
            }
            if (!isHeld && scheduler.size() > maxWaiting && slots.server(slot) == NO_SLOT) {
                scheduler.withdraw(slot);
                if (gate != null) {
                    gate.dropped(slot);
                }
                slots.remove(slot);
                reject(batch, row, Rejection.QUEUE_FULL, now);
            } else {
                if (holdings != null) {
                    holdings.add(slots, slot);
                }
                if (observer != null && slots.server(slot) == NO_SLOT) {
                    observer.queued(slot, isHeld);
                }
            }
        } else {
            boolean isTooLarge = holdings == null || !declared.couldHold(task);
            reject(batch, row, isTooLarge ? Rejection.CAPACITY : Rejection.QUOTA, now);
        }
        submitted++;
        if (submits.advance()) {
            checkConservation();
            progress.advanceTo(submitted);
        }
    }

    private void reject(TaskBatch batch, int row, Rejection reason, long now) {
        rejected++;
        isRejectedByCapacity &= reason == Rejection.CAPACITY;
        recorder.rejected(reason);
        if (observer != null) {
            observer.rejected(batch, row, reason);
        }
        history.addTask(
                EventHistory.REJECT,
                EventHistory.NO_SLOT,
                batch.taskIndex[row],
                batch.jobId[row],
                now);
        if (log != null) {
            logRejected(log, batch, row);
        }
    }

    // --- invariants ---

    private InvariantViolation timeGoesBack(long now) {
        return history.violation(
                "time does not go back",
                "After %s comes %s: the next submit is at %s, the next end at %s, the next machine event at %s."
                        .formatted(
                                EventHistory.seconds(lastMicros),
                                EventHistory.seconds(now),
                                timeOrNever(submits.nextMicros()),
                                timeOrNever(execution.nextMicros()),
                                timeOrNever(machines.nextMicros())),
                NO_SLOT,
                NO_SLOT);
    }

    private static String timeOrNever(long micros) {
        return micros == NEVER ? "never" : EventHistory.seconds(micros);
    }

    /** No task is lost or doubled. */
    private void checkConservation() {
        long running = dispatcher.cluster().levels().tasksRunning;
        long waiting = scheduler.size() + (gate == null ? 0L : gate.held());
        long ended = ends + (contention == null ? 0 : contention.killedForGood());
        if (submitted != rejected + ended + running + waiting) {
            throw history.violation(
                    "submitted = rejected + ended + running + waiting",
                    "%d submitted, %d rejected, %d ended, %d running, %d waiting."
                            .formatted(submitted, rejected, ended, running, waiting),
                    NO_SLOT,
                    NO_SLOT);
        }
    }

    // --- the end ---

    private void closeTasks() {
        checkConservation();
        for (int slot = 0; slot < slots.limit(); slot++) {
            if (slots.server(slot) >= 0) {
                recorder.stillRunning();
                dispatcher.tellQueued(slot);
                if (observer != null) {
                    observer.stillRunning(slot, slots.server(slot));
                }
                dispatcher.log(TaskLog.Fate.RUNNING, slot, TaskLog.NONE, slots.server(slot));
            }
        }
        boolean isCut = nextTaskMicros() != NEVER || machines.hasAnyAfter(untilMicros);
        isStuck = !isCut && scheduler.size() + (gate == null ? 0 : gate.held()) > 0;
        while (scheduler.size() > 0) {
            int slot = scheduler.remove();
            pending++;
            if (observer != null) {
                observer.stillPending(slot);
            }
            boolean isHopeless = !dispatcher.couldEverHold(slot);
            if (hopeless == null && isHopeless) {
                hopeless = describe(slot);
            }
            boolean isBlocked = scheduler.isStrict() ? hopeless != null : isHopeless;
            if (isBlocked || !isCut) {
                recorder.blockedForEver();
            } else {
                tellPending(slot);
            }
            dispatcher.log(TaskLog.Fate.PENDING, slot, TaskLog.NONE, NO_SLOT);
        }
        if (gate != null) {
            closeHeld(gate, isCut);
        }
    }

    private void tellPending(int slot) {
        long waitMicros = untilMicros - slots.sinceMicros(slot);
        recorder.stillPending(waitMicros, slots.queuedMicros(slot) + waitMicros);
    }

    private void closeHeld(StageGate closing, boolean isCut) {
        for (int slot = 0; slot < slots.limit(); slot++) {
            if (closing.isHeld(slot)) {
                pending++;
                if (isCut) {
                    tellPending(slot);
                } else {
                    recorder.blockedForEver();
                }
                dispatcher.log(TaskLog.Fate.PENDING, slot, TaskLog.NONE, NO_SLOT);
            }
        }
    }

    private String describe(int slot) {
        return "task %d of job %d (%.6g cores, %.6g GiB)"
                .formatted(
                        slots.taskIndex(slot),
                        slots.jobId(slot),
                        (double) slots.cpuMicroCores(slot) / Resources.MICRO_CORES_PER_CORE,
                        (double) slots.memoryBytes(slot) / Resources.BYTES_PER_GIB);
    }

    private static void logRejected(TaskLog log, TaskBatch batch, int row) {
        boolean isAlive = !OUTCOMES.get(batch.outcome[row]).isTerminal();
        TaskEntry entry = new TaskEntry();
        entry.fate = TaskLog.Fate.REJECTED;
        entry.jobId = batch.jobId[row];
        entry.taskIndex = batch.taskIndex[row];
        entry.submitMicros = batch.submitMicros[row];
        entry.firstStartMicros = TaskLog.NONE;
        entry.lastStartMicros = TaskLog.NONE;
        entry.endMicros = batch.submitMicros[row];
        entry.server = TaskSlots.NONE;
        entry.evictions = 0;
        entry.userId = batch.isPlain ? (int) TaskLog.NONE : batch.userId[row];
        entry.taskClass = batch.taskClass[row];
        entry.priority = batch.priority[row];
        entry.durationMicros = isAlive ? TaskLog.NONE : batch.durationMicros[row];
        entry.attemptMicros = TaskLog.NONE;
        if (!batch.isPlain) {
            entry.gpuMicros = batch.gpuMicros[row];
            entry.diskBytes = batch.diskBytes[row];
            entry.networkBitsPerSecond = batch.networkBitsPerSecond[row];
            entry.constraints = batch.constraints[row];
        }
        log.task(entry);
    }
}
