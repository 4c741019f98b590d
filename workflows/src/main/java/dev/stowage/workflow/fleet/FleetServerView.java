package dev.stowage.workflow.fleet;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.Parameter;
import java.util.List;

/**
 * What a manager divides of a server, in {@code fleet.json}; where each figure comes from stands
 * beside it, as in a file of profiles.
 *
 * @param cores that are managed
 * @param threadsPerCore hardware threads of a core
 * @param cacheWays of the last-level cache
 * @param memoryGb without that of the operating system
 * @param diskMBps bandwidth of the disk
 * @param diskParts in which the disk is divided
 * @param networkPartGbps a part in which the network is divided
 * @param frequenciesGhz rising; the last is that without any limit
 * @param bestEffort names of the jobs that run in the pool
 */
public record FleetServerView(
        Sourced cores,
        Sourced threadsPerCore,
        Sourced cacheWays,
        Sourced memoryGb,
        Sourced diskMBps,
        Sourced diskParts,
        Sourced networkPartGbps,
        List<Double> frequenciesGhz,
        List<String> bestEffort) {
    public FleetServerView {
        frequenciesGhz = List.copyOf(frequenciesGhz);
        bestEffort = List.copyOf(bestEffort);
    }

    /** A figure, and where it comes from. */
    public record Sourced(double value, String source) {}

    static FleetServerView of(NodeProfile node, List<String> bestEffort) {
        return new FleetServerView(
                sourced(node, NodeParameter.CORES),
                sourced(node, NodeParameter.THREADS_PER_CORE),
                sourced(node, NodeParameter.WAYS),
                sourced(node, NodeParameter.MEMORY_GB),
                sourced(node, NodeParameter.DISK),
                sourced(node, NodeParameter.DISK_STEPS),
                sourced(node, NodeParameter.NETWORK_STEP),
                node.frequenciesGhz(),
                bestEffort);
    }

    private static Sourced sourced(NodeProfile node, NodeParameter key) {
        Parameter parameter = node.parameters().parameter(key);
        return new Sourced(parameter.value(), parameter.source().spelling());
    }
}
