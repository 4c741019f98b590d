package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/**
 * The one reservation of EASY: the earliest time, and then the lowest-numbered server, at which the
 * head of the queue has room if every running task ends when it is expected to. Made by walking the
 * expected ends in order, O(k log k) for the k ends before it. A head that asks for more than CPU
 * and memory has it on a server that then accepts it; of what it needs there, only CPU and memory
 * are held back from others.
 */
final class EasyReservation implements PlainState {
    static final int NONE = TaskSlots.NONE;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final Cluster cluster;
    private final EndOrder ends;
    private final transient ExpectedRoom expected; // holds nothing between calls
    private final long[] gainedMicroCores; // by server: what ends give back by the time walked to
    private final long[] gainedBytes;
    private int[] touched = new int[64];
    private int touchedCount;
    private int head = NONE;
    private int server = NONE;
    private long micros = RunEstimate.NEVER;

    EasyReservation(Dispatcher dispatcher, EndOrder ends) {
        this.dispatcher = dispatcher;
        this.ends = ends;
        slots = dispatcher.slots();
        cluster = dispatcher.cluster();
        expected = new ExpectedRoom(dispatcher, ends);
        gainedMicroCores = new long[cluster.size()];
        gainedBytes = new long[cluster.size()];
    }

    /** The task that it is for, or {@link #NONE}. */
    int head() {
        return head;
    }

    /** The server, or {@link #NONE} if no expected end lets the head in. */
    int server() {
        return server;
    }

    /** The time; never if there is no server. */
    long micros() {
        return micros;
    }

    void drop() {
        head = NONE;
        server = NONE;
        micros = RunEstimate.NEVER;
    }

    /** Makes it anew for a task that has no room now. */
    void make(int slot, long nowMicros) {
        drop();
        head = slot;
        ends.startWalk();
        for (int task = ends.walk(); task != NONE; task = ends.walk()) {
            long end = Math.max(ends.endMicros(task), nowMicros);
            if (server != NONE && end > micros) {
                break;
            }
            gain(task);
            int at = slots.server(task);
            if ((server == NONE || at < server)
                    && hasRoom(at, slot)
                    && (slots.isPlain(slot) || expected.acceptsBy(end, at, slot))) {
                server = at;
                micros = end;
            }
        }
        forgetGains();
    }

    private void gain(int task) {
        int at = slots.server(task);
        if (touchedCount == touched.length) {
            touched = Arrays.copyOf(touched, 2 * touchedCount);
        }
        touched[touchedCount++] = at;
        gainedMicroCores[at] += slots.cpuMicroCores(task);
        gainedBytes[at] += slots.memoryBytes(task);
    }

    private boolean hasRoom(int at, int slot) {
        return cluster.freeMicroCores(at) + gainedMicroCores[at] >= slots.cpuMicroCores(slot)
                && cluster.freeBytes(at) + gainedBytes[at] >= slots.memoryBytes(slot);
    }

    private void forgetGains() {
        for (int i = 0; i < touchedCount; i++) {
            gainedMicroCores[touched[i]] = 0;
            gainedBytes[touched[i]] = 0;
        }
        touchedCount = 0;
    }

    /** CPU on its server that neither the head nor what then still runs will use. */
    long spareMicroCores(long nowMicros) {
        long room = cluster.freeMicroCores(server) - slots.cpuMicroCores(head);
        for (int task = dispatcher.latestOn(server); task != NONE; task = slots.next(task)) {
            room += endsByThen(task, nowMicros) ? slots.cpuMicroCores(task) : 0;
        }
        return room;
    }

    /** Memory on its server that neither the head nor what then still runs will use. */
    long spareBytes(long nowMicros) {
        long room = cluster.freeBytes(server) - slots.memoryBytes(head);
        for (int task = dispatcher.latestOn(server); task != NONE; task = slots.next(task)) {
            room += endsByThen(task, nowMicros) ? slots.memoryBytes(task) : 0;
        }
        return room;
    }

    private boolean endsByThen(int task, long nowMicros) {
        return ends.contains(task) && Math.max(ends.endMicros(task), nowMicros) <= micros;
    }
}
