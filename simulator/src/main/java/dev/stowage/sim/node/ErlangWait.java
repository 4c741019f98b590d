package dev.stowage.sim.node;

import dev.stowage.basis.Check;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The percentile of the wait in M/M/k, in mean service times: {@code w(rho) = ln(C / (1 - q)) / (k
 * (1 - rho))}, 0 where it is negative, with {@code C} Erlang's probability of a wait.
 *
 * <p>Hot: the logarithm of {@code C} is interpolated in a table of 4,096 utilisations, off by less
 * than 1e-4 of the wait above utilisation 0.05. Guarded by {@code NodeBenchmark}. Source: A. K.
 * Erlang, 1917; exponential tails of other queues: J. Abate, G. L. Choudhury, W. Whitt, Operations
 * Research 43(5), 1995.
 */
public final class ErlangWait {
    private static final int CELLS = 4096;

    /** Tables made so far: they depend on nothing but the number of servers. */
    private static final Map<Integer, ErlangWait> KNOWN = new ConcurrentHashMap<>();

    /** Utilisation above which the wait in a steady state says nothing of an interval. */
    static final double MOST = 0.9999;

    private final int servers;
    private final double perServers;
    private final double[] logProbability = new double[CELLS + 1];

    private ErlangWait(int servers) {
        this.servers = servers;
        perServers = 1.0 / servers;
        for (int cell = 0; cell <= CELLS; cell++) {
            double rho = Math.min((double) cell / CELLS, 1 - 1e-12);
            logProbability[cell] = Math.log(Math.max(probability(servers, rho), 1e-300));
        }
    }

    /** Those of 1 to {@code most} servers, by their number. */
    static ErlangWait[] upTo(int most) {
        ErlangWait[] all = new ErlangWait[Check.positive("most", most) + 1];
        for (int servers = 1; servers <= most; servers++) {
            all[servers] = KNOWN.computeIfAbsent(servers, ErlangWait::new);
        }
        return all;
    }

    /** Erlang's C: the probability that an arrival waits, exactly. */
    public static double probability(int servers, double rho) {
        double load = rho * servers;
        double blocked = 1;
        for (int i = 1; i <= servers; i++) {
            blocked = load * blocked / (i + load * blocked);
        }
        return blocked / (1 - rho * (1 - blocked));
    }

    /** Logarithm of the probability of a wait. */
    double logProbability(double rho) {
        double at = rho * CELLS;
        int cell = (int) at;
        return logProbability[cell]
                + (at - cell) * (logProbability[cell + 1] - logProbability[cell]);
    }

    /**
     * The percentile of the wait.
     *
     * @param logOdds {@code ln(1 / (1 - q))}
     */
    double percentile(double rho, double logOdds) {
        double capped = Math.min(rho, MOST);
        return timesIdle(capped, logOdds) / (1 - capped);
    }

    /** The percentile of the wait times {@code 1 - rho}, of at most {@link #MOST}. */
    double timesIdle(double rho, double logOdds) {
        double wait = logOdds + logProbability(rho);
        return wait <= 0 ? 0 : wait * perServers; // a comparison, as in ServiceState
    }

    int servers() {
        return servers;
    }

    /** One over the number of servers. */
    double perServers() {
        return perServers;
    }
}
