package dev.stowage.sim.execution;

import dev.stowage.basis.PlainState;
import java.util.Arrays;

/**
 * What the tasks of each server use of its memory, and which servers are short of it. Hot: see
 * {@link ContendedExecution}.
 */
final class MemoryUse implements PlainState {
    /** No server. */
    static final int NONE = -1;

    private final long[] usedBytes;
    private final long[] capacityBytes;
    private final boolean[] isListed;
    private int[] listed = new int[16]; // servers that were short of memory when last looked at
    private int listedCount;

    MemoryUse(int servers) {
        usedBytes = new long[servers];
        capacityBytes = new long[servers];
        isListed = new boolean[servers];
    }

    long usedBytes(int server) {
        return usedBytes[server];
    }

    /** More or less is used on a server. */
    void add(int server, long bytes) {
        usedBytes[server] += bytes;
        note(server);
    }

    /** A server has another capacity. */
    void setCapacity(int server, long bytes) {
        capacityBytes[server] = bytes;
        note(server);
    }

    private void note(int server) {
        if (isShort(server) && !isListed[server]) {
            isListed[server] = true;
            if (listedCount == listed.length) {
                listed = Arrays.copyOf(listed, 2 * listedCount);
            }
            listed[listedCount++] = server;
        }
    }

    /** True if the tasks of the server use more memory than it has. */
    boolean isShort(int server) {
        return usedBytes[server] > capacityBytes[server];
    }

    /** A server that is short of memory, the one that was first; or {@link #NONE}. */
    int anyShort() {
        int first = 0;
        while (first < listedCount && !isShort(listed[first])) {
            isListed[listed[first++]] = false;
        }
        listedCount -= first;
        System.arraycopy(listed, first, listed, 0, listedCount);
        return listedCount == 0 ? NONE : listed[0];
    }
}
