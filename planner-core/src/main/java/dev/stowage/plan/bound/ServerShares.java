package dev.stowage.plan.bound;

/**
 * What tasks take of a server, in quantities whose sum over the tasks on one server is bounded:
 * each resource itself, and for k = 1, 2, 3 how many tasks of a size fit beside each other: {@code
 * ceil((k + 1) x / C) - 1} summed over one server is at most k. Source: dual feasible functions; S.
 * P. Fekete and J. Schepers, New classes of fast lower bounds for bin packing problems, Math.
 * Program. 91, 2001.
 */
final class ServerShares {
    private static final int[] PARTS = {1, 2, 3};

    private final long[] server;

    /**
     * Of servers of one size, or of several.
     *
     * @param server what one of them has, or the most that any has, by resource, above 0
     */
    ServerShares(long[] server) {
        this.server = server.clone();
    }

    /** Resources. */
    int resources() {
        return server.length;
    }

    /** Quantities. */
    int size() {
        return server.length * (1 + PARTS.length);
    }

    /** The most of a quantity on one server. */
    long most(int quantity) {
        int part = quantity % (1 + PARTS.length);
        return part == 0 ? server[quantity / (1 + PARTS.length)] : PARTS[part - 1];
    }

    /** The most of all quantities on servers that have so much together. */
    long[] most(long[] totals, long servers) {
        long[] most = new long[size()];
        int i = 0;
        for (long total : totals) {
            most[i++] = total;
            for (int parts : PARTS) {
                most[i++] = parts * servers;
            }
        }
        return most;
    }

    /** Fills {@code need} with what a task takes that asks for so much by resource. */
    void weigh(long[] asked, long[] need) {
        int i = 0;
        for (int d = 0; d < server.length; d++) {
            need[i++] = asked[d];
            for (int parts : PARTS) {
                need[i++] = parts(asked[d], server[d], parts);
            }
        }
    }

    private static long parts(long amount, long capacity, int k) {
        return amount == 0 ? 0 : (amount * (k + 1) - 1) / capacity;
    }
}
