package dev.stowage.sim.queue;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;
import java.util.List;

/**
 * Conservative backfilling: each of the first {@code depth} waiting tasks holds a reservation, of a
 * server and a time, and a task starts out of turn only where it delays none of them. A task that
 * comes within the depth starts at once if some server has room for it for as long as it is
 * expected to run, beside all reservations; the placement policy chooses among those. Otherwise it
 * reserves the earliest time at which some server has, ties to the lowest-numbered one, and starts
 * there then. Tasks beyond the depth do not start.
 *
 * <p>When a task ends before it was expected to, reservations move to earlier times, each at its
 * turn in the order of the queue, until none can; so no task starts later than it was first
 * promised. When servers change, or a task loses its server or outlasts what was expected, all of
 * them are made anew in order.
 *
 * <p>Hot. A start or an end costs O(steps of the server's profile) (see {@link ServerProfiles}), a
 * new reservation O(k (log k + steps)) for the k expected ends before it, an early end O(depth
 * &times; steps) for each server that it concerns.
 *
 * <p>Source: Feitelson and Weil, IPPS 1998; Mu'alem and Feitelson, IEEE TPDS 12(6), 2001; here a
 * reservation is one of a server, as a task runs on one.
 */
public final class ConservativeBackfill implements Scheduler, PlainState {
    private static final int NONE = Dispatcher.NONE;
    private static final long NEVER = RunEstimate.NEVER;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final Cluster cluster;
    private final RunEstimate estimate;
    private final int depth;
    private final EndOrder ends = new EndOrder(); // of what runs and of what is reserved
    private final transient ExpectedRoom expected; // holds nothing between calls
    private final ServerProfiles profiles;
    private final WaitingTasks waiting;
    private final FreedServers freed; // since the last dispatch
    private final FreedServers early; // with room that was not expected
    private int[] evicted = new int[16]; // to be put back at their places
    private int evictedCount;

    private final int[] window; // the tasks within the depth, in order
    private int windowSize;
    private int[] reservedServer = new int[1024]; // by slot of the window
    private long[] reservedMicros = new long[1024];
    private long nextDueMicros = NEVER; // of all reservations
    private long surprises; // changes of room that are no ends
    private boolean hasOpenDemand; // a task that asks for more than CPU and memory has none

    private int[] barred = new int[16]; // servers whose room is held for a moment
    private long[] barredMicroCores = new long[16];
    private long[] barredBytes = new long[16];

    ConservativeBackfill(Dispatcher dispatcher, int overPercent, int depth) {
        this.dispatcher = dispatcher;
        this.depth = depth;
        slots = dispatcher.slots();
        cluster = dispatcher.cluster();
        estimate = new RunEstimate(slots, overPercent);
        expected = new ExpectedRoom(dispatcher, ends);
        profiles = new ServerProfiles(cluster.size());
        waiting = new WaitingTasks(slots, estimate);
        freed = new FreedServers(cluster.size());
        early = new FreedServers(cluster.size());
        window = new int[depth];
        for (int server = 0; server < cluster.size(); server++) {
            measure(server);
        }
    }

    @Override
    public void submit(int slot, long nowMicros) {
        boolean isWithin = waiting.size() < depth;
        int server = isWithin ? placeNow(slot, nowMicros) : NONE;
        if (server != NONE) {
            start(slot, server, nowMicros);
            return;
        }
        waiting.addLast(slot);
        dispatcher.noteQueued(slot);
        if (isWithin) {
            enter(slot, nowMicros);
        }
    }

    @Override
    public void withdraw(int slot) {
        waiting.remove(waiting.positionOf(slot));
        dispatcher.noteUnqueued(slot);
        if (windowSize > 0 && window[windowSize - 1] == slot) {
            windowSize--;
            dropReservation(slot);
            nextDueMicros = NEVER;
            for (int i = 0; i < windowSize; i++) {
                nextDueMicros = Math.min(nextDueMicros, reservedMicros[window[i]]);
            }
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
        freed.add(server);
    }

    @Override
    public void stopped(int slot, int server, long nowMicros) {
        surprises--;
        long end = NEVER;
        if (ends.contains(slot)) {
            end = ends.endMicros(slot);
            ends.remove(slot);
        }
        if (end > nowMicros) {
            profiles.give(
                    server, nowMicros, end, slots.cpuMicroCores(slot), slots.memoryBytes(slot));
            early.add(server);
        }
    }

    @Override
    public void dispatch(long nowMicros) {
        boolean isAnew =
                surprises != 0
                        || evictedCount > 0
                        || nextDueMicros < nowMicros
                        || (hasOpenDemand && freed.size() > 0);
        if (isAnew) {
            reserveAnew(nowMicros);
        } else if (windowSize > 0 && early.size() > 0) {
            compress(nowMicros);
        }
        surprises = 0;
        freed.clear();
        early.clear();
        if (nextDueMicros <= nowMicros) {
            startDue(nowMicros);
        }
        if (windowSize < depth && windowSize < waiting.size()) {
            fill(nowMicros);
        }
    }

    /** How long it holds its room, by what is expected: a microsecond if it takes no time. */
    private long length(int slot) {
        return Math.max(1, estimate.micros(slot));
    }

    // --- reservations ---

    /** The server for a task that may start now without delaying a reservation, or none. */
    private int placeNow(int slot, long now) {
        long micros = length(slot);
        long cpu = slots.cpuMicroCores(slot);
        long memory = slots.memoryBytes(slot);
        int count = 0;
        int server = dispatcher.place(slot);
        while (server != NONE && !profiles.hasRoom(server, now, micros, cpu, memory)) {
            bar(server, count++);
            server = dispatcher.place(slot); // asks again while that room is held back
        }
        while (count > 0) {
            count--;
            cluster.release(barred[count], barredMicroCores[count], barredBytes[count]);
        }
        return server;
    }

    private void bar(int server, int count) {
        if (count == barred.length) {
            barred = Arrays.copyOf(barred, 2 * count);
            barredMicroCores = Arrays.copyOf(barredMicroCores, 2 * count);
            barredBytes = Arrays.copyOf(barredBytes, 2 * count);
        }
        barred[count] = server;
        barredMicroCores[count] = cluster.freeMicroCores(server);
        barredBytes[count] = cluster.freeBytes(server);
        cluster.place(server, barredMicroCores[count], barredBytes[count]);
    }

    /** Takes a waiting task into the window, with the earliest reservation that there is. */
    private void enter(int slot, long now) {
        window[windowSize++] = slot;
        if (slot >= reservedServer.length) {
            int length = Math.max(slot + 1, 2 * reservedServer.length);
            reservedServer = Arrays.copyOf(reservedServer, length);
            reservedMicros = Arrays.copyOf(reservedMicros, length);
        }
        reservedServer[slot] = NONE;
        reservedMicros[slot] = NEVER;
        boolean isPlain = slots.isPlain(slot);
        if (dispatcher.couldEverHold(slot)) {
            findFirst(slot, isPlain, now);
        }
        if (reservedServer[slot] != NONE) {
            hold(slot);
        } else if (!isPlain) {
            hasOpenDemand = true;
        }
    }

    private void findFirst(int slot, boolean isPlain, long now) {
        long micros = length(slot);
        long cpu = slots.cpuMicroCores(slot);
        long memory = slots.memoryBytes(slot);
        int best = NONE;
        long bestMicros = NEVER;
        ends.startWalk();
        for (int task = ends.walk(); task != NONE; task = ends.walk()) {
            long at = Math.max(ends.endMicros(task), now);
            if (best != NONE && at > bestMicros) {
                break;
            }
            int server = slots.server(task) == NONE ? reservedServer[task] : slots.server(task);
            if ((best == NONE || server < best)
                    && profiles.hasRoom(server, at, micros, cpu, memory)
                    && (isPlain || expected.acceptsBy(at, server, slot))) {
                best = server;
                bestMicros = at;
            }
        }
        reservedServer[slot] = best;
        reservedMicros[slot] = bestMicros;
    }

    private void hold(int slot) {
        long from = reservedMicros[slot];
        long to = RunEstimate.after(from, length(slot));
        profiles.take(
                reservedServer[slot], from, to, slots.cpuMicroCores(slot), slots.memoryBytes(slot));
        if (to != NEVER) {
            ends.add(slot, to);
        }
        nextDueMicros = Math.min(nextDueMicros, from);
    }

    private void dropReservation(int slot) {
        if (reservedServer[slot] == NONE) {
            return;
        }
        if (ends.contains(slot)) {
            ends.remove(slot);
        }
        profiles.give(
                reservedServer[slot],
                reservedMicros[slot],
                RunEstimate.after(reservedMicros[slot], length(slot)),
                slots.cpuMicroCores(slot),
                slots.memoryBytes(slot));
    }

    /** Drops all of them, measures the servers that changed, and makes them in order again. */
    private void reserveAnew(long now) {
        for (int i = 0; i < windowSize; i++) {
            dropReservation(window[i]);
        }
        for (int i = 0; i < freed.size(); i++) {
            measure(freed.get(i));
        }
        if (evictedCount > 0) {
            waiting.addAll(evicted, evictedCount);
            evictedCount = 0;
        }
        windowSize = 0;
        nextDueMicros = NEVER;
        hasOpenDemand = false;
        fill(now);
    }

    /** Makes the profile of a server from what runs there, while nothing is reserved on it. */
    private void measure(int server) {
        long cpu = cluster.freeMicroCores(server);
        long memory = cluster.freeBytes(server);
        int first = dispatcher.latestOn(server);
        for (int task = first; task != NONE; task = slots.next(task)) {
            cpu += slots.cpuMicroCores(task);
            memory += slots.memoryBytes(task);
        }
        profiles.clear(server, cpu, memory);
        for (int task = first; task != NONE; task = slots.next(task)) {
            profiles.take(
                    server,
                    slots.sinceMicros(task),
                    ends.contains(task) ? ends.endMicros(task) : NEVER,
                    slots.cpuMicroCores(task),
                    slots.memoryBytes(task));
        }
    }

    /** Lets tasks into the window: they start or reserve. */
    private void fill(long now) {
        int at = waiting.first();
        if (windowSize > 0) {
            at = waiting.anyFrom(waiting.positionOf(window[windowSize - 1]) + 1);
        }
        while (at != NONE && windowSize < depth) {
            int slot = waiting.slotAt(at);
            int server = placeNow(slot, now);
            if (server == NONE) {
                enter(slot, now);
            } else {
                waiting.remove(at);
                dispatcher.noteUnqueued(slot);
                start(slot, server, now);
            }
            at = waiting.anyFrom(at + 1);
        }
    }

    /** Moves reservations to earlier times until none can be moved. */
    private void compress(long now) {
        boolean isMoved = true;
        while (isMoved) {
            isMoved = false;
            for (int i = 0; i < windowSize; i++) {
                isMoved |= reservedMicros[window[i]] > now && moves(window[i], now);
            }
        }
    }

    /** Moves one to the earliest time on the servers with new room, if that is earlier. */
    private boolean moves(int slot, long now) {
        int old = reservedServer[slot];
        long oldMicros = reservedMicros[slot];
        int best = NONE;
        long bestMicros = oldMicros;
        for (int i = 0; i < early.size(); i++) {
            int server = early.get(i);
            long at = firstRoom(slot, server, now, bestMicros);
            if (at < bestMicros || (at == bestMicros && best != NONE && server < best)) {
                best = server;
                bestMicros = at;
            }
        }
        if (best == NONE) {
            return false;
        }
        dropReservation(slot);
        reservedServer[slot] = best;
        reservedMicros[slot] = bestMicros;
        hold(slot);
        if (old != NONE) {
            early.add(old);
        }
        return true;
    }

    /** The first time up to {@code most} at which it could start on a server, or never. */
    private long firstRoom(int slot, int server, long now, long most) {
        long micros = length(slot);
        long cpu = slots.cpuMicroCores(slot);
        long memory = slots.memoryBytes(slot);
        boolean isOwn = server == reservedServer[slot];
        long from = reservedMicros[slot];
        long to = isOwn ? RunEstimate.after(from, micros) : NEVER;
        if (isOwn) {
            profiles.give(server, from, to, cpu, memory);
        }
        long before = most == NEVER ? NEVER : most + 1;
        long at = profiles.firstRoom(server, now, before, micros, cpu, memory);
        if (isOwn) {
            profiles.take(server, from, to, cpu, memory);
        }
        return at == NEVER || slots.isPlain(slot) || expected.acceptsBy(at, server, slot)
                ? at
                : NEVER;
    }

    // --- starts ---

    /** Starts the reservations whose time has come, in order of the queue. */
    private void startDue(long now) {
        long next = NEVER;
        int kept = 0;
        for (int i = 0; i < windowSize; i++) {
            int slot = window[i];
            int server = reservedServer[slot];
            if (reservedMicros[slot] <= now && dispatcher.fits(server, slot)) {
                if (ends.contains(slot)) {
                    ends.remove(slot);
                }
                waiting.remove(waiting.positionOf(slot));
                dispatcher.noteUnqueued(slot);
                dispatcher.tellTried(slot, server);
                begin(slot, server, now);
            } else {
                window[kept++] = slot;
                next = Math.min(next, reservedMicros[slot]);
            }
        }
        windowSize = kept;
        nextDueMicros = next;
    }

    private void start(int slot, int server, long now) {
        profiles.take(
                server,
                now,
                RunEstimate.after(now, length(slot)),
                slots.cpuMicroCores(slot),
                slots.memoryBytes(slot));
        begin(slot, server, now);
    }

    /** Starts what has its room in the profile already. */
    private void begin(int slot, int server, long now) {
        long end = RunEstimate.after(now, length(slot));
        profiles.forgetBefore(server, now);
        dispatcher.start(slot, server, now);
        if (end != NEVER) {
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
        for (int i = 0; i < windowSize; i++) {
            if (dispatcher.mayFitSince(server, window[i])) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int remove() {
        return waiting.removeFirst();
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(ends, profiles, waiting, freed, early);
    }
}
