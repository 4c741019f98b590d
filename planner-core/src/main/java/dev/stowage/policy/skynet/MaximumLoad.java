package dev.stowage.policy.skynet;

/**
 * Which server an application is put on: the most loaded one on which it fits into 90 % of each
 * resource, ties to the lowest number. The last tenth is for what grows in place. Load is the
 * dominant share before placing. {@code spread} takes the least loaded instead.
 *
 * <p>Source: Sfakianakis 2023, 3.6.5, Algorithm 2 (Maximum-Load, LL). What "load" is, is ours.
 */
public final class MaximumLoad {
    /** No server. */
    public static final int NONE = -1;

    /** Share of a server that placements may fill. */
    public static final double PLACEABLE = 0.9;

    private static final double ROUNDING = 1e-9;

    private final double[][] used; // by server, resource
    private final boolean isSpread;

    /** Empty servers of capacity 1 in each resource. */
    public MaximumLoad(int servers, int resources, boolean isSpread) {
        used = new double[servers][resources];
        this.isSpread = isSpread;
    }

    /** The server for new amounts, other than {@code except}, or {@link #NONE}. */
    public int choose(double[] amounts, int except) {
        int best = NONE;
        for (int server = 0; server < used.length; server++) {
            if (server != except && fits(server, amounts, PLACEABLE) && isBetter(server, best)) {
                best = server;
            }
        }
        return best;
    }

    private boolean isBetter(int server, int best) {
        if (best == NONE) {
            return true;
        }
        return isSpread ? load(server) < load(best) : load(server) > load(best);
    }

    /** True if amounts fit on a server in place: into all of it. */
    public boolean canGrow(int server, double[] amounts) {
        return fits(server, amounts, 1);
    }

    private boolean fits(int server, double[] amounts, double share) {
        for (int r = 0; r < amounts.length; r++) {
            if (used[server][r] + amounts[r] > share + ROUNDING) {
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

    /** What of a resource is used on a server, as a share. */
    public double used(int server, int resource) {
        return used[server][resource];
    }

    private double load(int server) {
        double load = 0;
        for (double share : used[server]) {
            load = Math.max(load, share);
        }
        return load;
    }
}
