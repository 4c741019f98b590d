package dev.stowage.policy.placement;

/**
 * The least loaded server that fits, ties to the lowest number: spreads the load. Source:
 * Sfakianakis 2023, section 3.6.5 (LL). It is worst fit too, the literature's name for the server
 * with the most room, which is what the dominant share leaves: Johnson, Near-optimal bin packing
 * algorithms, PhD thesis, MIT, 1973.
 */
final class LeastLoad implements PlacementPolicy {
    @Override
    public int place(TaskView task, ClusterView cluster) {
        return cluster.leastLoadedFit(task);
    }

    @Override
    public double preference(int server, TaskView task, ClusterView cluster) {
        return -cluster.dominantShare(server);
    }
}
