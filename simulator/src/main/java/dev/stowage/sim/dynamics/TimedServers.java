package dev.stowage.sim.dynamics;

import dev.stowage.basis.PlainState;

/** Servers with a time each, in ascending order of time: a ring in primitive arrays. */
final class TimedServers implements PlainState {
    private int[] servers = new int[64];
    private long[] micros = new long[64];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** Time of the first one; there must be one. */
    long firstMicros() {
        return micros[head];
    }

    /** Adds a server at a time that is not before the last one's. */
    void add(int server, long atMicros) {
        if (size == servers.length) {
            grow();
        }
        int at = (head + size) & (servers.length - 1);
        servers[at] = server;
        micros[at] = atMicros;
        size++;
    }

    private void grow() {
        int[] moreServers = new int[Math.multiplyExact(size, 2)];
        long[] moreMicros = new long[size * 2];
        for (int i = 0; i < size; i++) {
            int at = (head + i) & (size - 1);
            moreServers[i] = servers[at];
            moreMicros[i] = micros[at];
        }
        servers = moreServers;
        micros = moreMicros;
        head = 0;
    }

    /** Takes the first one off. */
    int remove() {
        int server = servers[head];
        head = (head + 1) & (servers.length - 1);
        size--;
        return server;
    }
}
