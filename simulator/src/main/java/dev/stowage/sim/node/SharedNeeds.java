package dev.stowage.sim.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.policy.node.NodeSetup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What services need of a node at the same time, whoever divides it: bounds from below, each of a
 * service that has all the rest of the node for itself.
 */
public final class SharedNeeds {
    private static final int MOST_PARTS = 64;
    private static final List<ServiceParameter> SIZES =
            List.of(ServiceParameter.RESIDENT_GB, ServiceParameter.CACHED_DATA_GB);

    private final NodeProfile node;
    private final List<ServiceProfile> services;
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
        this.services = List.copyOf(services);
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
     * @param isForDivisions true if only services that share could do with less
     */
    public record Shortage(
            NodeResource resource, double needed, double available, boolean isForDivisions) {
        /** How many times as much is needed. */
        public double ratio() {
            return needed / available;
        }
    }

    /**
     * All resources that are short at some loads, the shortest first; none where a service cannot
     * meet its target even alone. Where some are short for whoever divides the node, what is short
     * for divisions only is left out.
     */
    public List<Shortage> all(double[] loads) {
        if (!areMetAlone(loads)) {
            return List.of();
        }
        List<Shortage> whoever = new ArrayList<>(asked(loads));
        whoever.add(waysOfTheirOwn());
        whoever.add(memory(loads));
        List<Shortage> found = isShort(whoever);
        return found.isEmpty()
                ? isShort(
                        List.of(
                                fewest(NodeResource.CORES, free(NodeResource.CORES)),
                                fewest(NodeResource.NETWORK, total(NodeResource.NETWORK)),
                                fewest(NodeResource.WAYS, free(NodeResource.WAYS)),
                                fewest(
                                        NodeResource.MEMORY,
                                        total(NodeResource.MEMORY) - otherResidentGb)))
                : found;
    }

    /**
     * What they ask for of network, disk and busy cores beside what there is, short or not, however
     * the node is divided: services that ask for more have no steady state.
     */
    public List<Shortage> asked(double[] loads) {
        return List.of(
                asked(NodeResource.NETWORK, node.of(NodeParameter.NETWORK), loads),
                asked(NodeResource.DISK, node.of(NodeParameter.DISK), loads),
                asked(NodeResource.CORES, free(NodeResource.CORES), loads));
    }

    /** The first of them. */
    public Optional<Shortage> shortest(double[] loads) {
        return all(loads).stream().findFirst();
    }

    private double free(NodeResource resource) {
        return total(resource) - otherOwners;
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

    private static List<Shortage> isShort(List<Shortage> all) {
        return all.stream()
                .filter(each -> each.ratio() > 1)
                .sorted(Comparator.comparingDouble(Shortage::ratio).reversed())
                .toList();
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

    /** The fewest units of their own with which each could meet its target. */
    private Shortage fewest(NodeResource resource, double available) {
        int sum = 0;
        for (int i = 0; i < alone.size(); i++) {
            sum += least(i, resource);
        }
        return new Shortage(resource, sum, available, true);
    }

    /** Those for which a single way is too few: of a pool none has more than an even part. */
    private Shortage waysOfTheirOwn() {
        int sum = 0;
        for (int i = 0; i < alone.size(); i++) {
            int least = least(i, NodeResource.WAYS);
            sum += least > 1 ? least : 0;
        }
        return new Shortage(NodeResource.WAYS, sum, free(NodeResource.WAYS), false);
    }

    /** Memory that none has together with another, GB; of a pool not in whole ones. */
    private Shortage memory(double[] loads) {
        double sum = 0;
        for (int i = 0; i < alone.size(); i++) {
            sum += memoryOf(i, loads[i]);
        }
        return new Shortage(
                NodeResource.MEMORY, sum, total(NodeResource.MEMORY) - otherResidentGb, false);
    }

    /**
     * Memory with less of which a service does not meet its target, rounded down to a part of a GB:
     * all sizes are taken as many times as large. None where the least whole GB is enough.
     */
    private double memoryOf(int service, double load) {
        if (least(service, NodeResource.MEMORY) == 1) {
            return 0;
        }
        ServiceProfile own = services.get(service);
        int parts = parts(own);
        NodeProfile fine =
                node.with(
                        NodeParameter.MEMORY_GB,
                        parts * node.of(NodeParameter.MEMORY_GB),
                        ParameterSource.OURS);
        for (ServiceParameter key : SIZES) {
            own = own.with(key, parts * own.of(key), ParameterSource.OURS);
        }
        SharedNeeds scaled = new SharedNeeds(fine, List.of(own), 0, 0);
        scaled.alone.get(0).setLoad(0, load);
        return (scaled.least(0, NodeResource.MEMORY) - 1) / (double) parts;
    }

    /** Parts of a GB: as many as the largest sizes of profiles allow, 64 at most. */
    private int parts(ServiceProfile service) {
        double most =
                Math.min(
                        MOST_PARTS,
                        NodeParameter.MEMORY_GB.form().high() / node.of(NodeParameter.MEMORY_GB));
        for (ServiceParameter key : SIZES) {
            most = Math.min(most, key.form().high() / Math.max(1, service.of(key)));
        }
        return (int) Math.max(1, most);
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
