package dev.stowage.sim.engine;

import dev.stowage.basis.Checkpointed;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog;
import dev.stowage.sim.Engine;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.cluster.Levels;
import dev.stowage.sim.metrics.Recorder;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler starts tasks with and the engine ends them with: the tasks that are present, the
 * servers, the placement policy, and the books that are kept of them. Hot: see {@link Engine}.
 */
public final class Dispatcher implements Checkpointed {
    public static final int NONE = TaskSlots.NONE;

    private final TaskSlots slots;
    private final Cluster cluster;
    private final Levels levels;
    private final PlacementPolicy placement;
    private final Execution execution;
    private final boolean isResizing;
    private final Recorder recorder;
    private final @Nullable TaskLog log;
    private final TaskEntry entry = new TaskEntry(); // what the log is told
    private final EventHistory history;
    private @Nullable RunObserver observer; // null in nearly every run
    private final QueuedTask task = new QueuedTask();
    private int refused = NONE;
    private @Nullable StageGate gate;
    private @Nullable UserHoldings holdings;
    private final int[] latestOn; // by server: head of its list of tasks; empty if none is evicted

    /**
     * @param mayEvict true if tasks may lose their server in this run: lists of the tasks on each
     *     server are kept only then
     */
    public Dispatcher(
            TaskSlots slots,
            Cluster cluster,
            PlacementPolicy placement,
            Execution execution,
            Recorder recorder,
            @Nullable TaskLog log,
            boolean mayEvict) {
        this.slots = slots;
        this.cluster = cluster;
        this.placement = placement;
        this.execution = execution;
        isResizing = execution.resizes();
        this.recorder = recorder;
        this.log = log;
        levels = cluster.levels();
        history = new EventHistory(slots);
        latestOn = new int[mayEvict ? cluster.size() : 0];
        Arrays.fill(latestOn, NONE);
    }

    /** Names who is told of every task that has ended, if anybody is. */
    public void keepBooks(@Nullable StageGate stages, @Nullable UserHoldings users) {
        gate = stages;
        holdings = users;
    }

    public TaskSlots slots() {
        return slots;
    }

    public Cluster cluster() {
        return cluster;
    }

    public Execution execution() {
        return execution;
    }

    /** Tells {@code newObserver} what happens to tasks from now on. */
    public void observe(RunObserver newObserver) {
        observer = newObserver;
    }

    public @Nullable RunObserver observer() {
        return observer;
    }

    /** What happened lately, and what to throw when it breaks a rule. */
    public EventHistory history() {
        return history;
    }

    /** The server that the placement policy chooses for a task, or {@link #NONE}. */
    public int place(int slot) {
        int server = choose(slot);
        tellTried(slot, server);
        return server;
    }

    /** The same, of which nobody is told. */
    public int choose(int slot) {
        task.set(slots, slot);
        int server = placement.place(task, cluster);
        if (server == NONE) {
            refused = slot;
        }
        return server;
    }

    /** Tells what the placement policy has chosen. */
    public void tellTried(int slot, int server) {
        if (observer != null) {
            observer.tried(slot, server);
        }
    }

    /** The task that found no room last, or {@link #NONE}; it may have started since. */
    public int refused() {
        return refused;
    }

    /** True if the task has room on the server now. O(1). */
    public boolean fits(int server, int slot) {
        if (cluster.freeMicroCores(server) < slots.cpuMicroCores(slot)
                || cluster.freeBytes(server) < slots.memoryBytes(slot)) {
            return false;
        }
        if (slots.isPlain(slot)) {
            return true;
        }
        task.set(slots, slot);
        return cluster.fits(server, task);
    }

    /**
     * False if a task that fitted nowhere can't have room now because of what was freed on this
     * server.
     */
    public boolean mayFitSince(int freedServer, int slot) {
        if (isResizing) {
            return true;
        }
        if (slots.isPlain(slot)) {
            return fits(freedServer, slot);
        }
        task.set(slots, slot);
        return cluster.mayFitSince(freedServer, task);
    }

    /** True if what ends on one server may let the task fit on another. */
    public boolean looksBeyondServers(int slot) {
        if (slots.isPlain(slot)) {
            return false;
        }
        task.set(slots, slot);
        PlacementConstraints constraints = task.constraints();
        return constraints != null && constraints.differentDomains();
    }

    /** Notes that a task found no room, for a scheduler that does not ask the policy. */
    public void noteRefused(int slot) {
        refused = slot;
    }

    /** True if this server could hold the task when empty. */
    public boolean couldEverHold(int server, int slot) {
        task.set(slots, slot);
        return cluster.couldEverHold(server, task);
    }

    /** Takes the room of a task on a server without starting it: nobody is told. */
    public void hold(int slot, int server) {
        cluster.place(server, slots.cpuMicroCores(slot), slots.memoryBytes(slot));
        if (!slots.isPlain(slot)) {
            task.set(slots, slot);
            cluster.claim(server, task);
        }
    }

    /** Gives the room of a task on a server back without ending it, to try what fits then. */
    public void lift(int slot, int server) {
        cluster.release(server, slots.cpuMicroCores(slot), slots.memoryBytes(slot));
        if (!slots.isPlain(slot)) {
            task.set(slots, slot);
            cluster.unclaim(server, task);
        }
    }

    /** True if some server of the run could hold the task when empty. */
    public boolean couldEverHold(int slot) {
        task.set(slots, slot);
        return cluster.largestCapacities().couldHold(task);
    }

    /** Counts a task as waiting. */
    public void noteQueued(int slot) {
        levels.tasksPending++;
        levels.cpuQueuedMicroCores += slots.cpuMicroCores(slot);
        levels.memoryQueuedBytes += slots.memoryBytes(slot);
    }

    /** Counts a task as not waiting any more. */
    public void noteUnqueued(int slot) {
        levels.tasksPending--;
        levels.cpuQueuedMicroCores -= slots.cpuMicroCores(slot);
        levels.memoryQueuedBytes -= slots.memoryBytes(slot);
    }

    /** Starts a task on a server that has room for it. */
    public void start(int slot, int server, long nowMicros) {
        if (slots.server(slot) != NONE) {
            throw notWaiting(slot, server);
        }
        execution.makeRoom(slot, server, nowMicros);
        try {
            cluster.place(server, slots.cpuMicroCores(slot), slots.memoryBytes(slot));
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            throw noRoom(slot, server, e);
        }
        if (!slots.isPlain(slot)) {
            task.set(slots, slot);
            cluster.claim(server, task);
        }
        history.add(EventHistory.START, slot, server, nowMicros);
        slots.setServer(slot, server);
        if (latestOn.length > 0) {
            slots.linkBefore(slot, latestOn[server]);
            latestOn[server] = slot;
        }
        if (observer != null) {
            observer.started(slot, server);
            tellResliced(server);
        }
        execution.start(slot, server, nowMicros);
        long waitMicros = nowMicros - slots.sinceMicros(slot);
        if (slots.markStart(slot, nowMicros)) {
            recorder.started(waitMicros);
        }
    }

    private void tellResliced(int server) {
        if (isResizing && observer != null) {
            observer.resliced(server);
        }
    }

    /** Ends a task at the end of its attempt and gives its slot back. */
    public void end(int slot, long nowMicros) {
        int server = slots.server(slot);
        if (server < 0) {
            throw notRunning("ends", slot, server);
        }
        history.add(EventHistory.END, slot, server, nowMicros);
        takeOff(slot, server);
        execution.left(server, nowMicros);
        leave(slot);
        tellQueued(slot);
        boolean isFinishing = slots.isFinishing(slot);
        if (observer != null) {
            observer.ended(slot, server, isFinishing);
            tellResliced(server);
        }
        if (isFinishing) {
            recorder.finished(nowMicros - slots.submitMicros(slot));
        } else {
            recorder.killed();
        }
        if (log != null) {
            log(isFinishing ? TaskLog.Fate.FINISHED : TaskLog.Fate.KILLED, slot, nowMicros, server);
        }
    }

    /** Cuts an attempt: the task waits again, with its full duration. */
    public void evict(int slot, long nowMicros) {
        int server = slots.server(slot);
        if (server < 0) {
            throw notRunning("is evicted", slot, server);
        }
        history.add(EventHistory.EVICT, slot, server, nowMicros);
        takeOff(slot, server);
        if (observer != null) {
            observer.evicted(slot, server);
        }
        slots.setServer(slot, NONE);
        execution.cut(slot, server, nowMicros);
        slots.markEviction(slot, nowMicros);
        recorder.evicted();
    }

    private InvariantViolation notWaiting(int slot, int server) {
        int at = slots.server(slot);
        return history.violation(
                "only a task that waits is started",
                at == TaskSlots.FREE
                        ? "A task that has ended is started on server " + server + "."
                        : "A task that runs on server " + at + " is started on " + server + ".",
                server,
                slot);
    }

    private InvariantViolation notRunning(String what, int slot, int server) {
        return history.violation(
                "only a task that runs ends or is evicted",
                server == NONE
                        ? "A task that waits " + what + "."
                        : "A task that has ended " + what + ".",
                NONE,
                slot);
    }

    private InvariantViolation noRoom(int slot, int server, RuntimeException cause) {
        boolean isKnown = server >= 0 && server < cluster.size();
        String room =
                isKnown
                        ? "Server %d has %d micro-cores and %d bytes free (-1: down)"
                                .formatted(
                                        server,
                                        cluster.freeMicroCores(server),
                                        cluster.freeBytes(server))
                        : "There is no server " + server;
        InvariantViolation violation =
                history.violation(
                        "a task is started on a server that has room for it",
                        "%s, the task asks for %d and %d."
                                .formatted(
                                        room, slots.cpuMicroCores(slot), slots.memoryBytes(slot)),
                        isKnown ? server : NONE,
                        slot);
        violation.initCause(cause);
        return violation;
    }

    /** Cuts an attempt for good; the caller gives the slot back. */
    public void kill(int slot, long nowMicros) {
        int server = slots.server(slot);
        if (server < 0) {
            throw notRunning("is killed", slot, server);
        }
        history.add(EventHistory.END, slot, server, nowMicros);
        takeOff(slot, server);
        leave(slot);
        tellQueued(slot);
        execution.cut(slot, server, nowMicros);
        recorder.killed();
        log(TaskLog.Fate.KILLED, slot, nowMicros, server);
    }

    /** Tells how long a task waited in all that does not wait again. */
    public void tellQueued(int slot) {
        if (latestOn.length > 0) {
            recorder.queued(slots.queuedMicros(slot));
        }
    }

    private void leave(int slot) {
        if (gate != null) {
            gate.ended(slot);
        }
        if (holdings != null) {
            holdings.remove(slots, slot);
        }
    }

    private void takeOff(int slot, int server) {
        lift(slot, server);
        if (latestOn.length > 0) {
            latestOn[server] = slots.unlink(slot, latestOn[server]);
        }
    }

    /** The task that was placed on a server last, or {@link #NONE}; in runs that may evict. */
    public int latestOn(int server) {
        return latestOn[server];
    }

    /** Tells the log what became of a task. */
    public void log(TaskLog.Fate fate, int slot, long endMicros, int server) {
        if (log != null) {
            entry.fate = fate;
            entry.jobId = slots.jobId(slot);
            entry.taskIndex = slots.taskIndex(slot);
            entry.submitMicros = slots.submitMicros(slot);
            entry.firstStartMicros = slots.firstStartMicros(slot);
            entry.lastStartMicros =
                    fate == TaskLog.Fate.PENDING ? TaskLog.NONE : slots.sinceMicros(slot);
            entry.endMicros = endMicros;
            entry.server = server;
            entry.evictions = slots.evictions(slot);
            entry.userId = slots.userId(slot);
            entry.taskClass = slots.taskClass(slot);
            entry.priority = slots.priority(slot);
            entry.durationMicros = slots.recordedMicros(slot);
            entry.attemptMicros = slots.durationMicros(slot);
            boolean isPlain = slots.isPlain(slot);
            SlotDemands demands = slots.demands();
            entry.gpuMicros = isPlain ? 0 : demands.gpuMicros(slot);
            entry.diskBytes = isPlain ? 0 : demands.diskBytes(slot);
            entry.networkBitsPerSecond = isPlain ? 0 : demands.networkBitsPerSecond(slot);
            entry.constraints = isPlain ? null : demands.constraints(slot);
            log.task(entry);
        }
    }

    // --- checkpoints ---

    /** What is not in the slots: the lists of the servers, and whom they refused last. */
    @Override
    public void writeState(DataOutput out) throws IOException {
        for (int slot : latestOn) {
            out.writeInt(slot);
        }
        out.writeInt(refused);
    }

    /** Puts the tasks of the slots back on the servers, whose capacities are there already. */
    @Override
    public void readState(DataInput in) throws IOException {
        for (int server = 0; server < latestOn.length; server++) {
            latestOn[server] = in.readInt();
        }
        refused = in.readInt();
        for (int slot = 0; slot < slots.limit(); slot++) {
            int server = slots.server(slot);
            if (server >= 0) {
                hold(slot, server);
            }
        }
    }
}
