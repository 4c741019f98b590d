package dev.stowage.policy.placement;

/**
 * The server that fits whose remaining capacity points most in the direction of the demand: the
 * largest inner product of demand and remaining capacity, both as shares of the server's capacity,
 * ties to the lowest number. Source: Panigrahy, Talwar, Uyeda and Wieder, Heuristics for vector bin
 * packing, Microsoft Research, 2011 (dot product); here with weight 1 for each resource.
 */
final class DotProduct implements PlacementPolicy, ServerScore {
    private long cpuMicroCores;
    private long memoryBytes;

    @Override
    public int place(TaskView task, ClusterView cluster) {
        cpuMicroCores = task.cpuMicroCores();
        memoryBytes = task.memoryBytes();
        return cluster.best(task, this);
    }

    @Override
    public double score(
            long freeMicroCores, long freeBytes, long capacityMicroCores, long capacityBytes) {
        return FreeRange.share(cpuMicroCores, capacityMicroCores)
                        * FreeRange.share(freeMicroCores, capacityMicroCores)
                + FreeRange.share(memoryBytes, capacityBytes)
                        * FreeRange.share(freeBytes, capacityBytes);
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
