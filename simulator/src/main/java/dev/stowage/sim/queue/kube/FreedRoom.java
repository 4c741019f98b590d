package dev.stowage.sim.queue.kube;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Dispatcher;
import java.util.Arrays;

/**
 * The servers that got more room since all waiting tasks were last tried, each once, and which of
 * the rested tasks is the next that may start on one of them, with evictions if there are any.
 */
final class FreedRoom implements PlainState {
    private static final int NONE = RestedPods.NONE;

    private final Dispatcher dispatcher;
    private final Cluster cluster;
    private final RestedPods rested;
    private final Victims victims;
    private final boolean mayPreempt;
    private final int[] placeOf; // by server: where it is in the list, or NONE
    private int[] servers = new int[64];
    private int size;

    private transient int[] nextOn = new int[64]; // by place: the next position that may start
    private transient int band; // of the next rested task
    private transient int position;
    private transient boolean isBandKnown;

    FreedRoom(Dispatcher dispatcher, RestedPods rested, Victims victims, boolean mayPreempt) {
        this.dispatcher = dispatcher;
        this.rested = rested;
        this.victims = victims;
        this.mayPreempt = mayPreempt;
        cluster = dispatcher.cluster();
        placeOf = new int[cluster.size()];
        Arrays.fill(placeOf, NONE);
    }

    /** Adds a server; true if it was not there. */
    boolean add(int server) {
        if (placeOf[server] != NONE) {
            return false;
        }
        if (size == servers.length) {
            servers = Arrays.copyOf(servers, 2 * size);
        }
        if (nextOn.length < servers.length) {
            nextOn = Arrays.copyOf(nextOn, servers.length);
        }
        placeOf[server] = size;
        servers[size++] = server;
        return true;
    }

    int size() {
        return size;
    }

    int server(int i) {
        return servers[i];
    }

    void clear() {
        for (int i = 0; i < size; i++) {
            placeOf[servers[i]] = NONE;
        }
        size = 0;
    }

    /** False if a task that fitted nowhere can't have room now because of what was freed. */
    boolean mayFit(int slot) {
        for (int i = 0; i < size; i++) {
            if (dispatcher.mayFitSince(servers[i], slot)) {
                return true;
            }
        }
        return false;
    }

    // --- the rested tasks, one after another ---

    /** Begins with the first one. */
    void rewind() {
        band = 0;
        position = NONE;
        isBandKnown = false;
        seek();
    }

    /** Band of the next one that may start; the number of bands if there is none. */
    int band() {
        return band;
    }

    int position() {
        return position;
    }

    /**
     * Goes on behind the one that was tried.
     *
     * @param changed a server whose room is another now, or NONE
     */
    void advance(int changed) {
        int tried = position;
        for (int i = 0; i < size; i++) {
            if (servers[i] == changed || (nextOn[i] != NONE && nextOn[i] <= tried)) {
                nextOn[i] = nextOn(servers[i], tried + 1);
            }
        }
        seek();
    }

    /** Some room of a server was taken by a task that is none of these. */
    void taken(int server) {
        if (isBandKnown && placeOf[server] != NONE) {
            nextOn[placeOf[server]] = nextOn(server, position);
            seek();
        }
    }

    /**
     * A task that is none of these has evicted others on a server. What it left of their room is
     * new to tasks of lower priority alone: others could have evicted them themselves.
     *
     * @param isBefore true if the rested tasks of lower priority are tried behind that task
     */
    void evicted(int server, int priority, boolean isBefore) {
        if (add(server) && isBandKnown) {
            nextOn[placeOf[server]] = NONE;
        }
        int lower = 0;
        while (lower < rested.bands() && rested.priority(lower) >= priority) {
            lower++;
        }
        if (isBefore && lower < band) {
            band = lower;
            isBandKnown = false;
            seek();
        } else {
            taken(server);
        }
    }

    private void seek() {
        while (band < rested.bands()) {
            if (rested.size(band) > 0) {
                if (!isBandKnown) {
                    lookThroughBand();
                }
                position = NONE;
                for (int i = 0; i < size; i++) {
                    if (nextOn[i] != NONE && (position == NONE || nextOn[i] < position)) {
                        position = nextOn[i];
                    }
                }
                if (position != NONE) {
                    return;
                }
            }
            band++;
            isBandKnown = false;
        }
    }

    private void lookThroughBand() {
        for (int i = 0; i < size; i++) {
            nextOn[i] = nextOn(servers[i], 0);
        }
        isBandKnown = true;
    }

    private int nextOn(int server, int from) {
        int priority = rested.priority(band);
        return mayPreempt
                ? rested.find(
                        band,
                        from,
                        victims.roomMicroCores(server, priority),
                        victims.roomBytes(server, priority))
                : rested.find(
                        band, from, cluster.freeMicroCores(server), cluster.freeBytes(server));
    }
}
