package dev.stowage.policy.placement;

import dev.stowage.basis.Check;
import java.util.random.RandomGenerator;

/**
 * Probes {@code d} servers at random, with replacement, and takes the least loaded one that fits,
 * ties to the lowest number; if no probe fits, the lowest-numbered server that does. Source:
 * Mitzenmacher, IEEE TPDS 12(10), 2001.
 */
final class PowerOfD implements PlacementPolicy {
    private final int d;
    private final RandomGenerator random; // this run's stream "placement"

    PowerOfD(int d, RandomGenerator random) {
        this.d = Check.positive("d", d);
        this.random = random;
    }

    @Override
    public int place(TaskView task, ClusterView cluster) {
        int best = ClusterView.NONE;
        for (int probe = 0; probe < d; probe++) {
            int server = random.nextInt(cluster.size());
            if (cluster.fits(server, task)
                    && (best == ClusterView.NONE || isBetter(server, best, cluster))) {
                best = server;
            }
        }
        return best == ClusterView.NONE ? cluster.firstFit(task) : best;
    }

    private static boolean isBetter(int a, int b, ClusterView cluster) {
        int order = Double.compare(cluster.dominantShare(a), cluster.dominantShare(b));
        return order < 0 || (order == 0 && a < b);
    }
}
