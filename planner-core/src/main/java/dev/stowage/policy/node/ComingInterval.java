package dev.stowage.policy.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import java.util.Arrays;

/** A node and its services in the coming interval, for the Oracle and its searches alone. */
final class ComingInterval {
    private final NodeSetup setup;
    private final double[] loads;

    /** Of a node; its loads are those of the first interval. */
    ComingInterval(NodeSetup setup) {
        this.setup = setup;
        loads = new double[setup.services().size()];
        Arrays.setAll(loads, setup.model()::load);
    }

    /** True if a load is another one than when this was last asked. */
    boolean hasNewLoads() {
        boolean isNew = false;
        for (int service = 0; service < loads.length; service++) {
            double load = setup.model().load(service);
            isNew |= loads[service] != load;
            loads[service] = load;
        }
        return isNew;
    }

    /** Number of services. */
    int services() {
        return loads.length;
    }

    /** True if best-effort jobs run in the pool. */
    boolean hasBestEffort() {
        return setup.hasBestEffort();
    }

    /** Units of a resource of the node. */
    int total(NodeResource resource) {
        Integer total = setup.totals().get(resource);
        if (total == null) {
            throw new IllegalArgumentException("no total of " + resource);
        }
        return total;
    }

    /** Whole GB that a service can't do without, 1 at least; not more than the node has. */
    int residentGb(int service) {
        int needed = Math.max(1, setup.services().get(service).residentWholeGb());
        return Math.min(needed, total(NodeResource.MEMORY));
    }

    /** True if a service keeps data in memory that it reads from the disk otherwise. */
    boolean isCached(int service) {
        return setup.services().get(service).of(ServiceParameter.CACHED_DATA_GB) > 0;
    }

    /** Parts of the disk or the network that a service asks for; no whole number. */
    double asked(NodeResource resource, int service) {
        ServiceProfile profile = setup.services().get(service);
        return switch (resource) {
            case NETWORK ->
                    profile.of(ServiceParameter.NETWORK) * loads[service] / setup.networkStep();
            case DISK ->
                    isCached(service)
                            ? profile.of(ServiceParameter.DISK)
                                    * loads[service]
                                    * setup.node().of(NodeParameter.DISK_STEPS)
                                    / setup.node().of(NodeParameter.DISK)
                            : 0;
            default -> throw new IllegalArgumentException("nobody asks for parts of " + resource);
        };
    }

    /** Latency over target of a service in the steady state, without noise. */
    double latency(int service, Allocation allocation) {
        return setup.model().latencyOverTarget(service, allocation);
    }

    /** That of the service that is worst off. */
    double worst(Allocation allocation) {
        double worst = 0;
        for (int service = 0; service < loads.length; service++) {
            worst = Math.max(worst, latency(service, allocation));
        }
        return worst;
    }
}
