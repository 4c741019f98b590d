package dev.stowage.sim.dynamics;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.model.IdleOff;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.LadderQueue;
import dev.stowage.sim.engine.Scheduler;
import java.util.Arrays;
import java.util.List;

/**
 * Switches servers off that have nothing to do, and wakes them when tasks wait for room.
 *
 * <p>Which: a server goes off when it has had no task for the idle time. While tasks wait, servers
 * that are off are woken, lowest number first, until those that wake could hold together all that
 * waits, and at least one; but none that is too small for the task that was refused last, and while
 * no task comes or leaves and no outage ends no more calls than there are servers (what a place
 * asks for besides its size is not looked at here).
 *
 * <p>Hot only in runs that use it. Idle servers wait in a ring, in order of the time when they fell
 * idle; so do the waking ones, because both delays are constant: O(1) a switch, and a search for
 * the next server that is off.
 */
public final class PowerControl implements PlainState {
    private static final long NEVER = LadderQueue.NONE;
    private static final double NANO = 1e9;
    private static final byte ON = 0;
    private static final byte OFF = 1;
    private static final byte WAKING = 2;

    private final IdleOff rule;
    private final Machines machines;
    private final Dispatcher dispatcher;
    private final Scheduler scheduler;
    private final Cluster cluster;
    private final long offNanoWatts;

    private final byte[] state;
    private final long[] idleSince; // by server; NEVER if it is busy or not on
    private final long[] extraNanoWatts; // power that the cluster does not know of
    private final TimedServers idle = new TimedServers();
    private final TimedServers waking = new TimedServers();
    private int firstOff; // no server below is off
    private long wakingMicroCores;
    private long wakingBytes;
    private final long[] calledMicroCores; // by server: what it was called for
    private final long[] calledBytes;
    private long refused = -1; // in order of submit: the task that was called for last
    private int callsForRefused; // since a task last left a server or an outage ended

    public PowerControl(
            IdleOff rule, Machines machines, Dispatcher dispatcher, Scheduler scheduler) {
        this.rule = rule;
        this.machines = machines;
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        cluster = dispatcher.cluster();
        offNanoWatts = (long) (rule.offWatts() * NANO);
        state = new byte[cluster.size()];
        idleSince = new long[cluster.size()];
        extraNanoWatts = new long[cluster.size()];
        calledMicroCores = new long[cluster.size()];
        calledBytes = new long[cluster.size()];
        Arrays.fill(idleSince, NEVER);
    }

    /** All servers idle or are off from {@code nowMicros} on; before the first event. */
    public void start(long nowMicros) {
        for (int server = 0; server < cluster.size(); server++) {
            if (rule.startsOff()) {
                turnOff(server, nowMicros);
            } else {
                fellIdle(server, nowMicros);
            }
        }
    }

    /** Time of the next switch; {@link LadderQueue#NONE} if none is due. */
    long nextMicros() {
        long off = idle.isEmpty() ? NEVER : after(idle.firstMicros(), rule.idleMicros());
        return Math.min(off, nextWakeMicros());
    }

    /** Time at which the next server that wakes takes tasks. */
    long nextWakeMicros() {
        return waking.isEmpty() ? NEVER : after(waking.firstMicros(), rule.wakeMicros());
    }

    private static long after(long micros, long delayMicros) {
        return micros > NEVER - 1 - delayMicros ? NEVER : micros + delayMicros;
    }

    /** Tells that a server lost a task. */
    void stopped(int server, long nowMicros) {
        callsForRefused = 0;
        if (cluster.tasks(server) == 0) {
            fellIdle(server, nowMicros);
        }
    }

    /** Tells that servers came back: calls that an outage had made vain may be repeated. */
    void cameBack() {
        callsForRefused = 0;
    }

    private void fellIdle(int server, long now) {
        if (state[server] == ON) {
            idleSince[server] = now;
            idle.add(server, now);
        }
    }

    /** Brings up the servers whose wake-up ends now. */
    void wake(long nowMicros) {
        while (nextWakeMicros() == nowMicros) {
            int server = waking.remove();
            wakingMicroCores -= calledMicroCores[server];
            wakingBytes -= calledBytes[server];
            state[server] = ON;
            setExtra(server, 0);
            machines.removeReason(server, nowMicros);
            fellIdle(server, nowMicros);
        }
    }

    /** Switches off what has idled for long enough. */
    void switchOff(long nowMicros) {
        while (!idle.isEmpty() && after(idle.firstMicros(), rule.idleMicros()) <= nowMicros) {
            long since = idle.firstMicros();
            int server = idle.remove();
            if (state[server] == ON && idleSince[server] == since && cluster.tasks(server) == 0) {
                turnOff(server, nowMicros);
                machines.counts().switchedOff();
            }
        }
    }

    private void turnOff(int server, long now) {
        state[server] = OFF;
        idleSince[server] = NEVER;
        setExtra(server, offNanoWatts);
        machines.addReason(server, now);
        firstOff = Math.min(firstOff, server);
    }

    /** Wakes servers while what waits is more than what the waking ones could hold. */
    void callForWaiting(long nowMicros) {
        int task = dispatcher.refused();
        if (scheduler.size() == 0 || task == Dispatcher.NONE) {
            return;
        }
        long sequence = dispatcher.slots().submitSequence(task);
        if (sequence != refused) {
            refused = sequence;
            callsForRefused = 0;
        }
        for (int server = firstOff; server < state.length && isMoreNeeded(); server++) {
            if (state[server] == OFF && couldHold(server, task)) {
                call(server, nowMicros);
            }
        }
        while (firstOff < state.length && state[firstOff] != OFF) {
            firstOff++;
        }
    }

    private boolean isMoreNeeded() {
        return callsForRefused < state.length
                && (waking.isEmpty()
                        || wakingMicroCores < cluster.levels().cpuQueuedMicroCores
                        || wakingBytes < cluster.levels().memoryQueuedBytes);
    }

    private boolean couldHold(int server, int task) {
        return machines.hasOnly(1, server)
                && machines.ownMicroCores(server) >= dispatcher.slots().cpuMicroCores(task)
                && machines.ownBytes(server) >= dispatcher.slots().memoryBytes(task);
    }

    private void call(int server, long now) {
        callsForRefused++;
        state[server] = WAKING;
        setExtra(server, cluster.idleNanoWatts(server));
        calledMicroCores[server] = machines.ownMicroCores(server);
        calledBytes[server] = machines.ownBytes(server);
        wakingMicroCores += calledMicroCores[server];
        wakingBytes += calledBytes[server];
        waking.add(server, now);
        machines.counts().wokenUp();
    }

    private void setExtra(int server, long nanoWatts) {
        cluster.levels().idleNanoWatts += nanoWatts - extraNanoWatts[server];
        extraNanoWatts[server] = nanoWatts;
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(idle, waking);
    }
}
