package dev.stowage.packing;

import java.util.random.RandomGenerator;

/** The servers in use, to draw from, and marks on servers for one round. */
final class UsedServers {
    private final PackState state;
    private final int[] servers;
    private final int[] mark;
    private int size;
    private int round;

    UsedServers(PackState state) {
        this.state = state;
        this.servers = new int[state.count.length];
        this.mark = new int[state.count.length];
    }

    /** Looks again which are in use. O(servers). */
    void refresh() {
        size = 0;
        for (int server = 0; server < servers.length; server++) {
            if (state.count[server] > 0) {
                servers[size++] = server;
            }
        }
    }

    int size() {
        return size;
    }

    /** One of those that were in use at the last refresh. */
    int draw(RandomGenerator random) {
        return servers[random.nextInt(size)];
    }

    /** Takes all marks away. */
    void newRound() {
        round++;
    }

    /** True for the first call with a server in a round. */
    boolean isFirstTime(int server) {
        boolean isFirst = mark[server] != round;
        mark[server] = round;
        return isFirst;
    }
}
