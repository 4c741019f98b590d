package dev.stowage.policy.placement;

import dev.stowage.basis.PlainState;

/**
 * The server that fits whose remaining capacity points most in the direction of the demand: the
 * largest inner product of demand and remaining capacity, both as shares of the server's capacity,
 * ties to the lowest number. Source: Panigrahy, Talwar, Uyeda and Wieder, Heuristics for vector bin
 * packing, Microsoft Research, 2011 (dot product); here with weight 1 for each resource.
 */
final class DotProduct implements PlacementPolicy, ServerScore, PlainState {
    private long cpuMicroCores;
    private long memoryBytes;

    // what a unit that is free counts, for servers of the capacity that was met last
    private long capacityMicroCores;
    private long capacityBytes;
    private double cpuWeight;
    private double memoryWeight;

    @Override
    public int place(TaskView task, ClusterView cluster) {
        cpuMicroCores = task.cpuMicroCores();
        memoryBytes = task.memoryBytes();
        weigh(capacityMicroCores, capacityBytes);
        return cluster.best(task, this);
    }

    private void weigh(long microCores, long bytes) {
        capacityMicroCores = microCores;
        capacityBytes = bytes;
        cpuWeight = FreeRange.share(cpuMicroCores, microCores) / Math.max(1, microCores);
        memoryWeight = FreeRange.share(memoryBytes, bytes) / Math.max(1, bytes);
    }

    @Override
    public double score(long freeMicroCores, long freeBytes, long microCores, long bytes) {
        if (microCores != capacityMicroCores || bytes != capacityBytes) {
            weigh(microCores, bytes);
        }
        return cpuWeight * freeMicroCores + memoryWeight * freeBytes;
    }

    @Override
    public double upperBound(FreeRange range) {
        return score(
                range.highestMicroCores,
                range.highestBytes,
                range.lowestCapacityMicroCores,
                range.lowestCapacityBytes);
    }
}
