package dev.stowage.cli;

import dev.stowage.model.ServerType;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import java.math.BigDecimal;
import java.util.List;

/**
 * Servers of a fleet as those of a packing problem, each at cost 1.
 *
 * @param resources CPU, memory, and GPUs where they count
 * @param headRoom share of each that stays free
 */
record FleetServers(List<PackingResource> resources, HeadRoom headRoom) {
    FleetServers {
        resources = List.copyOf(resources);
    }

    /**
     * A server, called after its type.
     *
     * @param number of it, from 1
     * @param domain number of its failure domain, from 0
     */
    PackServer server(ServerType type, int number, int domain) {
        ResourceVector capacity =
                amounts(
                        type.capacity().cpuMicroCores(),
                        type.capacity().memoryBytes(),
                        type.extras().gpuMicros());
        return new PackServer(
                type.name() + "-" + number,
                type.name(),
                "domain-" + (domain + 1),
                capacity,
                headRoom.below(capacity, resources),
                BigDecimal.ONE,
                type.extras().attributes());
    }

    /** Amounts of the resources that count. */
    ResourceVector amounts(long cpuMicroCores, long memoryBytes, long gpuMicros) {
        return resources.contains(PackingResource.GPU)
                ? ResourceVector.of(cpuMicroCores, memoryBytes, gpuMicros)
                : ResourceVector.of(cpuMicroCores, memoryBytes);
    }
}
