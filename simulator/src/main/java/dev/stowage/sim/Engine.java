package dev.stowage.sim;

import dev.stowage.model.InputException;
import dev.stowage.model.Progress;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.plan.TaskLog;
import dev.stowage.policy.admission.AdmissionPolicy;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.cluster.Levels;
import dev.stowage.sim.metrics.Recorder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The event loop of a run. Events come from three places, each in order of time: the finish events
 * of running tasks (a {@link LadderQueue}), the next submit of the workload and the next machine
 * event (sorted cursors). They apply in the order (time, kind, sequence), kinds: machine up,
 * finish, machine down, submit. The queue is tried after all ups, finishes and downs of an instant
 * and after each submit that finds it empty.
 *
 * <p>Hot: no allocation, boxing or lambda per event once the arrays have grown. A head of the queue
 * that fitted nowhere is tried again only when it fits one of the servers on which something was
 * freed since, so that a saturated cluster costs one comparison per finish. Guarded by {@code
 * ReplayBenchmark}.
 */
final class Engine {
    private static final long NEVER = LadderQueue.NONE;
    private static final int NO_SLOT = TaskSlots.NONE;

    /** A finish event's key: sequence above, slot below. */
    private static final int SLOT_BITS = 28;

    private static final long SLOT_MASK = (1L << SLOT_BITS) - 1;

    private final SubmitCursor submits;
    private final MachineCursor machines;
    private final LadderQueue finishes = new LadderQueue();
    private final TaskSlots slots = new TaskSlots();
    private final PendingQueue queue = new PendingQueue(slots);
    private final QueuedTask task = new QueuedTask();
    private final Cluster cluster;
    private final Levels levels;
    private final PlacementPolicy placement;
    private final AdmissionPolicy admission;
    private final Recorder recorder;
    private final @Nullable TaskLog log;
    private final Progress progress;
    private final long untilMicros;
    private final int[] latestOn; // by server: head of its list of tasks; empty if none is evicted

    private long starts; // sequence of finish events
    private long submitted;
    private long events;
    private long cancelled; // finish events in the ladder that no longer count
    private int blockedHead = NO_SLOT;
    private int[] freed = new int[64]; // servers with more room since the head was tried
    private int freedCount;
    private long rejected;
    private long pending;
    private boolean isStuck;
    private @Nullable String hopeless;

    Engine(
            SubmitCursor submits,
            MachineCursor machines,
            Cluster cluster,
            RunPolicies policies,
            Recorder recorder,
            SimulationSpec spec) {
        this.submits = submits;
        this.machines = machines;
        this.cluster = cluster;
        this.recorder = recorder;
        levels = cluster.levels();
        placement = policies.placement();
        admission = policies.admission();
        log = spec.taskLog().orElse(null);
        progress = spec.progress();
        untilMicros = Math.min(spec.untilMicros().orElse(NEVER - 1), NEVER - 1);
        latestOn = new int[machines.nextMicros() == NEVER ? 0 : cluster.size()];
        Arrays.fill(latestOn, NO_SLOT);
    }

    /** Runs until no task event remains that could happen by the end of the run. */
    void run() {
        while (true) {
            long next = nextTaskMicros();
            if (next <= untilMicros) {
                instant(Math.min(next, machines.nextMicros()));
                continue;
            }
            long effect = nextEffectOfMachines();
            if (effect == NEVER) {
                break;
            }
            while (machines.nextMicros() < effect) {
                instant(machines.nextMicros());
            }
            instant(effect);
        }
        closeTasks();
    }

    long submitted() {
        return submitted;
    }

    long events() {
        return events;
    }

    long rejected() {
        return rejected;
    }

    /** Tasks that were queued when the run ended. */
    long pending() {
        return pending;
    }

    /** True if tasks wait and nothing can happen any more. */
    boolean isStuck() {
        return isStuck;
    }

    /** The first queued task that no server could ever hold, in words, or null. */
    @Nullable String hopeless() {
        return hopeless;
    }

    private long nextTaskMicros() {
        return Math.min(submits.nextMicros(), nextFinishMicros());
    }

    private long nextFinishMicros() {
        long micros = finishes.peekTime();
        while (cancelled > 0 && micros != NEVER && isCancelled(finishes.peekKey())) {
            finishes.poll();
            cancelled--;
            micros = finishes.peekTime();
        }
        return micros;
    }

    private boolean isCancelled(long key) {
        return slots.event((int) (key & SLOT_MASK)) != key;
    }

    // --- one instant ---

    private void instant(long now) {
        recorder.advance(now);
        while (machines.hasUpAt(now)) {
            applyMachineEvent(now);
        }
        applyFinishes(now);
        while (machines.hasAnyAt(now)) {
            applyMachineEvent(now);
        }
        tryQueue(now);
        while (true) {
            if (finishes.peekTime() == now) { // tasks of no duration
                applyFinishes(now);
                tryQueue(now);
            } else if (submits.nextMicros() == now) {
                submit(now);
            } else {
                return;
            }
        }
    }

    private void applyFinishes(long now) {
        while (finishes.peekTime() == now) {
            long key = finishes.poll();
            if (cancelled > 0 && isCancelled(key)) {
                cancelled--;
            } else {
                finish((int) (key & SLOT_MASK), now);
            }
        }
    }

    private void finish(int slot, long now) {
        events++;
        int server = slots.server(slot);
        takeOff(slot, server);
        noteFreed(server);
        boolean isFinishing = slots.isFinishing(slot);
        if (isFinishing) {
            recorder.finished();
        } else {
            recorder.killed();
        }
        if (log != null) {
            log(isFinishing ? TaskLog.Fate.FINISHED : TaskLog.Fate.KILLED, slot, now, server);
        }
        slots.remove(slot);
    }

    private void submit(long now) {
        TaskBatch batch = submits.batch();
        int row = submits.row();
        events++;
        task.set(batch, row);
        recorder.submitted(task.cpuMicroCores(), task.memoryBytes());
        if (admission.admits(task, cluster.largestCapacities())) {
            enter(slots.add(batch, row, submitted), now);
        } else {
            rejected++;
            recorder.rejected();
            if (log != null) {
                logRejected(log, batch, row);
            }
        }
        submitted++;
        if (submits.advance()) {
            progress.advanceTo(submitted);
        }
    }

    private void enter(int slot, long now) {
        if (queue.isEmpty()) {
            int server = placement.place(task, cluster);
            if (server != Cluster.NONE) {
                start(slot, server, now);
                return;
            }
            blockedHead = slot;
            freedCount = 0;
        }
        queue.add(slot);
        addToQueued(slot, 1);
    }

    private void addToQueued(int slot, int sign) {
        levels.tasksPending += sign;
        levels.cpuQueuedMicroCores += sign * slots.cpuMicroCores(slot);
        levels.memoryQueuedBytes += sign * slots.memoryBytes(slot);
    }

    // --- the queue ---

    private void tryQueue(long now) {
        if (queue.isEmpty()) {
            return;
        }
        if (queue.head() == blockedHead && !fitsFreed(blockedHead)) {
            freedCount = 0;
            return;
        }
        freedCount = 0;
        blockedHead = NO_SLOT;
        while (!queue.isEmpty()) {
            int slot = queue.head();
            task.set(slots, slot);
            int server = placement.place(task, cluster);
            if (server == Cluster.NONE) {
                blockedHead = slot;
                return;
            }
            queue.remove();
            addToQueued(slot, -1);
            start(slot, server, now);
        }
    }

    private boolean fitsFreed(int slot) {
        long cpu = slots.cpuMicroCores(slot);
        long memory = slots.memoryBytes(slot);
        for (int i = 0; i < freedCount; i++) {
            if (cluster.freeMicroCores(freed[i]) >= cpu && cluster.freeBytes(freed[i]) >= memory) {
                return true;
            }
        }
        return false;
    }

    private void noteFreed(int server) {
        if (blockedHead == NO_SLOT) {
            return;
        }
        if (freedCount == freed.length) {
            freed = Arrays.copyOf(freed, freedCount * 2);
        }
        freed[freedCount++] = server;
    }

    // --- tasks on servers ---

    private void start(int slot, int server, long now) {
        cluster.place(server, slots.cpuMicroCores(slot), slots.memoryBytes(slot));
        slots.setServer(slot, server);
        if (latestOn.length > 0) {
            slots.linkBefore(slot, latestOn[server]);
            latestOn[server] = slot;
        }
        long duration = slots.durationMicros(slot);
        if (duration != TaskBatch.NONE) {
            long key = (starts << SLOT_BITS) | slot;
            slots.setEvent(slot, key);
            finishes.add(endOf(slot, now, duration), key);
        }
        starts++;
        if (slots.markStart(slot, now)) {
            recorder.started(now - slots.submitMicros(slot));
        }
    }

    private long endOf(int slot, long now, long duration) {
        long end = now + duration;
        if (end < now || end == NEVER) {
            throw InputException.at(
                    "job " + slots.jobId(slot) + ", task " + slots.taskIndex(slot),
                    "an end at " + now + " + " + duration + " microseconds",
                    "less than 2^63 microseconds",
                    null);
        }
        return end;
    }

    private void takeOff(int slot, int server) {
        cluster.release(server, slots.cpuMicroCores(slot), slots.memoryBytes(slot));
        if (latestOn.length > 0) {
            latestOn[server] = slots.unlink(slot, latestOn[server]);
        }
    }

    // --- machines ---

    private void applyMachineEvent(long now) {
        int position = machines.position();
        int server = machines.machine(position);
        long cpu = machines.cpuMicroCores(position);
        long memory = machines.memoryBytes(position);
        machines.advance();
        events++;
        while (mustEvict(server, cpu, memory)) {
            evict(latestOn[server], server, now);
        }
        cluster.resize(server, cpu, memory);
        noteFreed(server);
    }

    private boolean mustEvict(int server, long cpuMicroCores, long memoryBytes) {
        return cluster.allocatedMicroCores(server) > cpuMicroCores
                || cluster.allocatedBytes(server) > memoryBytes
                || (cpuMicroCores == 0 && memoryBytes == 0 && cluster.tasks(server) > 0);
    }

    private void evict(int slot, int server, long now) {
        events++;
        takeOff(slot, server);
        slots.setServer(slot, NO_SLOT);
        if (slots.event(slot) != TaskSlots.NO_EVENT) {
            slots.setEvent(slot, TaskSlots.NO_EVENT);
            cancelled++;
        }
        slots.markEviction(slot, now);
        queue.addEvicted(slot);
        addToQueued(slot, 1);
        recorder.evicted();
    }

    /**
     * The time of the next machine event by the end of the run that evicts a task or lets the head
     * of the queue start, or {@link LadderQueue#NONE}. Asked when no submit and no finish is left
     * before the end of the run. Tasks that were alive at the end of their trace don't keep a run
     * going: when nothing waits and nothing else will ever happen to a task, the machine events
     * that are left aren't replayed. Tries them on the cluster and takes them back.
     */
    private long nextEffectOfMachines() {
        boolean isWaiting = !queue.isEmpty();
        if (!isWaiting && nextTaskMicros() == NEVER) {
            return NEVER;
        }
        int from = machines.position();
        int position = from;
        long effect = NEVER;
        long[] before = new long[0];
        while (effect == NEVER && machines.timeMicros(position) <= untilMicros) {
            long now = machines.timeMicros(position);
            int first = position;
            while (effect == NEVER && machines.timeMicros(position) == now) {
                int server = machines.machine(position);
                long cpu = machines.cpuMicroCores(position);
                long memory = machines.memoryBytes(position);
                if (mustEvict(server, cpu, memory)) {
                    effect = now;
                } else {
                    before = remember(before, 2 * (position - from), server);
                    cluster.resize(server, cpu, memory);
                    position++;
                }
            }
            for (int i = first; i < position && isWaiting && effect == NEVER; i++) {
                if (fits(machines.machine(i), queue.head())) {
                    effect = now;
                }
            }
        }
        while (position > from) {
            position--;
            int at = 2 * (position - from);
            cluster.resize(machines.machine(position), before[at], before[at + 1]);
        }
        return effect;
    }

    private long[] remember(long[] before, int at, int server) {
        long[] room = at < before.length ? before : Arrays.copyOf(before, 2 * at + 16);
        room[at] = cluster.capacityMicroCores(server);
        room[at + 1] = cluster.capacityBytes(server);
        return room;
    }

    private boolean fits(int server, int slot) {
        return cluster.freeMicroCores(server) >= slots.cpuMicroCores(slot)
                && cluster.freeBytes(server) >= slots.memoryBytes(slot);
    }

    // --- the end ---

    private void closeTasks() {
        for (int slot = 0; slot < slots.limit(); slot++) {
            if (slots.server(slot) != NO_SLOT) {
                recorder.stillRunning();
                if (log != null) {
                    log(TaskLog.Fate.RUNNING, slot, TaskLog.NONE, slots.server(slot));
                }
            }
        }
        boolean isCut = nextTaskMicros() != NEVER || machines.lastMicros() > untilMicros;
        isStuck = !isCut && !queue.isEmpty();
        while (!queue.isEmpty()) {
            int slot = queue.remove();
            pending++;
            task.set(slots, slot);
            if (!cluster.largestCapacities().couldHold(task)) {
                noteHopeless(slot);
            }
            if (hopeless != null || !isCut) {
                recorder.blockedForEver();
            } else {
                recorder.stillPending(untilMicros - slots.sinceMicros(slot));
            }
            if (log != null) {
                log(TaskLog.Fate.PENDING, slot, TaskLog.NONE, NO_SLOT);
            }
        }
    }

    private void noteHopeless(int slot) {
        if (hopeless == null) {
            hopeless =
                    "task %d of job %d (%.6g cores, %.6g GiB)"
                            .formatted(
                                    slots.taskIndex(slot),
                                    slots.jobId(slot),
                                    (double) slots.cpuMicroCores(slot)
                                            / Resources.MICRO_CORES_PER_CORE,
                                    (double) slots.memoryBytes(slot) / Resources.BYTES_PER_GIB);
        }
    }

    private void log(TaskLog.Fate fate, int slot, long end, int server) {
        if (log != null) {
            log.task(
                    fate,
                    slots.jobId(slot),
                    slots.taskIndex(slot),
                    slots.submitMicros(slot),
                    slots.firstStartMicros(slot),
                    fate == TaskLog.Fate.PENDING ? TaskLog.NONE : slots.sinceMicros(slot),
                    end,
                    server,
                    slots.evictions(slot));
        }
    }

    private static void logRejected(TaskLog log, TaskBatch batch, int row) {
        log.task(
                TaskLog.Fate.REJECTED,
                batch.jobId[row],
                batch.taskIndex[row],
                batch.submitMicros[row],
                TaskLog.NONE,
                TaskLog.NONE,
                batch.submitMicros[row],
                TaskSlots.NONE,
                0);
    }
}
