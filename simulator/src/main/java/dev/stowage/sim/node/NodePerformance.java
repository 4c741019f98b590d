package dev.stowage.sim.node;

import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeModel;
import dev.stowage.policy.node.NodeResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What services and best-effort jobs do on a node under an {@link Allocation}, in the steady state
 * and without noise. Owners of the allocation are the services, in order; best-effort jobs run in
 * the pool.
 *
 * <p>Hot: arrays by service, no allocation per interval. Guarded by {@code NodeBenchmark}.
 */
final class NodePerformance implements NodeModel {
    /** Utilisation of what gets nothing of a resource that it needs. */
    static final double STARVED = Double.POSITIVE_INFINITY;

    private static final double STUCK = 1.5; // of the target, without a steady state; ours

    final ServiceModel[] services;
    final BatchModel[] batch;
    private final PoolModel pool;
    private final double capacityGBps;
    private final double perCapacity;
    private final double perNetworkStep;
    private final double perDiskStep;
    private final double[] loads;
    private final double[] bandwidth;
    private final double[] factor;
    private final double[] queueFactor;
    private final double[] utilisation;
    private final double[] percentile;
    private final int[] serversOf;
    private final double[] lostCache;
    private double allBandwidth;
    private double batchSpeed;
    private @Nullable ApproximateRuns jobs;

    NodePerformance(NodeProfile node, List<ServiceProfile> profiles, List<BatchProfile> jobs) {
        int most = node.whole(NodeParameter.CORES);
        for (ServiceProfile each : profiles) {
            most = Math.max(most, each.parameters().whole(ServiceParameter.REFERENCE_CORES));
        }
        ErlangWait[] waits = ErlangWait.upTo(most);
        services = new ServiceModel[profiles.size()];
        for (int i = 0; i < services.length; i++) {
            services[i] = new ServiceModel(profiles.get(i), node, waits);
        }
        batch = jobs.stream().map(BatchModel::of).toArray(BatchModel[]::new);
        pool = new PoolModel(node, services, batch);
        capacityGBps = node.of(NodeParameter.MEMORY_BANDWIDTH);
        perCapacity = 1 / capacityGBps;
        perNetworkStep = 1 / node.of(NodeParameter.NETWORK_STEP);
        perDiskStep = node.of(NodeParameter.DISK_STEPS) / node.of(NodeParameter.DISK);
        loads = new double[services.length];
        bandwidth = new double[services.length];
        factor = new double[services.length];
        queueFactor = new double[services.length];
        utilisation = new double[services.length];
        percentile = new double[services.length];
        serversOf = new int[services.length];
        lostCache = new double[services.length];
    }

    /** The load of a service from now on. */
    void setLoad(int service, double load) {
        loads[service] = load;
    }

    double load(int service) {
        return loads[service];
    }

    /** The approximate jobs of the run from now on. */
    void setJobs(ApproximateRuns runs) {
        jobs = runs;
    }

    double capacityGBps() {
        return capacityGBps;
    }

    /** Memory bandwidth of the services, as a share. */
    double servicesShare() {
        double sum = 0;
        for (double each : bandwidth) {
            sum += each;
        }
        return sum * perCapacity;
    }

    /** Evaluates all services and jobs. */
    void evaluate(Allocation allocation) {
        bandwidths(allocation);
        for (int service = 0; service < services.length; service++) {
            if (!allocation.isInPool(service)) {
                own(service, allocation);
            }
        }
        batchSpeed = pool.evaluate(allocation, this);
    }

    @Override
    public double latencyOverTarget(int service, Allocation allocation) {
        bandwidths(allocation);
        own(service, allocation);
        return utilisation[service] < 1
                ? services[service].overTarget(percentile[service])
                : 1e3 + Math.min(utilisation[service], 1e3);
    }

    private void bandwidths(Allocation allocation) {
        int ways = allocation.units(NodeResource.WAYS, Allocation.POOL);
        int pooled = pool.tenants(allocation);
        double sum = 0;
        for (int service = 0; service < services.length; service++) {
            ServiceModel model = services[service];
            int own =
                    allocation.isInPool(service)
                            ? Math.max(1, ways / Math.max(1, pooled))
                            : allocation.units(NodeResource.WAYS, service);
            lostCache[service] = model.lostCache(own);
            boolean isStill = allocation.isInPool(service) && allocation.isPoolPaused();
            bandwidth[service] =
                    isStill ? 0 : model.bandwidthGBps * loads[service] * (1 + lostCache[service]);
            sum += bandwidth[service];
        }
        allBandwidth =
                sum
                        + pool.batchBandwidth(allocation)
                        + (jobs == null ? 0 : jobs.bandwidth(allocation, -1));
    }

    /** Memory bandwidth of all but one service (-1: of all), as a share. */
    double othersShare(int service) {
        double own = service < 0 ? 0 : bandwidth[service];
        return Math.max(0, allBandwidth - own) * perCapacity;
    }

    private void own(int service, Allocation allocation) {
        ServiceModel model = services[service];
        int cores = allocation.units(NodeResource.CORES, service);
        int memory = allocation.units(NodeResource.MEMORY, service);
        factor[service] =
                model.factor(
                        allocation.units(NodeResource.WAYS, service),
                        allocation.level(service),
                        othersShare(service),
                        pool.siblingOfOwned(allocation));
        int parts = allocation.units(NodeResource.NETWORK, service);
        double most = isNetworkEnough(service, parts) ? 0 : network(service, parts);
        if (model.isStorageBound()) {
            most = Math.max(most, disk(service, allocation.units(NodeResource.DISK, service)));
        }
        settle(service, cores, memory, most);
    }

    /** True if a share of the network is no bottleneck; spares a division. */
    private boolean isNetworkEnough(int service, int parts) {
        return services[service].networkGbps * loads[service] * perNetworkStep <= parts;
    }

    /** Utilisation of a share of the network. */
    double network(int service, int parts) {
        double gbps = services[service].networkGbps * loads[service];
        return gbps == 0 ? 0 : parts == 0 ? STARVED : gbps * perNetworkStep / parts;
    }

    /** Utilisation of a share of the disk. */
    double disk(int service, int parts) {
        double mbps = services[service].diskMBps * loads[service];
        return mbps == 0 ? 0 : parts == 0 ? STARVED : mbps * perDiskStep / parts;
    }

    /** Latency of a service whose factor is known, alone on its cores. */
    private void settle(int service, int cores, double memoryGb, double otherUtilisation) {
        ServiceModel model = services[service];
        int servers = model.isStorageBound() ? model.referenceCores : cores;
        serversOf[service] = servers;
        queueFactor[service] = factor[service] * model.diskFactor(memoryGb);
        double own =
                cores == 0
                        ? STARVED
                        : model.utilisation(loads[service], queueFactor[service], servers);
        finish(service, own, otherUtilisation, servers, model.swapSeconds(memoryGb));
    }

    /** Latency at a utilisation of a service's servers and of another bottleneck. */
    void finish(int service, double rho, double otherUtilisation, int servers, double extra) {
        ServiceModel model = services[service];
        utilisation[service] = otherUtilisation > 1 ? Math.max(rho, otherUtilisation) : rho;
        percentile[service] =
                (utilisation[service] < 1
                                ? model.percentile(
                                        factor[service], queueFactor[service], rho, servers)
                                : Math.max(
                                        STUCK * model.kneeSeconds,
                                        factor[service] * model.response.percentile()))
                        + extra;
    }

    void setFactor(int service, double value, double diskFactor, int servers) {
        factor[service] = value;
        queueFactor[service] = value * diskFactor;
        serversOf[service] = servers;
    }

    /** Cache misses over those alone with all ways. */
    double missesOverAlone(int service) {
        return 1 + lostCache[service];
    }

    double factor(int service) {
        return factor[service];
    }

    double queueFactor(int service) {
        return queueFactor[service];
    }

    int servers(int service) {
        return serversOf[service];
    }

    double utilisation(int service) {
        return utilisation[service];
    }

    /** Seconds, in the steady state and without backlog. */
    double percentile(int service) {
        return percentile[service];
    }

    /** Work of all best-effort jobs per second, in cores. */
    double batchSpeed() {
        return batchSpeed;
    }
}
