package dev.stowage.policy.placement;

import dev.stowage.basis.Check;
import java.util.random.RandomGenerator;

/**
 * Probes {@code d} servers at random, with replacement, and takes the one that the task would leave
 * with the least remaining resources, ties to the lowest number; a server that the task does not
 * fit on refuses. If all refuse, the lowest-numbered server that fits. Remaining resources are the
 * share that the dominant one leaves. Source: Sfakianakis 2023, section 2.4.1 (QuSparrow, steps 1,
 * 5 and 6 of figure 2.5); its admission control by performance profiles is not modelled here.
 */
final class QuSparrow implements PlacementPolicy {
    private final int d;
    private final RandomGenerator random; // this run's stream "placement"

    QuSparrow(int d, RandomGenerator random) {
        this.d = Check.positive("d", d);
        this.random = random;
    }

    @Override
    public int place(TaskView task, ClusterView cluster) {
        int best = ClusterView.NONE;
        double bestShare = -1;
        for (int probe = 0; probe < d; probe++) {
            int server = random.nextInt(cluster.size());
            if (cluster.fits(server, task)) {
                double share = cluster.dominantShareWith(server, task);
                if (share > bestShare || (share == bestShare && server < best)) {
                    best = server;
                    bestShare = share;
                }
            }
        }
        return best == ClusterView.NONE ? cluster.firstFit(task) : best;
    }
}
