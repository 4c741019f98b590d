package dev.stowage.sim.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;

/**
 * Services and best-effort jobs that share cores, ways and memory without a partition.
 *
 * <p>All cores of the pool serve the requests of all its services; ways are split evenly; a request
 * that finds all cores busy waits a time slice behind services with longer requests; the sibling
 * thread is another's as often as the pool is busy. Best-effort jobs take the cores that are left.
 * All of this is our choice: no published table can tell.
 */
final class PoolModel {
    private static final double SLICE_ODDS = 3; // ln of the odds at which a slice counts whole

    private final ServiceState[] services;
    private final BatchModel[] batch;
    private final double siblingShare;
    private final double sliceSeconds;

    PoolModel(NodeProfile node, ServiceState[] services, BatchModel[] batch) {
        this.services = services;
        this.batch = batch;
        siblingShare = node.of(NodeParameter.SIBLING_SHARE);
        sliceSeconds = node.of(NodeParameter.SLICE_SECONDS);
    }

    /** Services and jobs in the pool. */
    int tenants(Allocation allocation) {
        int count = batch.length;
        for (int service = 0; service < services.length; service++) {
            count += allocation.isInPool(service) ? 1 : 0;
        }
        return count;
    }

    /** Memory bandwidth of the best-effort jobs. */
    double batchBandwidth(Allocation allocation) {
        if (batch.length == 0 || allocation.isPoolPaused()) {
            return 0;
        }
        double cores =
                (double) allocation.units(NodeResource.CORES, Allocation.POOL) / batch.length;
        double sum = 0;
        for (BatchModel job : batch) {
            sum += job.bandwidthPerCore() * Math.min(cores, job.mostCores());
        }
        return sum;
    }

    /** How often best-effort jobs are on the siblings of cores that others own. */
    double siblingOfOwned(Allocation allocation) {
        if (allocation.isPoolPaused()) {
            return 0;
        }
        double free = 1;
        for (BatchModel job : batch) {
            free *= 1 - job.siblingShare();
        }
        return 1 - free;
    }

    /** Evaluates its tenants, at least one; returns the work of best-effort jobs per second. */
    double evaluate(Allocation allocation, NodePerformance node, int tenants) {
        int cores = allocation.units(NodeResource.CORES, Allocation.POOL);
        if (allocation.isPoolPaused() || cores == 0) {
            stop();
            return 0;
        }
        double alone = factors(allocation, node, tenants, 0);
        double busy = batch.length > 0 ? 1 : Math.min(1, alone / cores);
        double demand = tenants > 1 ? factors(allocation, node, tenants, busy) : alone;
        latencies(allocation, demand / cores);
        return batchSpeed(allocation, node, tenants, cores - demand);
    }

    private void stop() {
        for (ServiceState each : services) {
            if (each.isInPool) {
                each.share(1, 1, 1);
                each.finish(NodePerformance.STARVED, 0, 0);
            }
        }
    }

    /** Sets the factors of all services; returns the cores that they keep busy. */
    private double factors(
            Allocation allocation, NodePerformance node, int tenants, double busySibling) {
        int ways = Math.max(1, allocation.units(NodeResource.WAYS, Allocation.POOL) / tenants);
        int cores = allocation.units(NodeResource.CORES, Allocation.POOL);
        double sum = 0;
        for (ServiceState each : services) {
            if (!each.isInPool) {
                continue;
            }
            ServiceModel model = each.model;
            double factor =
                    model.factor(
                            ways,
                            allocation.level(Allocation.POOL),
                            node.othersShare(each),
                            siblingShare * busySibling);
            int servers = model.isStorageBound() ? model.referenceCores : cores;
            each.share(factor, model.diskFactor(memoryFor(model, allocation)), servers);
            sum += model.isStorageBound() ? 0 : model.utilisation(each.load, factor, 1);
        }
        return sum;
    }

    /**
     * What a service has of the pool's memory: what is resident of it and, of what is resident of
     * nobody, an even part with all others that keep data in it.
     */
    private double memoryFor(ServiceModel service, Allocation allocation) {
        double free = allocation.units(NodeResource.MEMORY, Allocation.POOL);
        int cached = 0;
        for (ServiceState each : services) {
            if (each.isInPool) {
                free -= each.model.residentGb;
                cached += each.model.isStorageBound() ? 1 : 0;
            }
        }
        boolean isShared = free > 0 && service.isStorageBound();
        return service.residentGb + (isShared ? free / cached : free);
    }

    /** Utilisation of the disk by all whose bottleneck it is. */
    private double disk(Allocation allocation) {
        int parts = allocation.units(NodeResource.DISK, Allocation.POOL);
        double sum = 0;
        for (ServiceState each : services) {
            sum += each.isInPool && each.model.isStorageBound() ? each.disk(parts) : 0;
        }
        return sum;
    }

    private void latencies(Allocation allocation, double rho) {
        double network = 0;
        int parts = allocation.units(NodeResource.NETWORK, Allocation.POOL);
        for (ServiceState each : services) {
            network += each.isInPool ? each.network(parts) : 0;
        }
        for (ServiceState each : services) {
            if (!each.isInPool) {
                continue;
            }
            ServiceModel model = each.model;
            double swap = model.swapSeconds(memoryFor(model, allocation));
            if (model.isStorageBound()) {
                double own = model.utilisation(each.load, each.queueFactor, each.servers);
                each.finish(
                        Math.max(own, rho < 1 ? 0 : rho),
                        Math.max(network, disk(allocation)),
                        swap);
            } else {
                each.finish(rho, network, swap + slice(each, rho));
            }
        }
    }

    /** The wait behind services with longer requests. */
    private double slice(ServiceState service, double rho) {
        double longer = 0;
        for (ServiceState other : services) {
            if (other != service
                    && other.isInPool
                    && !other.model.isStorageBound()
                    && other.model.targetSeconds > service.model.targetSeconds) {
                longer += other.model.utilisation(other.load, other.factor, service.servers);
            }
        }
        if (longer <= 0 || rho <= 0 || rho >= 1) {
            return 0;
        }
        double probability = ErlangWait.probability(service.servers, rho);
        double rest = Math.exp(-service.model.logOdds);
        double odds = Math.log(probability * longer / rho / rest);
        return probability > rest ? sliceSeconds * Math.min(1, Math.max(0, odds) / SLICE_ODDS) : 0;
    }

    private double batchSpeed(
            Allocation allocation, NodePerformance node, int tenants, double free) {
        int ways = Math.max(1, allocation.units(NodeResource.WAYS, Allocation.POOL) / tenants);
        int allWays = allocation.total(NodeResource.WAYS);
        double lost = Math.pow((allWays - ways) / (double) allWays, 3);
        double pressed = Math.min(1, node.shareFeltByPool());
        double sum = 0;
        for (BatchModel job : batch) {
            double factor =
                    1 + job.cacheGrowth() * lost + job.bandwidthGrowth() * pressed * pressed;
            sum += job.speed(Math.max(0, free) / batch.length, factor);
        }
        return sum;
    }
}
