package dev.stowage.policy.placement;

/** The lowest-numbered server that fits. */
final class FirstFit implements PlacementPolicy {
    @Override
    public int place(TaskView task, ClusterView cluster) {
        return cluster.firstFit(task);
    }
}
