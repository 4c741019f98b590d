package dev.stowage.sim.execution;

import dev.stowage.basis.PlainState;
import dev.stowage.model.TaskBatch;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.TaskSlots;
import dev.stowage.sim.metrics.Recorder;

/**
 * What the engine does beyond a replay where tasks contend: it tells the execution what tasks use,
 * applies the changes of their use, and kills tasks where more memory is in use than the server
 * has: the one of the lowest priority, among equals the one placed last, until the rest fits. Hot:
 * see {@link ContendedExecution}.
 */
public final class Contention implements PlainState {
    private static final int NONE = TaskSlots.NONE;

    private final ContendedExecution execution;
    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final Scheduler scheduler;
    private final Recorder recorder;
    private final int requeues;
    private long kills;
    private long killedForGood;

    /**
     * The contention of one run.
     *
     * @param requeues how often a task that lost its server for want of memory is queued again
     *     before it is killed for good
     */
    public Contention(
            ContendedExecution execution,
            Dispatcher dispatcher,
            Scheduler scheduler,
            Recorder recorder,
            int requeues) {
        this.execution = execution;
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        this.recorder = recorder;
        this.requeues = requeues;
        slots = dispatcher.slots();
    }

    /** Tasks that lost their server for want of memory. */
    public long kills() {
        return kills;
    }

    /** Those of them that were not queued again. */
    public long killedForGood() {
        return killedForGood;
    }

    /** Tasks of which no use was known when they came in. */
    public long unknownUses() {
        return execution.unknownUses();
    }

    /** A task was given a slot. */
    public void admitted(int slot, TaskBatch batch, int row) {
        execution.admitted(slot, batch, row);
    }

    /** True if nothing that runs will ever end. */
    public boolean hasNoEnds() {
        return execution.ends() == 0;
    }

    /**
     * Applies the changes of use of this instant, and kills where memory is short; true if that
     * made room.
     */
    public boolean settle(long nowMicros) {
        execution.applyTicks(nowMicros);
        boolean isAny = false;
        int server = execution.memory().anyShort();
        while (server != NONE) {
            isAny = true;
            kill(victim(server), server, nowMicros);
            server = execution.memory().anyShort();
        }
        return isAny;
    }

    private int victim(int server) {
        int victim = dispatcher.latestOn(server);
        for (int slot = slots.next(victim); slot != NONE; slot = slots.next(slot)) {
            if (slots.priority(slot) < slots.priority(victim)) {
                victim = slot;
            }
        }
        return victim;
    }

    private void kill(int slot, int server, long now) {
        kills++;
        boolean isForGood = execution.countOutOfMemory(slot) > requeues;
        recorder.outOfMemory(isForGood);
        if (!isForGood) {
            dispatcher.evict(slot, now);
            scheduler.stopped(slot, server, now);
            scheduler.requeue(slot, now);
        } else {
            killedForGood++;
            dispatcher.kill(slot, now);
            scheduler.stopped(slot, server, now);
            execution.left(slot);
            slots.remove(slot);
        }
        scheduler.freed(server);
    }
}
