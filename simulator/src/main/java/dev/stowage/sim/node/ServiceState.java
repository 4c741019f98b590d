package dev.stowage.sim.node;

import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;

/**
 * What a service has of a node, and what it does with that in an interval, in the steady state.
 *
 * <p>Hot: fields of one object, and not one array for each; what only the allocation decides is
 * looked up once for as long as that stays. An interval of three services takes two thirds of the
 * time so; a tenth of it are comparisons in place of {@code Math.max} and {@code Math.min}. Guarded
 * by {@code NodeBenchmark}.
 */
final class ServiceState {
    private static final double STUCK = 1.5; // of the target, without a steady state; ours

    final ServiceModel model;
    private final double perNetworkStep;
    private final double perDiskStep;

    double load;
    double bandwidth;
    double factor;
    double queueFactor;
    double utilisation;
    double percentile;
    int servers;

    boolean isInPool;
    double lostCache;
    private boolean isStill;
    private double clock;
    private double lostOwnCache;
    private double diskFactor;
    private double swapSeconds;
    private int cores;
    private int networkParts;
    private int diskParts;
    private ErlangWait wait;

    ServiceState(ServiceModel model, double perNetworkStep, double perDiskStep) {
        this.model = model;
        this.perNetworkStep = perNetworkStep;
        this.perDiskStep = perDiskStep;
        this.wait = model.waitOf(model.referenceCores);
    }

    /**
     * Looks up what decides its memory bandwidth.
     *
     * @param poolWays ways of each in the pool
     */
    void takeCache(int owner, Allocation allocation, int poolWays) {
        isInPool = allocation.isInPool(owner);
        isStill = isInPool && allocation.isPoolPaused();
        lostCache =
                model.lostCache(isInPool ? poolWays : allocation.units(NodeResource.WAYS, owner));
    }

    /** Looks up what it has of its own. */
    void takeOwn(int owner, Allocation allocation) {
        clock = model.clock(allocation.level(owner));
        lostOwnCache = model.lostCache(allocation.units(NodeResource.WAYS, owner));
        cores = allocation.units(NodeResource.CORES, owner);
        networkParts = allocation.units(NodeResource.NETWORK, owner);
        diskParts = allocation.units(NodeResource.DISK, owner);
        int memory = allocation.units(NodeResource.MEMORY, owner);
        diskFactor = model.diskFactor(memory);
        swapSeconds = model.swapSeconds(memory);
        servers = model.isStorageBound() ? model.referenceCores : cores;
        wait = model.waitOf(servers);
    }

    /** The memory bandwidth that it asks for from now on, GB/s. */
    double ask() {
        bandwidth = isStill ? 0 : model.bandwidthGBps * load * (1 + lostCache);
        return bandwidth;
    }

    /**
     * Its latency on what it has of its own.
     *
     * @param othersShare memory bandwidth of the others, as a share
     * @param busySibling probability that the sibling thread is another's
     */
    void run(double othersShare, double busySibling) {
        factor = model.factorAt(clock, lostOwnCache, othersShare, busySibling);
        queueFactor = factor * diskFactor;
        double other = isNetworkEnough() ? 0 : network(networkParts);
        if (model.isStorageBound()) {
            other = Math.max(other, disk(diskParts));
        }
        double own =
                cores == 0 ? NodePerformance.STARVED : model.utilisation(load, queueFactor, wait);
        finish(own, other, swapSeconds);
    }

    /** In the pool: how much longer its requests take, and on how many cores. */
    void share(double newFactor, double newDiskFactor, int newServers) {
        factor = newFactor;
        queueFactor = newFactor * newDiskFactor;
        servers = newServers;
        wait = model.waitOf(newServers);
    }

    /** Latency at a utilisation of its servers and of another bottleneck. */
    void finish(double rho, double otherUtilisation, double extra) {
        utilisation = otherUtilisation > 1 ? Math.max(rho, otherUtilisation) : rho;
        percentile =
                (utilisation < 1
                                ? model.percentile(factor, queueFactor, rho, wait)
                                : Math.max(
                                        STUCK * model.kneeSeconds,
                                        factor * model.response.percentile()))
                        + extra;
    }

    /** True if its part of the network is no bottleneck; spares a division. */
    private boolean isNetworkEnough() {
        return model.networkGbps * load * perNetworkStep <= networkParts;
    }

    /** Utilisation of a share of the network. */
    double network(int parts) {
        double gbps = model.networkGbps * load;
        return gbps == 0 ? 0 : parts == 0 ? NodePerformance.STARVED : gbps * perNetworkStep / parts;
    }

    /** Utilisation of a share of the disk. */
    double disk(int parts) {
        double mbps = model.diskMBps * load;
        return mbps == 0 ? 0 : parts == 0 ? NodePerformance.STARVED : mbps * perDiskStep / parts;
    }
}
