package dev.stowage.sim;

import dev.stowage.sim.cluster.Cluster;
import java.util.Arrays;

/** The servers' ups, downs and changes of size, applied to the cluster as their times come. */
final class Machines {
    private static final long NEVER = LadderQueue.NONE;

    private final MachineCursor events;
    private final Cluster cluster;
    private final Dispatcher dispatcher;
    private final Scheduler scheduler;
    private long applied;

    Machines(MachineCursor events, Dispatcher dispatcher, Scheduler scheduler) {
        this.events = events;
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        cluster = dispatcher.cluster();
    }

    /** Time of the next event; {@link LadderQueue#NONE} if there is none. */
    long nextMicros() {
        return events.nextMicros();
    }

    /** Events and evictions so far. */
    long applied() {
        return applied;
    }

    /** True if an event comes after {@code micros}. */
    boolean hasAnyAfter(long micros) {
        return events.lastMicros() > micros;
    }

    /** Applies what adds capacity at this instant. */
    void applyUps(long nowMicros) {
        while (events.hasUpAt(nowMicros)) {
            apply(nowMicros);
        }
    }

    /** Applies all that is left of this instant. */
    void applyDowns(long nowMicros) {
        while (events.hasAnyAt(nowMicros)) {
            apply(nowMicros);
        }
    }

    private void apply(long now) {
        int position = events.position();
        int server = events.machine(position);
        long cpu = events.cpuMicroCores(position);
        long memory = events.memoryBytes(position);
        events.advance();
        applied++;
        while (mustEvict(server, cpu, memory)) {
            applied++;
            int slot = dispatcher.latestOn(server);
            dispatcher.evict(slot, now);
            scheduler.stopped(slot, server, now);
            scheduler.requeue(slot, now);
        }
        cluster.resize(server, cpu, memory);
        dispatcher.history().add(EventHistory.RESIZE, cluster.isUp(server) ? 1 : 0, server, now);
        dispatcher.execution().resized(server, cpu, memory, now);
        scheduler.freed(server);
    }

    private boolean mustEvict(int server, long cpuMicroCores, long memoryBytes) {
        return !cluster.holdsItsTasks(server, cpuMicroCores, memoryBytes);
    }

    /**
     * The time of the next event by {@code untilMicros} that evicts a task or lets a waiting one
     * start, or {@link LadderQueue#NONE}. Tries them on the cluster and takes them back.
     */
    long nextEffect(long untilMicros) {
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
                if (mustEvict(server, cpu, memory)
                        || dispatcher.execution().wouldKill(server, memory)) {
                    effect = now;
                } else {
                    before = remember(before, 2 * (position - from), server);
                    cluster.resize(server, cpu, memory);
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
}
