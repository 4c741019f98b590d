package dev.stowage.policy.placement;

/**
 * The most loaded server that still fits, ties to the lowest number. Source: Sfakianakis 2023,
 * section 3.6.5 (Maximum-Load, ML).
 */
final class BestFit implements PlacementPolicy {
    @Override
    public int place(TaskView task, ClusterView cluster) {
        return cluster.mostLoadedFit(task);
    }

    @Override
    public double preference(int server, TaskView task, ClusterView cluster) {
        return cluster.dominantShare(server);
    }
}
