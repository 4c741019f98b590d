package dev.stowage.workflow.pack;

import dev.stowage.model.ClusterTerms;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerType;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Servers of a fleet as those of a packing problem, each at cost 1.
 *
 * @param resources CPU, memory, GPUs where they count, then those of {@code named}
 * @param named other resources, by the names that attributes of servers have
 * @param headRoom share of each that stays free
 */
public record FleetServers(
        List<PackingResource> resources, List<PackingResource> named, HeadRoom headRoom) {
    /** Pods that a node takes where nothing says it. Source: kubelet, default of maxPods. */
    static final long USUAL_PODS = 110;

    public FleetServers {
        resources = List.copyOf(resources);
        named = List.copyOf(named);
    }

    /**
     * A server, called after its type.
     *
     * @param number of it, from 1
     * @param domain number of its failure domain, from 0
     */
    public PackServer server(ServerType type, int number, int domain) {
        ResourceVector capacity =
                amounts(
                        type.capacity().cpuMicroCores(),
                        type.capacity().memoryBytes(),
                        type.extras().gpuMicros(),
                        there(type.extras()));
        return new PackServer(
                type.name() + "-" + number,
                type.name(),
                "domain-" + (domain + 1),
                capacity,
                headRoom.below(capacity, resources),
                BigDecimal.ONE,
                type.extras().attributes());
    }

    /** Amounts of named resources that a server has, by itself and by its attributes. */
    private static SortedMap<String, Long> there(ServerExtras extras) {
        SortedMap<String, Long> there = there(extras.attributes());
        there.put(PackingResource.DISK.name(), extras.diskBytes());
        there.put(PackingResource.NETWORK.name(), extras.networkBitsPerSecond());
        return there;
    }

    /** Amounts of named resources that a server has by its attributes. */
    static SortedMap<String, Long> there(Map<String, String> attributes) {
        SortedMap<String, Long> there = ClusterTerms.there(attributes);
        there.putIfAbsent(ClusterTerms.PODS, USUAL_PODS);
        return there;
    }

    /**
     * Amounts of the resources that count.
     *
     * @param others by name; one that is not in it is 0
     */
    ResourceVector amounts(
            long cpuMicroCores, long memoryBytes, long gpuMicros, Map<String, Long> others) {
        long[] amounts = new long[resources.size()];
        amounts[resources.indexOf(PackingResource.CPU)] = cpuMicroCores;
        amounts[resources.indexOf(PackingResource.MEMORY)] = memoryBytes;
        if (resources.contains(PackingResource.GPU)) {
            amounts[resources.indexOf(PackingResource.GPU)] = gpuMicros;
        }
        for (PackingResource each : named) {
            @Nullable Long amount = others.get(each.name());
            amounts[resources.indexOf(each)] = amount == null ? 0 : amount;
        }
        return ResourceVector.of(amounts);
    }
}
