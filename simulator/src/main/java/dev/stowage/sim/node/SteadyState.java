package dev.stowage.sim.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.policy.node.NodeSetup;
import java.util.List;

/** One service alone on a node with a given part of it, in the steady state and without noise. */
public final class SteadyState {
    private SteadyState() {}

    /**
     * A part of a node; disk and network are the service's.
     *
     * @param level of frequency
     */
    public record Part(int cores, int ways, int level, int memoryGb) {}

    /**
     * Latency over target of a single request, on all of a node, while other services take memory
     * bandwidth, which cannot be divided: above 1 no allocation meets the target.
     *
     * @param othersGBps what the others ask for
     */
    public static double atRestBeside(NodeProfile node, ServiceProfile service, double othersGBps) {
        int ways = node.whole(NodeParameter.WAYS);
        ServiceModel model =
                new ServiceModel(
                        service,
                        node,
                        ErlangWait.upTo(
                                Math.max(
                                        node.whole(NodeParameter.CORES),
                                        service.parameters()
                                                .whole(ServiceParameter.REFERENCE_CORES))));
        double share = othersGBps / node.of(NodeParameter.MEMORY_BANDWIDTH);
        return model.overTarget(
                model.factor(ways, node.highestLevel(), share, 0) * model.response.percentile());
    }

    /** Latency over target; very large where there is no steady state. */
    public static double latencyOverTarget(
            NodeProfile node, ServiceProfile service, double load, Part part) {
        Allocation allocation = new Allocation(1, NodeSetup.totals(node), node.highestLevel());
        allocation.divideEqually(NodeResource.DISK, new int[] {0});
        allocation.divideEqually(NodeResource.NETWORK, new int[] {0});
        allocation.move(NodeResource.CORES, Allocation.POOL, 0, part.cores());
        allocation.move(NodeResource.WAYS, Allocation.POOL, 0, part.ways());
        allocation.move(NodeResource.MEMORY, Allocation.POOL, 0, part.memoryGb());
        allocation.setLevel(0, part.level());
        NodePerformance performance = new NodePerformance(node, List.of(service), List.of());
        performance.setLoad(0, load);
        return performance.latencyOverTarget(0, allocation);
    }
}
