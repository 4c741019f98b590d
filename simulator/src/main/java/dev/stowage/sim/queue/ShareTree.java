package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import java.util.Arrays;

/**
 * The users whose first waiting task fits nowhere, with what it asks for and the user's share:
 * answers which of them, of those whose task fits into some room, has the least share.
 *
 * <p>Hot: a segment tree over users with the least request in each dimension and the least share. A
 * query goes where the least share is first and leaves out what asks for too much or has no smaller
 * share than what was found; O(log users) when most requests fit, O(users) at worst.
 */
final class ShareTree implements PlainState {
    static final int NONE = -1;

    private static final long ABSENT = Long.MAX_VALUE;

    private int leaves = 64; // a power of two
    private long[] leastMicroCores = absent(2 * leaves);
    private long[] leastBytes = absent(2 * leaves);
    private double[] leastShare = infinite(2 * leaves);

    private long cpuMicroCores;
    private long memoryBytes;
    private int best;
    private double bestShare;

    private static long[] absent(int length) {
        long[] values = new long[length];
        Arrays.fill(values, ABSENT);
        return values;
    }

    private static double[] infinite(int length) {
        double[] values = new double[length];
        Arrays.fill(values, Double.POSITIVE_INFINITY);
        return values;
    }

    boolean contains(int user) {
        return user < leaves && leastMicroCores[leaves + user] != ABSENT;
    }

    void put(int user, long cpu, long memory, double share) {
        while (user >= leaves) {
            grow();
        }
        set(user, cpu, memory, share);
    }

    void remove(int user) {
        set(user, ABSENT, ABSENT, Double.POSITIVE_INFINITY);
    }

    private void grow() {
        int old = leaves;
        leaves = 2 * old;
        long[] cpu = leastMicroCores;
        long[] memory = leastBytes;
        double[] share = leastShare;
        leastMicroCores = absent(2 * leaves);
        leastBytes = absent(2 * leaves);
        leastShare = infinite(2 * leaves);
        System.arraycopy(cpu, old, leastMicroCores, leaves, old);
        System.arraycopy(memory, old, leastBytes, leaves, old);
        System.arraycopy(share, old, leastShare, leaves, old);
        for (int node = leaves - 1; node > 0; node--) {
            join(node);
        }
    }

    private void set(int user, long cpu, long memory, double share) {
        int node = leaves + user;
        leastMicroCores[node] = cpu;
        leastBytes[node] = memory;
        leastShare[node] = share;
        for (node >>= 1; node > 0; node >>= 1) {
            join(node);
        }
    }

    private void join(int node) {
        int left = 2 * node;
        int right = left + 1;
        leastMicroCores[node] = Math.min(leastMicroCores[left], leastMicroCores[right]);
        leastBytes[node] = Math.min(leastBytes[left], leastBytes[right]);
        leastShare[node] = Math.min(leastShare[left], leastShare[right]);
    }

    /**
     * The user with the least share whose task fits, ties to the lowest number, or {@link #NONE}.
     */
    int least(long freeMicroCores, long freeBytes) {
        cpuMicroCores = freeMicroCores;
        memoryBytes = freeBytes;
        best = NONE;
        bestShare = Double.POSITIVE_INFINITY;
        search(1);
        return best;
    }

    private void search(int node) {
        if (leastMicroCores[node] > cpuMicroCores
                || leastBytes[node] > memoryBytes
                || leastShare[node] > bestShare
                || leastMicroCores[node] == ABSENT) {
            return;
        }
        if (node >= leaves) {
            int user = node - leaves;
            if (best == NONE
                    || leastShare[node] < bestShare
                    || (leastShare[node] == bestShare && user < best)) {
                best = user;
                bestShare = leastShare[node];
            }
            return;
        }
        int left = 2 * node;
        boolean isRightFirst = leastShare[left + 1] < leastShare[left];
        search(isRightFirst ? left + 1 : left);
        search(isRightFirst ? left : left + 1);
    }
}
