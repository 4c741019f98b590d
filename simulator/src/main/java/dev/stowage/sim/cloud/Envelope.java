package dev.stowage.sim.cloud;

import java.util.List;

/**
 * The paper's {@code optimal}: at each decision the least that any of several runs spends until the
 * next, as if changing between them were free. No plan that could be carried out, and no bound of
 * what could: it may lie below the offline optimum.
 *
 * <p>Source: Sfakianakis, PhD thesis, University of Crete, 2023, section 5.3.1.
 */
public final class Envelope {
    private static final double NANO_USD_SECONDS = 1e9 * 3_600;

    /** Relative difference that adding up doubles makes. */
    private static final double ROUNDING = 1e-9;

    private final long[] nanoUsdSeconds;

    private Envelope(long[] nanoUsdSeconds) {
        this.nanoUsdSeconds = nanoUsdSeconds;
    }

    /**
     * The envelope of runs over the same demand.
     *
     * @throws IllegalArgumentException if there are none, or their decisions differ in number
     */
    public static Envelope of(List<DeploymentRun> runs) {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("runs is empty, expected at least one");
        }
        long[] least = billed(runs.get(0));
        for (int run = 1; run < runs.size(); run++) {
            long[] cost = billed(runs.get(run));
            if (cost.length != least.length) {
                throw new IllegalArgumentException(
                        cost.length + " decisions, expected " + least.length);
            }
            for (int i = 0; i < cost.length; i++) {
                least[i] = Math.min(least[i], cost[i]);
            }
        }
        return new Envelope(least);
    }

    /** What a run's bill takes off or adds is spread over its decisions in proportion. */
    private static long[] billed(DeploymentRun run) {
        long[] cost = run.nanoUsdSecondsByDecision();
        double listUsd = run.listUsd() - run.egressUsd();
        double share = listUsd > 0 ? (run.usd() - run.egressUsd()) / listUsd : 1;
        if (Math.abs(share - 1) > ROUNDING) {
            for (int i = 0; i < cost.length; i++) {
                cost[i] = (long) (cost[i] * share);
            }
        }
        return cost;
    }

    /** Total, USD. */
    public double usd() {
        double sum = 0;
        for (long cost : nanoUsdSeconds) {
            sum += cost / NANO_USD_SECONDS;
        }
        return sum;
    }
}
