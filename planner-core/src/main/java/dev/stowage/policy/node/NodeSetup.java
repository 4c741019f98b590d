package dev.stowage.policy.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What a manager is told before a run.
 *
 * @param node the server
 * @param services the latency-critical services: owners from 0 on
 * @param variants most approximate variant of each approximate job: the owners after the services
 * @param hasBestEffort true if the pool has best-effort jobs
 * @param model for the oracle alone
 */
public record NodeSetup(
        NodeProfile node,
        List<ServiceProfile> services,
        List<Integer> variants,
        boolean hasBestEffort,
        NodeModel model) {
    public NodeSetup {
        services = List.copyOf(services);
        variants = List.copyOf(variants);
    }

    /** Units of each resource that the server has. */
    public Map<NodeResource, Integer> totals() {
        return totals(node);
    }

    /** Units of each resource that a server has. */
    public static Map<NodeResource, Integer> totals(NodeProfile node) {
        double parts = node.of(NodeParameter.NETWORK) / node.of(NodeParameter.NETWORK_STEP);
        return Map.of(
                NodeResource.CORES, node.whole(NodeParameter.CORES),
                NodeResource.WAYS, node.whole(NodeParameter.WAYS),
                NodeResource.MEMORY, node.whole(NodeParameter.MEMORY_GB),
                NodeResource.DISK, node.whole(NodeParameter.DISK_STEPS),
                NodeResource.NETWORK, (int) Math.floor(parts + 1e-9));
    }

    /** The services, that with the strictest target first; ties in their order. */
    public int[] strictestFirst() {
        return IntStream.range(0, services.size())
                .boxed()
                .sorted(
                        Comparator.comparingDouble(
                                i -> services.get(i).of(ServiceParameter.TARGET_SECONDS)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Gb/s of one part of the network. */
    public double networkStep() {
        return node.of(NodeParameter.NETWORK_STEP);
    }
}
