package dev.stowage.policy.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.ServiceParameter;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The model's optimum: of all divisions of cores and ways in whole units, at the highest frequency,
 * the one whose worst latency over target is least. Beside best-effort jobs, one that meets every
 * target whatever the noise of readings (three deviations) and has the fewest cores, the others to
 * the jobs. Looks again whenever a load has changed.
 *
 * <p>Divisions of the ways are all tried. As latency falls with cores, the fewest of one service
 * are found by binary search, and the least worst latency by giving each core to the service that
 * is worst. A service whose disk is its bottleneck gets the memory that no other one needs. It is
 * the optimum of the model, not of a machine.
 */
final class Oracle implements NodeManager {
    /** Deviations of the noise of readings that it leaves below a target beside jobs; ours. */
    private static final double DEVIATIONS = 3;

    private NodeSetup setup;
    private double mostLatency;
    private double[] loads = {};
    private int services;
    private int totalCores;
    private int totalWays;
    private Allocation trial;
    private int[] ways = {};
    private int[] cores = {};
    private int[] bestWays = {};
    private int[] bestCores = {};
    private int fewest;
    private double leastWorst;

    @SuppressWarnings("NullAway.Init") // given by start
    Oracle() {}

    @Override
    public void start(NodeSetup given, Allocation allocation) {
        setup = given;
        mostLatency = 1 - DEVIATIONS * given.node().of(NodeParameter.NOISE);
        services = given.services().size();
        totalCores = allocation.total(NodeResource.CORES);
        totalWays = allocation.total(NodeResource.WAYS);
        loads = new double[services];
        Arrays.fill(loads, Double.NaN);
        if (services > totalCores || services > totalWays) {
            throw new IllegalArgumentException(
                    services + " services on " + totalCores + " cores and " + totalWays + " ways");
        }
        search(allocation);
    }

    @Override
    public void decide(NodeObservation seen, Allocation allocation) {
        boolean isNew = false;
        for (int service = 0; service < services; service++) {
            isNew |= loads[service] != seen.load(service);
            loads[service] = seen.load(service);
        }
        if (isNew) {
            search(allocation);
        }
    }

    private void search(Allocation allocation) {
        empty(allocation);
        trial = allocation.copy();
        divideRest(trial);
        ways = new int[services];
        cores = new int[services];
        fewest = Integer.MAX_VALUE;
        leastWorst = Double.POSITIVE_INFINITY;
        int kept = setup.hasBestEffort() ? 1 : 0;
        tryWays(0, totalWays - kept);
        divideRest(allocation);
        for (int service = 0; service < services; service++) {
            allocation.move(NodeResource.WAYS, Allocation.POOL, service, bestWays[service]);
            allocation.move(NodeResource.CORES, Allocation.POOL, service, bestCores[service]);
        }
    }

    private void empty(Allocation allocation) {
        for (NodeResource resource : NodeResource.values()) {
            for (int owner = 0; owner < services; owner++) {
                allocation.move(
                        resource, owner, Allocation.POOL, allocation.units(resource, owner));
            }
        }
    }

    /** Memory, disk and network, which no other dimension depends on. */
    private void divideRest(Allocation allocation) {
        int hungry = -1;
        for (int service = 0; service < services; service++) {
            int need = Math.max(1, setup.services().get(service).residentWholeGb());
            int free = allocation.units(NodeResource.MEMORY, Allocation.POOL);
            allocation.move(NodeResource.MEMORY, Allocation.POOL, service, Math.min(need, free));
            if (setup.services().get(service).of(ServiceParameter.CACHED_DATA_GB) > 0) {
                hungry = service;
            }
        }
        int[] order = setup.strictestFirst();
        allocation.divideEqually(NodeResource.DISK, order);
        feedStorage(allocation, hungry);
        divideNetwork(allocation);
    }

    private void feedStorage(Allocation allocation, int hungry) {
        if (hungry < 0) {
            return;
        }
        int[] storage =
                IntStream.range(0, services)
                        .filter(
                                i ->
                                        setup.services().get(i).of(ServiceParameter.CACHED_DATA_GB)
                                                > 0)
                        .toArray();
        allocation.divideEqually(NodeResource.MEMORY, storage);
    }

    private void divideNetwork(Allocation allocation) {
        for (int service = 0; service < services; service++) {
            double load = Double.isNaN(loads[service]) ? 1 : loads[service];
            double gbps = setup.services().get(service).of(ServiceParameter.NETWORK) * load;
            int steps = (int) Math.ceil(gbps / setup.networkStep() - 1e-9);
            int free = allocation.units(NodeResource.NETWORK, Allocation.POOL);
            allocation.move(
                    NodeResource.NETWORK,
                    Allocation.POOL,
                    service,
                    Math.min(Math.max(1, steps), free));
        }
    }

    private void tryWays(int service, int left) {
        int others = services - service - 1;
        if (others == 0) {
            ways[service] = left;
            tryCores();
            return;
        }
        for (int own = 1; own <= left - others; own++) {
            ways[service] = own;
            tryWays(service + 1, left - own);
        }
    }

    private void tryCores() {
        for (int service = 0; service < services; service++) {
            int have = trial.units(NodeResource.WAYS, service);
            trial.move(NodeResource.WAYS, service, Allocation.POOL, have);
        }
        for (int service = 0; service < services; service++) {
            trial.move(NodeResource.WAYS, Allocation.POOL, service, ways[service]);
        }
        if (setup.hasBestEffort()) {
            for (int pool = Math.max(0, totalCores - fewest);
                    pool <= totalCores - services;
                    pool++) {
                if (!isFeasible(pool)) {
                    break;
                }
            }
            if (fewest == Integer.MAX_VALUE) {
                scoreWorst();
            }
        } else {
            scoreWorst();
        }
    }

    /** Tries to leave so many cores to the pool; keeps what meets all targets with fewer cores. */
    private boolean isFeasible(int poolCores) {
        int sum = 0;
        for (int service = 0; service < services; service++) {
            cores[service] = fewestCores(service, poolCores);
            sum += cores[service];
            if (sum + services - service - 1 > totalCores - poolCores) {
                return false;
            }
        }
        if (sum < fewest) {
            fewest = sum;
            keep();
        }
        return true;
    }

    private int fewestCores(int service, int poolCores) {
        int low = 1;
        int high = totalCores - poolCores - services + 1;
        if (!meets(service, high, poolCores)) {
            return totalCores + 1;
        }
        while (low < high) {
            int middle = (low + high) / 2;
            if (meets(service, middle, poolCores)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean meets(int service, int count, int poolCores) {
        return latency(service, count, poolCores) <= mostLatency;
    }

    private double latency(int service, int count, int poolCores) {
        for (int owner = 0; owner < services; owner++) {
            trial.move(
                    NodeResource.CORES,
                    owner,
                    Allocation.POOL,
                    trial.units(NodeResource.CORES, owner));
        }
        trial.move(NodeResource.CORES, Allocation.POOL, service, count);
        int parked = totalCores - count - poolCores; // those of the other services
        int other = services > 1 ? (service + 1) % services : Allocation.POOL;
        trial.move(NodeResource.CORES, Allocation.POOL, other, parked);
        return setup.model().latencyOverTarget(service, trial);
    }

    /** Keeps the division whose worst latency is least: each core to the service that is worst. */
    private void scoreWorst() {
        Arrays.fill(cores, 1);
        double[] latency = new double[services];
        for (int service = 0; service < services; service++) {
            latency[service] = latency(service, 1, 0);
        }
        for (int given = services; given < totalCores; given++) {
            int worst = worst(latency);
            cores[worst]++;
            latency[worst] = latency(worst, cores[worst], 0);
        }
        double score = latency[worst(latency)];
        if (fewest == Integer.MAX_VALUE && score < leastWorst) {
            leastWorst = score;
            keep();
        }
    }

    private static int worst(double[] latency) {
        int worst = 0;
        for (int i = 1; i < latency.length; i++) {
            if (latency[i] > latency[worst]) {
                worst = i;
            }
        }
        return worst;
    }

    private void keep() {
        bestWays = ways.clone();
        bestCores = cores.clone();
    }
}
