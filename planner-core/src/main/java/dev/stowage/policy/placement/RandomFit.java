package dev.stowage.policy.placement;

import java.util.random.RandomGenerator;

/**
 * A server drawn uniformly from those that fit. Draws from all servers first, which is uniform over
 * those that fit once a draw fits; after a few misses it asks whether any fits, and it counts those
 * that do only after many, when there are few. So a placement is cheap however full the cluster is.
 */
final class RandomFit implements PlacementPolicy {
    private static final int FIRST_DRAWS = 16;
    private static final int MORE_DRAWS = 240; // all miss: less than 2 % fit (99 %)

    private final RandomGenerator random; // this run's stream "placement"

    RandomFit(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public int place(TaskView task, ClusterView cluster) {
        int server = draw(FIRST_DRAWS, task, cluster);
        if (server == ClusterView.NONE && cluster.firstFit(task) != ClusterView.NONE) {
            server = draw(MORE_DRAWS, task, cluster);
            if (server == ClusterView.NONE) {
                server = cluster.fit(random.nextInt(cluster.countFits(task)), task);
            }
        }
        return server;
    }

    private int draw(int draws, TaskView task, ClusterView cluster) {
        for (int draw = 0; draw < draws; draw++) {
            int server = random.nextInt(cluster.size());
            if (cluster.fits(server, task)) {
                return server;
            }
        }
        return ClusterView.NONE;
    }
}
