package dev.stowage.policy.placement;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import java.util.List;

/**
 * The server that fits whose expected fragmentation grows least, or shrinks most, by placing the
 * task there, ties to the lowest number. Fragmentation of a server is what is free on it, as the
 * sum of the free shares of CPU and memory, times the share of the tasks seen so far, this one
 * included, that would not fit into it. Source: Weng et al., Beware of fragmentation: scheduling
 * GPU-sharing workloads with fragmentation gradient descent, USENIX ATC 2023 (FGD), there for the
 * fractions of a node's GPUs; here for CPU and memory, and with the mix of tasks learnt on the way.
 */
final class FragmentationGradient implements PlacementPolicy, ServerScore, PlainState {
    private final TaskMix mix = new TaskMix();
    private long cpuMicroCores;
    private long memoryBytes;

    @Override
    public int place(TaskView task, ClusterView cluster) {
        cpuMicroCores = task.cpuMicroCores();
        memoryBytes = task.memoryBytes();
        mix.add(cpuMicroCores, memoryBytes);
        return cluster.best(task, this);
    }

    @Override
    public double score(
            long freeMicroCores, long freeBytes, long capacityMicroCores, long capacityBytes) {
        long cpuLeft = freeMicroCores - cpuMicroCores;
        long memoryLeft = freeBytes - memoryBytes;
        return room(freeMicroCores, freeBytes, capacityMicroCores, capacityBytes)
                        * mix.notFitting(freeMicroCores, freeBytes)
                - room(cpuLeft, memoryLeft, capacityMicroCores, capacityBytes)
                        * mix.notFitting(cpuLeft, memoryLeft);
    }

    @Override
    public double upperBound(FreeRange range) {
        return room(
                                range.highestMicroCores,
                                range.highestBytes,
                                range.lowestCapacityMicroCores,
                                range.lowestCapacityBytes)
                        * mix.notFitting(range.lowestMicroCores, range.lowestBytes)
                - room(
                                range.lowestMicroCores - cpuMicroCores,
                                range.lowestBytes - memoryBytes,
                                range.highestCapacityMicroCores,
                                range.highestCapacityBytes)
                        * mix.notFitting(
                                range.highestMicroCores - cpuMicroCores,
                                range.highestBytes - memoryBytes);
    }

    private static double room(
            long freeMicroCores, long freeBytes, long capacityMicroCores, long capacityBytes) {
        return FreeRange.share(freeMicroCores, capacityMicroCores)
                + FreeRange.share(freeBytes, capacityBytes);
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(mix);
    }
}
