package dev.stowage.sim.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.policy.node.NodeSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What services need of a node at the same time, whoever divides it: bounds from below, each of a
 * service that has all the rest of the node for itself.
 */
public final class SharedNeeds {
    private final NodeProfile node;
    private final List<NodePerformance> alone;
    private final int otherOwners;
    private final double otherResidentGb;

    /**
     * Of some services.
     *
     * @param otherOwners approximate jobs, each with a core and a way of its own
     * @param otherResidentGb memory that they can't do without
     */
    public SharedNeeds(
            NodeProfile node,
            List<ServiceProfile> services,
            int otherOwners,
            double otherResidentGb) {
        this.node = node;
        this.otherOwners = otherOwners;
        this.otherResidentGb = otherResidentGb;
        alone =
                services.stream()
                        .map(each -> new NodePerformance(node, List.of(each), List.of()))
                        .toList();
    }

    /**
     * A resource of which services need more than there is.
     *
     * @param needed in units of the resource; Gb/s of the network, MB/s of the disk
     * @param available for them
     * @param isForDivisions true if only services that share cores could do with less
     */
    public record Shortage(
            NodeResource resource, double needed, double available, boolean isForDivisions) {
        /** How many times as much is needed. */
        public double ratio() {
            return needed / available;
        }
    }

    /**
     * The resource that is shortest at some loads; empty where a service cannot meet its target
     * even alone, and where no resource is short by itself. What is short for whoever divides the
     * node comes before what is short for divisions only.
     */
    public Optional<Shortage> shortest(double[] loads) {
        if (!areMetAlone(loads)) {
            return Optional.empty();
        }
        List<Shortage> all = new ArrayList<>();
        all.add(asked(NodeResource.NETWORK, node.of(NodeParameter.NETWORK), loads));
        all.add(asked(NodeResource.DISK, node.of(NodeParameter.DISK), loads));
        all.add(asked(NodeResource.CORES, total(NodeResource.CORES) - otherOwners, loads));
        all.add(fewest(NodeResource.WAYS, total(NodeResource.WAYS) - otherOwners));
        all.add(fewest(NodeResource.MEMORY, total(NodeResource.MEMORY) - otherResidentGb));
        Optional<Shortage> found = shortestOf(all);
        return found.isPresent()
                ? found
                : shortestOf(
                        List.of(
                                fewest(NodeResource.CORES, total(NodeResource.CORES) - otherOwners),
                                fewest(NodeResource.NETWORK, total(NodeResource.NETWORK))));
    }

    /** True if each could meet its target at its load with all of the node. */
    public boolean areMetAlone(double[] loads) {
        boolean areMet = true;
        for (int i = 0; i < loads.length; i++) {
            alone.get(i).setLoad(0, loads[i]);
            areMet &= meets(i, NodeResource.CORES, total(NodeResource.CORES));
        }
        return areMet;
    }

    private static Optional<Shortage> shortestOf(List<Shortage> all) {
        return all.stream()
                .filter(each -> each.ratio() > 1)
                .max((a, b) -> Double.compare(a.ratio(), b.ratio()));
    }

    /** What services ask for, however it is divided. */
    private Shortage asked(NodeResource resource, double available, double[] loads) {
        double sum = 0;
        for (int i = 0; i < loads.length; i++) {
            ServiceModel service = alone.get(i).services[0];
            sum +=
                    switch (resource) {
                        case NETWORK -> service.networkGbps * loads[i];
                        case DISK -> service.isStorageBound() ? service.diskMBps * loads[i] : 0;
                        default ->
                                service.isStorageBound() ? 0 : service.utilisation(loads[i], 1, 1);
                    };
        }
        return new Shortage(resource, sum, available, false);
    }

    /** The fewest units with which each could meet its target. */
    private Shortage fewest(NodeResource resource, double available) {
        int sum = 0;
        for (int i = 0; i < alone.size(); i++) {
            sum += least(i, resource);
        }
        boolean isShared = resource == NodeResource.CORES || resource == NodeResource.NETWORK;
        return new Shortage(resource, sum, available, isShared);
    }

    /** By binary search, as more is never slower; one more than there are if all are too few. */
    private int least(int service, NodeResource resource) {
        int low = resource == NodeResource.NETWORK ? 0 : 1;
        int high = total(resource) + 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (meets(service, resource, middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean meets(int service, NodeResource resource, int units) {
        Allocation allocation = new Allocation(1, NodeSetup.totals(node), node.highestLevel());
        for (NodeResource each : NodeResource.values()) {
            int given = each == resource ? units : total(each);
            allocation.move(each, Allocation.POOL, 0, given);
        }
        return alone.get(service).latencyOverTarget(0, allocation) <= 1;
    }

    private int total(NodeResource resource) {
        Integer total = NodeSetup.totals(node).get(resource);
        if (total == null) {
            throw new IllegalStateException("no total of " + resource);
        }
        return total;
    }
}
