package dev.stowage.sim.cluster;

import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.ServerScore;
import dev.stowage.policy.placement.TaskView;

/** The servers of a cluster without any index: answers by looking at one after the other. */
final class ScannedServers implements ClusterView {
    private final Cluster cluster;

    ScannedServers(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public int size() {
        return cluster.size();
    }

    @Override
    public boolean fits(int server, TaskView task) {
        return cluster.fits(server, task);
    }

    @Override
    public double dominantShare(int server) {
        return cluster.dominantShare(server);
    }

    @Override
    public double dominantShareWith(int server, TaskView task) {
        return cluster.dominantShareWith(server, task);
    }

    @Override
    public double score(int server, ServerScore score) {
        return cluster.score(server, score);
    }

    @Override
    public int firstFit(TaskView task) {
        return firstFitFrom(0, task);
    }

    @Override
    public int firstFitFrom(int from, TaskView task) {
        for (int server = from; server < size(); server++) {
            if (cluster.fits(server, task)) {
                return server;
            }
        }
        return NONE;
    }

    @Override
    public int mostLoadedFit(TaskView task) {
        int best = NONE;
        double load = -1;
        for (int server = 0; server < size(); server++) {
            if (cluster.fits(server, task) && cluster.dominantShare(server) > load) {
                best = server;
                load = cluster.dominantShare(server);
            }
        }
        return best;
    }

    @Override
    public int leastLoadedFit(TaskView task) {
        int best = NONE;
        double load = 2;
        for (int server = 0; server < size(); server++) {
            if (cluster.fits(server, task) && cluster.dominantShare(server) < load) {
                best = server;
                load = cluster.dominantShare(server);
            }
        }
        return best;
    }

    @Override
    public int best(TaskView task, ServerScore score) {
        int best = NONE;
        double highest = Double.NEGATIVE_INFINITY;
        for (int server = 0; server < size(); server++) {
            if (cluster.fits(server, task)) {
                double value = cluster.score(server, score);
                if (value > highest) {
                    best = server;
                    highest = value;
                }
            }
        }
        return best;
    }

    @Override
    public int countFits(TaskView task) {
        int count = 0;
        for (int server = 0; server < size(); server++) {
            count += cluster.fits(server, task) ? 1 : 0;
        }
        return count;
    }

    @Override
    public int fit(int k, TaskView task) {
        int server = firstFit(task);
        for (int i = 0; i < k; i++) {
            server = firstFitFrom(server + 1, task);
        }
        return server;
    }
}
