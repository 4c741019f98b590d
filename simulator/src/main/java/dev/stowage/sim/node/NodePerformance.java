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
 * <p>Hot: no allocation per interval. Guarded by {@code NodeBenchmark}.
 */
final class NodePerformance implements NodeModel {
    /** Utilisation of what gets nothing of a resource that it needs. */
    static final double STARVED = Double.POSITIVE_INFINITY;

    final ServiceModel[] services;
    final ServiceState[] states;
    private final PoolModel pool;
    private final double capacityGBps;
    private final double perCapacity;
    private final double felt; // of the bandwidth that other slices ask for
    private double allBandwidth;
    private double poolBandwidth;
    private double batchSpeed;
    private @Nullable ApproximateRuns jobs;

    // what was looked up in an allocation, for as long as that stays as it is
    private @Nullable Allocation known;
    private long knownRevision;
    private int pooled;
    private double batchBandwidth;
    private double siblingOfOwned;

    NodePerformance(NodeProfile node, List<ServiceProfile> profiles, List<BatchProfile> jobs) {
        int most = node.whole(NodeParameter.CORES);
        for (ServiceProfile each : profiles) {
            most = Math.max(most, each.parameters().whole(ServiceParameter.REFERENCE_CORES));
        }
        ErlangWait[] waits = ErlangWait.upTo(most);
        double perNetworkStep = 1 / node.of(NodeParameter.NETWORK_STEP);
        double perDiskStep = node.of(NodeParameter.DISK_STEPS) / node.of(NodeParameter.DISK);
        services = new ServiceModel[profiles.size()];
        states = new ServiceState[services.length];
        for (int i = 0; i < services.length; i++) {
            services[i] = new ServiceModel(profiles.get(i), node, waits);
            states[i] = new ServiceState(services[i], perNetworkStep, perDiskStep);
        }
        pool =
                new PoolModel(
                        node, states, jobs.stream().map(BatchModel::of).toArray(BatchModel[]::new));
        capacityGBps = node.of(NodeParameter.MEMORY_BANDWIDTH);
        perCapacity = 1 / capacityGBps;
        felt = 1 - node.bandwidthIsolation();
    }

    /** The load of a service from now on. */
    void setLoad(int service, double load) {
        states[service].load = load;
    }

    @Override
    public double load(int service) {
        return states[service].load;
    }

    /** The approximate jobs of the run from now on. */
    void setJobs(ApproximateRuns runs) {
        jobs = runs;
    }

    double capacityGBps() {
        return capacityGBps;
    }

    /** How much of the bandwidth that other slices ask for a slice feels. */
    double felt() {
        return felt;
    }

    /** Memory bandwidth of the services, as a share. */
    double servicesShare() {
        double sum = 0;
        for (ServiceState each : states) {
            sum += each.bandwidth;
        }
        return sum * perCapacity;
    }

    /** Evaluates all services and jobs. */
    @SuppressWarnings("ReferenceEquality") // a revision is one of its own object
    void evaluate(Allocation allocation) {
        if (allocation != known || allocation.revision() != knownRevision) {
            takeCaches(allocation);
            for (int service = 0; service < states.length; service++) {
                if (!states[service].isInPool) {
                    states[service].takeOwn(service, allocation);
                }
            }
            known = allocation;
            knownRevision = allocation.revision();
        }
        askAll(allocation);
        for (ServiceState each : states) {
            if (!each.isInPool) {
                each.run(othersShare(each), siblingOfOwned);
            }
        }
        batchSpeed = pooled == 0 ? 0 : pool.evaluate(allocation, this, pooled);
    }

    @Override
    public double latencyOverTarget(int service, Allocation allocation) {
        ServiceState state = states[service];
        if (allocation.isInPool(service)) {
            evaluate(allocation);
        } else {
            known = null; // the others have not looked up what is theirs
            takeCaches(allocation);
            state.takeOwn(service, allocation);
            askAll(allocation);
            state.run(othersShare(state), siblingOfOwned);
        }
        return state.utilisation < 1
                ? state.model.overTarget(state.percentile)
                : 1e3 + Math.min(state.utilisation, 1e3);
    }

    private void takeCaches(Allocation allocation) {
        int ways = allocation.units(NodeResource.WAYS, Allocation.POOL);
        pooled = pool.tenants(allocation);
        int poolWays = Math.max(1, ways / Math.max(1, pooled));
        for (int service = 0; service < states.length; service++) {
            states[service].takeCache(service, allocation, poolWays);
        }
        batchBandwidth = pool.batchBandwidth(allocation);
        siblingOfOwned = pool.siblingOfOwned(allocation);
    }

    private void askAll(Allocation allocation) {
        double sum = 0;
        double inPool = 0;
        for (ServiceState each : states) {
            double asked = each.ask();
            sum += asked;
            inPool += each.isInPool ? asked : 0;
        }
        poolBandwidth = inPool + batchBandwidth;
        allBandwidth = sum + batchBandwidth + (jobs == null ? 0 : jobs.bandwidth(allocation, -1));
    }

    /** Memory bandwidth of all but one service, as that one feels it, as a share. */
    double othersShare(ServiceState service) {
        double others = allBandwidth - service.bandwidth;
        if (felt < 1) {
            double near = service.isInPool ? poolBandwidth - service.bandwidth : 0;
            others = near + felt * (others - near);
        }
        return others <= 0 ? 0 : others * perCapacity;
    }

    /** Memory bandwidth of all, as the pool feels it, as a share. */
    double shareFeltByPool() {
        return felt < 1
                ? Math.max(0, poolBandwidth + felt * (allBandwidth - poolBandwidth)) * perCapacity
                : bandwidthShare();
    }

    /** Memory bandwidth of all, as a share. */
    double bandwidthShare() {
        return Math.max(0, allBandwidth) * perCapacity;
    }

    /** Cache misses over those alone with all ways. */
    double missesOverAlone(int service) {
        return 1 + states[service].lostCache;
    }

    double factor(int service) {
        return states[service].factor;
    }

    double queueFactor(int service) {
        return states[service].queueFactor;
    }

    int servers(int service) {
        return states[service].servers;
    }

    double utilisation(int service) {
        return states[service].utilisation;
    }

    /** Seconds, in the steady state and without backlog. */
    double percentile(int service) {
        return states[service].percentile;
    }

    /** Work of all best-effort jobs per second, in cores. */
    double batchSpeed() {
        return batchSpeed;
    }
}
