package dev.stowage.sim.dynamics;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.InputException;
import dev.stowage.basis.PlainState;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.TaskBatch;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.EventHistory;
import dev.stowage.sim.engine.LadderQueue;
import dev.stowage.sim.engine.RunObserver;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.TaskSlots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers' ups, downs and changes of size, applied to the cluster as their times come: those of
 * the machine table, generated outages ({@link ServerOutages}) and the switching of {@link
 * PowerControl}. A server has its capacity only while nothing keeps it down.
 */
public final class Machines implements PlainState {
    private static final long NEVER = LadderQueue.NONE;

    /** A task that lost its server so often will never come to its end. */
    private static final int MOST_EVICTIONS = 10_000;

    private final MachineCursor events;
    private final @Nullable ServerOutages outages;
    private final Cluster cluster;
    private final Dispatcher dispatcher;
    private final Scheduler scheduler;
    private final boolean keepsProgress;
    private final boolean mayRetryForEver; // nothing but the ends of its tasks ends the run
    private final OutageCounts counts = new OutageCounts();
    private @Nullable PowerControl power;
    private long applied;

    // by server, in runs where something other than the machine table keeps servers down
    private final int[] reasons; // how many of them there are now
    private final long[] ownMicroCores; // capacity without any
    private final long[] ownBytes;

    private boolean isAtRest; // no outage begins

    public Machines(
            MachineCursor events,
            @Nullable ServerOutages outages,
            Dispatcher dispatcher,
            Scheduler scheduler,
            ServerDynamics dynamics,
            boolean isCut) {
        this.events = events;
        this.outages = outages;
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        cluster = dispatcher.cluster();
        keepsProgress = dynamics.keepsProgress();
        mayRetryForEver = outages != null && !keepsProgress && !isCut;
        boolean mayBeKeptDown = dynamics.hasOutages() || dynamics.idleOff().isPresent();
        int servers = mayBeKeptDown ? cluster.size() : 0;
        reasons = new int[servers];
        ownMicroCores = new long[servers];
        ownBytes = new long[servers];
        for (int server = 0; server < servers; server++) {
            ownMicroCores[server] = cluster.capacityMicroCores(server);
            ownBytes[server] = cluster.capacityBytes(server);
        }
    }

    /** Lets servers be switched; before the run begins. */
    public void control(PowerControl control) {
        power = control;
    }

    /** Time of the next event; {@link LadderQueue#NONE} if there is none. */
    public long nextMicros() {
        long next = events.nextMicros();
        if (outages != null) {
            next = Math.min(next, outages.nextMicros());
        }
        return power == null ? next : Math.min(next, power.nextMicros());
    }

    /** Events and evictions so far. */
    public long applied() {
        return applied;
    }

    public OutageCounts counts() {
        return counts;
    }

    /** True if an event that may let a task start comes after {@code micros}. */
    public boolean hasAnyAfter(long micros) {
        return events.lastMicros() > micros || (outages != null && outages.isAnyDown());
    }

    /** Applies what adds capacity at this instant. */
    public void applyUps(long nowMicros) {
        while (events.hasUpAt(nowMicros)) {
            apply(nowMicros);
        }
        if (outages != null) {
            while (outages.nextMicros() == nowMicros && outages.isNextUp()) {
                turn(outages, nowMicros);
            }
        }
        if (power != null) {
            power.wake(nowMicros);
        }
    }

    /** Applies all that is left of this instant, but for the switching of idle servers. */
    public void applyDowns(long nowMicros) {
        while (events.hasAnyAt(nowMicros)) {
            apply(nowMicros);
        }
        if (outages != null) {
            while (outages.nextMicros() == nowMicros) {
                turn(outages, nowMicros);
            }
        }
    }

    /** Switches servers off that have idled for long; after the queue was tried. */
    public void tick(long nowMicros) {
        if (power != null) {
            power.switchOff(nowMicros);
        }
    }

    /** Wakes servers for what waits; at the end of an instant. */
    public void settle(long nowMicros) {
        if (power != null) {
            power.callForWaiting(nowMicros);
        }
    }

    private void apply(long now) {
        int position = events.position();
        int server = events.machine(position);
        long cpu = events.cpuMicroCores(position);
        long memory = events.memoryBytes(position);
        events.advance();
        applied++;
        if (power != null) {
            power.cameBack();
        }
        if (reasons.length > 0) {
            ownMicroCores[server] = cpu;
            ownBytes[server] = memory;
            if (reasons[server] > 0) {
                return;
            }
        }
        give(server, cpu, memory, now);
    }

    /**
     * Lets the run rest, or go on: while it rests outages come to their ends but none begins; what
     * would have begun is passed over. A run rests when it has nothing left but tasks that wait and
     * tasks that never end.
     */
    public void rest(boolean isResting) {
        isAtRest = isResting;
    }

    private void turn(ServerOutages from, long now) {
        boolean isUp = from.isNextUp();
        if (isAtRest && !isUp) {
            from.skip();
            return;
        }
        counts.turn(isUp, from.isFailure(), from.servers());
        for (int i = 0; i < from.servers(); i++) {
            applied++;
            if (isUp) {
                removeReason(from.server(i), now);
            } else {
                addReason(from.server(i), now);
            }
        }
        from.advance();
        if (isUp && power != null) {
            power.cameBack();
        }
    }

    /** One more reason for a server to be down. */
    void addReason(int server, long nowMicros) {
        if (reasons[server]++ == 0) {
            give(server, 0, 0, nowMicros);
        }
    }

    /** One reason less. */
    void removeReason(int server, long nowMicros) {
        if (--reasons[server] == 0) {
            give(server, ownMicroCores[server], ownBytes[server], nowMicros);
        }
    }

    /** True if nothing but {@code known} reasons keeps the server down. */
    boolean hasOnly(int known, int server) {
        return reasons[server] == known && (ownMicroCores[server] > 0 || ownBytes[server] > 0);
    }

    long ownMicroCores(int server) {
        return ownMicroCores[server];
    }

    long ownBytes(int server) {
        return ownBytes[server];
    }

    private void give(int server, long cpuMicroCores, long memoryBytes, long now) {
        while (!cluster.holdsItsTasks(server, cpuMicroCores, memoryBytes)) {
            evict(dispatcher.latestOn(server), server, now);
        }
        cluster.resize(server, cpuMicroCores, memoryBytes);
        RunObserver observer = dispatcher.observer();
        if (observer != null) {
            observer.resized(server);
        }
        dispatcher.history().add(EventHistory.RESIZE, cluster.isUp(server) ? 1 : 0, server, now);
        dispatcher.execution().resized(server, cpuMicroCores, memoryBytes, now);
        scheduler.freed(server);
    }

    private void evict(int slot, int server, long now) {
        applied++;
        counts.evicted();
        if (mayRetryForEver && dispatcher.slots().evictions(slot) >= MOST_EVICTIONS) {
            throw neverEnds(slot);
        }
        TaskSlots slots = dispatcher.slots();
        long left = dispatcher.execution().leftMicros(slot, server, now);
        if (keepsProgress) {
            slots.setDurationMicros(slot, left);
        } else if (left != TaskBatch.NONE) {
            counts.lost(slots.durationMicros(slot) - left, slots.cpuMicroCores(slot));
        }
        dispatcher.evict(slot, now);
        scheduler.stopped(slot, server, now);
        scheduler.requeue(slot, now);
        left(server, now);
    }

    private InputException neverEnds(int slot) {
        TaskSlots slots = dispatcher.slots();
        return InputException.at(
                "job " + slots.jobId(slot) + ", task " + slots.taskIndex(slot),
                MOST_EVICTIONS
                        + " starts, none of which came to its end before its server went down",
                "servers that stay up for longer than its "
                        + slots.durationMicros(slot) / 1e6
                        + " s now and then",
                "Let tasks keep their progress, let servers fail less often, or cut the run at a"
                        + " time.");
    }

    /** Tells that a task has left a server. */
    public void left(int server, long nowMicros) {
        if (power != null) {
            power.stopped(server, nowMicros);
        }
    }

    /**
     * The time of the next event by {@code untilMicros} that evicts a task or lets a waiting one
     * start, or {@link LadderQueue#NONE}. Tries those of the machine table on the cluster and takes
     * them back. Of generated outages and wake-ups the next one may matter while tasks are present;
     * of a run at rest, while servers that are down come back to tasks that wait: as none begins
     * then, they don't keep it going for ever.
     *
     * @param isAtRest true if no submit and no end is left at all, false if there are some after
     *     {@code untilMicros}
     */
    public long nextEffect(long untilMicros, boolean isAtRest) {
        long effect = nextRecordedEffect(untilMicros);
        boolean isWaiting = scheduler.size() > 0;
        if (outages != null
                && (isAtRest
                        ? isWaiting && outages.isAnyDown()
                        : isWaiting || cluster.levels().tasksRunning > 0)) {
            effect = Math.min(effect, outages.nextMicros());
        }
        if (power != null && isWaiting) {
            effect = Math.min(effect, power.nextWakeMicros());
        }
        return effect <= untilMicros ? effect : NEVER;
    }

    private long nextRecordedEffect(long untilMicros) {
        int from = events.position();
        int position = from;
        long effect = NEVER;
        long[] before = new long[0];
        while (effect == NEVER && events.timeMicros(position) <= untilMicros) {
            long now = events.timeMicros(position);
            int first = position;
            while (effect == NEVER && events.timeMicros(position) == now) {
                int server = events.machine(position);
                long cpu = events.cpuMicroCores(position);
                long memory = events.memoryBytes(position);
                boolean isKeptDown = reasons.length > 0 && reasons[server] > 0;
                if (!isKeptDown
                        && (!cluster.holdsItsTasks(server, cpu, memory)
                                || dispatcher.execution().wouldKill(server, memory))) {
                    effect = now;
                } else {
                    before = remember(before, 2 * (position - from), server);
                    if (!isKeptDown) {
                        cluster.resize(server, cpu, memory);
                    }
                    position++;
                }
            }
            for (int i = first; i < position && effect == NEVER; i++) {
                if (scheduler.couldUse(events.machine(i))) {
                    effect = now;
                }
            }
        }
        while (position > from) {
            position--;
            int at = 2 * (position - from);
            cluster.resize(events.machine(position), before[at], before[at + 1]);
        }
        return effect;
    }

    private long[] remember(long[] before, int at, int server) {
        long[] room = at < before.length ? before : Arrays.copyOf(before, 2 * at + 16);
        room[at] = cluster.capacityMicroCores(server);
        room[at + 1] = cluster.capacityBytes(server);
        return room;
    }

    @Override
    public List<Checkpointed> owned() {
        List<Checkpointed> owned = new ArrayList<>(List.of(events, counts));
        if (outages != null) {
            owned.add(outages);
        }
        if (power != null) {
            owned.add(power);
        }
        return owned;
    }
}
