package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.Dispatcher;
import java.util.Arrays;

/**
 * The servers that got more room since the queue was last tried, each once, in the order in which
 * they first did.
 */
public final class FreedServers implements PlainState {
    private final boolean[] isIn;
    private int[] servers = new int[64];
    private int size;

    public FreedServers(int servers) {
        isIn = new boolean[servers];
    }

    void add(int server) {
        if (isIn[server]) {
            return;
        }
        isIn[server] = true;
        if (size == servers.length) {
            servers = Arrays.copyOf(servers, size * 2);
        }
        servers[size++] = server;
    }

    /** Puts them in order of number instead. */
    void sort() {
        Arrays.sort(servers, 0, size);
    }

    int size() {
        return size;
    }

    int get(int i) {
        return servers[i];
    }

    /** False if a task that fitted nowhere can't have room now because of what was freed. */
    boolean mayFit(Dispatcher dispatcher, int slot) {
        for (int i = 0; i < size; i++) {
            if (dispatcher.mayFitSince(servers[i], slot)) {
                return true;
            }
        }
        return false;
    }

    void clear() {
        for (int i = 0; i < size; i++) {
            isIn[servers[i]] = false;
        }
        size = 0;
    }
}
