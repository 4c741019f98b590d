package dev.stowage.policy.placement;

/**
 * The server with the most room that fits, ties to the lowest number. The bin packing literature's
 * name for what cluster scheduling calls least load: room is what the dominant share leaves.
 * Source: Johnson, Near-optimal bin packing algorithms, PhD thesis, MIT, 1973 (worst fit).
 */
final class WorstFit implements PlacementPolicy {
    @Override
    public int place(TaskView task, ClusterView cluster) {
        return cluster.leastLoadedFit(task);
    }

    @Override
    public double preference(int server, TaskView task, ClusterView cluster) {
        return -cluster.dominantShare(server);
    }
}
