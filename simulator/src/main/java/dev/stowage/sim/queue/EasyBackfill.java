package dev.stowage.sim.queue;

import dev.stowage.basis.Checkpointed;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;
import java.util.List;

/**
 * EASY backfilling: order of submit, but what is behind a head without room may start if it does
 * not delay the head: on another server than the one reserved for it, or there if it is expected to
 * end by the reserved time or leaves the room that the head needs then. Estimates are recorded
 * durations and so many percent more.
 *
 * <p>Hot. An end costs one search of the queue's index for the server that was freed (see {@link
 * WaitingTasks}), a new head or an end that was not expected one walk over the expected ends (see
 * {@link EasyReservation}).
 *
 * <p>Source: Lifka, JSSPP 1995; Mu'alem and Feitelson, IEEE TPDS 12(6), 2001; here the reservation
 * is one of a server, as a task runs on one.
 */
public final class EasyBackfill implements Scheduler {
    private static final int NONE = Dispatcher.NONE;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final Cluster cluster;
    private final RunEstimate estimate;
    private final EndOrder ends = new EndOrder();
    private final EasyReservation reservation;
    private final WaitingTasks waiting;
    private final FreedServers freed;
    private int[] evicted = new int[16]; // to be put back at their places
    private int evictedCount;
    private int[] nextOn = new int[64]; // by freed server: the position that may start there
    private int blockedHead = NONE;
    private long surprises; // changes of room that no expected end explains

    EasyBackfill(Dispatcher dispatcher, int overPercent) {
        this.dispatcher = dispatcher;
        slots = dispatcher.slots();
        cluster = dispatcher.cluster();
        estimate = new RunEstimate(slots, overPercent);
        reservation = new EasyReservation(dispatcher, ends);
        waiting = new WaitingTasks(slots, estimate);
        freed = new FreedServers(cluster.size());
    }

    @Override
    public void submit(int slot, long nowMicros) {
        boolean isHead = waiting.size() == 0;
        int server = isHead ? dispatcher.place(slot) : placeBehind(slot, nowMicros);
        if (server != NONE) {
            start(slot, server, nowMicros);
            return;
        }
        if (isHead) {
            blockedHead = slot;
            freed.clear();
        }
        waiting.addLast(slot);
        dispatcher.noteQueued(slot);
    }

    @Override
    public void withdraw(int slot) {
        waiting.remove(waiting.positionOf(slot));
        dispatcher.noteUnqueued(slot);
        if (slot == blockedHead) {
            blockedHead = NONE;
            reservation.drop();
        }
    }

    @Override
    public void requeue(int slot, long nowMicros) {
        if (evictedCount == evicted.length) {
            evicted = Arrays.copyOf(evicted, 2 * evictedCount);
        }
        evicted[evictedCount++] = slot;
        dispatcher.noteQueued(slot);
    }

    @Override
    public void freed(int server) {
        surprises++;
        if (waiting.size() > 0) {
            freed.add(server);
        }
    }

    @Override
    public void stopped(int slot, int server, long nowMicros) {
        if (ends.contains(slot)) {
            surprises -= ends.endMicros(slot) == nowMicros ? 1 : 0;
            ends.remove(slot);
        }
    }

    @Override
    public void dispatch(long nowMicros) {
        if (surprises != 0) {
            surprises = 0;
            release();
        }
        int fresh = evictedCount;
        if (fresh > 0) {
            waiting.addAll(evicted, fresh);
            evictedCount = 0;
        }
        int head = tryHeads(nowMicros);
        if (head != NONE && waiting.size() > 1) {
            backfill(head, fresh, nowMicros);
        }
        freed.clear();
    }

    /** Starts heads in order; position of the one that has no room, or none. */
    private int tryHeads(long now) {
        for (int at = waiting.first(); at != NONE; at = waiting.anyFrom(at)) {
            int slot = waiting.slotAt(at);
            if (slot == blockedHead && !freed.mayFit(dispatcher, slot)) {
                return at;
            }
            int server = dispatcher.place(slot);
            if (server == NONE) {
                blockedHead = slot;
                return at;
            }
            blockedHead = NONE;
            if (slot == reservation.head()) {
                release();
            }
            startWaiting(at, server, now);
        }
        return NONE;
    }

    private void reserve(long now) {
        boolean isOverdue = reservation.micros() < now; // tasks contend: they run on
        if (reservation.head() != blockedHead || isOverdue) {
            release();
            reservation.make(blockedHead, now);
        }
    }

    /** What was reserved may be free for others. */
    private void release() {
        if (reservation.server() != NONE) {
            freed.add(reservation.server());
        }
        reservation.drop();
    }

    // --- behind the head ---

    private void backfill(int head, int fresh, long now) {
        reserve(now);
        if (reservation.server() != NONE) {
            freed.add(reservation.server());
        }
        if (nextOn.length < freed.size()) {
            nextOn = new int[2 * freed.size()];
        }
        for (int i = 0; i < freed.size(); i++) {
            nextOn[i] = nextOn(freed.get(i), head + 1, now);
        }
        int untried = 0;
        while (true) {
            int at = NONE;
            for (int i = 0; i < freed.size(); i++) {
                at = earlier(at, nextOn[i]);
            }
            while (untried < fresh && waiting.positionOf(evicted[untried]) <= head) {
                untried++;
            }
            if (untried < fresh) {
                at = earlier(at, waiting.positionOf(evicted[untried]));
            }
            if (at == NONE) {
                return;
            }
            if (untried < fresh && waiting.positionOf(evicted[untried]) == at) {
                untried++;
            }
            int server = placeBehind(waiting.slotAt(at), now);
            if (server != NONE) {
                startWaiting(at, server, now);
            }
            for (int i = 0; i < freed.size(); i++) {
                if (nextOn[i] == at || (nextOn[i] != NONE && freed.get(i) == server)) {
                    nextOn[i] = nextOn(freed.get(i), at + 1, now);
                }
            }
        }
    }

    private static int earlier(int position, int other) {
        return position == NONE || (other != NONE && other < position) ? other : position;
    }

    private int nextOn(int server, int from, long now) {
        long cpu = cluster.freeMicroCores(server);
        long memory = cluster.freeBytes(server);
        return server == reservation.server()
                ? waiting.find(
                        from,
                        cpu,
                        memory,
                        reservation.micros() - now,
                        reservation.spareMicroCores(now),
                        reservation.spareBytes(now))
                : waiting.find(from, cpu, memory);
    }

    /** The server for a task behind the head, or none. */
    private int placeBehind(int slot, long now) {
        reserve(now);
        int server = dispatcher.place(slot);
        if (server == NONE
                || server != reservation.server()
                || estimate.micros(slot) <= reservation.micros() - now) {
            return server;
        }
        long cpu = reservation.spareMicroCores(now);
        long memory = reservation.spareBytes(now);
        if (slots.cpuMicroCores(slot) <= cpu && slots.memoryBytes(slot) <= memory) {
            return server;
        }
        // asks again while what the head needs is held back
        long heldMicroCores = Math.max(0, cluster.freeMicroCores(server) - cpu);
        long heldBytes = Math.max(0, cluster.freeBytes(server) - memory);
        cluster.place(server, heldMicroCores, heldBytes);
        int other = dispatcher.place(slot);
        cluster.release(server, heldMicroCores, heldBytes);
        return other;
    }

    // --- starts ---

    private void startWaiting(int position, int server, long now) {
        int slot = waiting.slotAt(position);
        waiting.remove(position);
        dispatcher.noteUnqueued(slot);
        start(slot, server, now);
    }

    private void start(int slot, int server, long now) {
        dispatcher.start(slot, server, now);
        long end = RunEstimate.after(now, estimate.micros(slot));
        if (end != RunEstimate.NEVER) {
            ends.add(slot, end);
        }
    }

    @Override
    public int size() {
        return waiting.size() + evictedCount;
    }

    @Override
    public boolean isStrict() {
        return false;
    }

    @Override
    public boolean couldUse(int server) {
        return waiting.find(0, cluster.freeMicroCores(server), cluster.freeBytes(server))
                != WaitingTasks.NONE;
    }

    @Override
    public int remove() {
        return waiting.removeFirst();
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(ends, reservation, waiting, freed);
    }
}
