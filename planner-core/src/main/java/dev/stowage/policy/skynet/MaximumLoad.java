package dev.stowage.policy.skynet;

import java.util.Arrays;

/**
 * Which servers an application is put on: the most loaded one on which it fits into 90 % of each
 * resource, ties to the lowest number; if there is none, as few equal containers as fit, each on a
 * server of its own. The last tenth is for what grows in place. Load is the dominant share before
 * placing. {@code spread} takes the least loaded instead, and fills all of a server.
 *
 * <p>Source: Sfakianakis 2023, 3.6.5, Algorithm 2 (Maximum-Load, LL). What "load" is, and that the
 * servers of an application are distinct, is ours.
 */
public final class MaximumLoad {
    /** No server. */
    public static final int NONE = -1;

    /** Share of a server that placements may fill. */
    public static final double PLACEABLE = 0.9;

    private static final int[] NOWHERE = {};
    private static final double ROUNDING = 1e-9;

    private final double[][] used; // by server, resource
    private final int[] parts; // by server: containers of which one fits
    private final int[] fitting; // by containers: servers that need just so many
    private final double[][] capacity; // by server, resource
    private final boolean isSpread;
    private final double placeable;

    /** Empty servers of capacity 1 in each resource. */
    public MaximumLoad(int servers, int resources, boolean isSpread) {
        this(alike(servers, resources), isSpread);
    }

    /**
     * Empty servers.
     *
     * @param capacity by server and resource, above 0
     */
    public MaximumLoad(double[][] capacity, boolean isSpread) {
        this.capacity = capacity;
        used = new double[capacity.length][capacity[0].length];
        parts = new int[used.length];
        fitting = new int[used.length + 1];
        this.isSpread = isSpread;
        placeable = isSpread ? 1 : PLACEABLE;
    }

    private static double[][] alike(int servers, int resources) {
        double[][] capacity = new double[servers][resources];
        for (double[] each : capacity) {
            Arrays.fill(each, 1);
        }
        return capacity;
    }

    /**
     * The servers for new amounts in as few equal containers as fit, none if they don't.
     *
     * <p>Cost: O(servers), for each container.
     *
     * @param amounts of all containers together
     * @param most containers, at least 1
     */
    public int[] choose(double[] amounts, int most) {
        int limit = Math.min(most, used.length);
        Arrays.fill(fitting, 0, limit + 1, 0);
        for (int server = 0; server < used.length; server++) {
            parts[server] = parts(server, amounts, limit);
            if (parts[server] <= limit) {
                fitting[parts[server]]++;
            }
        }
        int servers = 0;
        for (int count = 1; count <= limit; count++) {
            servers += fitting[count];
            if (servers >= count) {
                return best(count);
            }
        }
        return NOWHERE;
    }

    /**
     * In how many containers amounts must come for one to fit; beyond {@code limit} if no matter.
     */
    private int parts(int server, double[] amounts, int limit) {
        double least = 1;
        for (int r = 0; r < amounts.length; r++) {
            double room = placeable * capacity[server][r] + ROUNDING - used[server][r];
            if (amounts[r] > room) {
                least = room <= 0 ? Double.MAX_VALUE : Math.max(least, amounts[r] / room);
            }
        }
        return least > limit ? limit + 1 : (int) Math.ceil(least);
    }

    private int[] best(int count) {
        int[] chosen = new int[count];
        for (int c = 0; c < count; c++) {
            int best = NONE;
            for (int server = 0; server < used.length; server++) {
                if (parts[server] <= count && isBetter(server, best)) {
                    best = server;
                }
            }
            chosen[c] = best;
            parts[best] = Integer.MAX_VALUE;
        }
        return chosen;
    }

    private boolean isBetter(int server, int best) {
        if (best == NONE) {
            return true;
        }
        return isSpread ? load(server) < load(best) : load(server) > load(best);
    }

    /** The least loaded server that can hold a container, or {@link #NONE}. */
    public int roomiest(double[] container) {
        int roomiest = NONE;
        for (int server = 0; server < used.length; server++) {
            if (canGrow(server, container) && (roomiest == NONE || load(server) < load(roomiest))) {
                roomiest = server;
            }
        }
        return roomiest;
    }

    /** The most loaded {@code count} of some servers, ties to the first of them. */
    public int[] mostLoaded(int[] servers, int count) {
        return Arrays.stream(servers)
                .boxed()
                .sorted((a, b) -> Double.compare(load(b), load(a)))
                .limit(count)
                .mapToInt(server -> server)
                .toArray();
    }

    /** True if amounts fit on a server in place: into all of it. */
    public boolean canGrow(int server, double[] amounts) {
        for (int r = 0; r < amounts.length; r++) {
            if (used[server][r] + amounts[r] > capacity[server][r] + ROUNDING) {
                return false;
            }
        }
        return true;
    }

    /** Puts amounts on a server, or takes them off with {@code sign} -1. */
    public void add(int server, double[] amounts, int sign) {
        for (int r = 0; r < amounts.length; r++) {
            used[server][r] += sign * amounts[r];
        }
    }

    /** What of a resource a server has left. */
    public double free(int server, int resource) {
        return capacity[server][resource] - used[server][resource];
    }

    private double load(int server) {
        double load = 0;
        for (int r = 0; r < used[server].length; r++) {
            load = Math.max(load, used[server][r] / capacity[server][r]);
        }
        return load;
    }
}
