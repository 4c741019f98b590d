package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackState;
import java.util.random.RandomGenerator;

/** The servers in use, to draw from. */
final class UsedServers {
    /** A glance at whether a server is in use costs so much less than a look. */
    private static final int SERVERS_A_LOOK = 8;

    private final PackState state;
    private final int[] servers;
    private int size;

    UsedServers(PackState state) {
        this.state = state;
        this.servers = new int[state.count.length];
    }

    /** Looks again which are in use. O(servers). */
    void refresh() {
        size = 0;
        state.looks += servers.length / SERVERS_A_LOOK;
        for (int server = 0; server < servers.length; server++) {
            if (state.count[server] > 0) {
                servers[size++] = server;
            }
        }
    }

    int size() {
        return size;
    }

    int get(int i) {
        return servers[i];
    }

    /** One of those that were in use at the last refresh. */
    int draw(RandomGenerator random) {
        return servers[random.nextInt(size)];
    }
}
