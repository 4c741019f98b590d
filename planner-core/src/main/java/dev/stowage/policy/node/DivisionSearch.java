package dev.stowage.policy.node;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The best division of a node among its services, each with units of its own, at the highest
 * frequency: that whose worst latency over target is least. Beside best-effort jobs, one that meets
 * every target by a margin and leaves them the most cores.
 *
 * <p>Divisions of the ways are all tried. Nobody is slower with more of the rest, and what one has
 * of it changes nothing for the others: so the fewest cores of one service are found by binary
 * search, and the least worst latency by giving each core, each GB of those that keep data in
 * memory, and each step of disk and network to the service that is worst off.
 */
final class DivisionSearch {
    private final ComingInterval coming;
    private final double mostLatency;
    private final int services;
    private final int totalCores;
    private final int totalWays;
    private final int[] cached;
    private final int[] ways;
    private final int[] cores;
    private Allocation trial;
    private Allocation best;
    private boolean isForJobs; // looks for the fewest cores, and leaves the jobs a way
    private int mostForJobs; // cores; -1 while no target can be met beside them
    private double leastWorst;

    /**
     * Of a node.
     *
     * @param mostLatency over target, beside best-effort jobs
     * @throws IllegalArgumentException if not every service can have a core and a way
     */
    @SuppressWarnings("NullAway.Init") // given by best
    DivisionSearch(ComingInterval coming, double mostLatency) {
        this.coming = coming;
        this.mostLatency = mostLatency;
        services = coming.services();
        totalCores = coming.total(NodeResource.CORES);
        totalWays = coming.total(NodeResource.WAYS);
        if (services > totalCores || services > totalWays) {
            throw new IllegalArgumentException(
                    services + " services on " + totalCores + " cores and " + totalWays + " ways");
        }
        cached = IntStream.range(0, services).filter(coming::isCached).toArray();
        ways = new int[services];
        cores = new int[services];
    }

    /**
     * What was found.
     *
     * @param worst latency over target of the service that is worst off, or a bound of it
     */
    record Found(Allocation allocation, double worst) {}

    /** The best of a node of which everything is in the pool. */
    Found best(Allocation free) {
        trial = free.copy();
        divideMemory();
        divide(NodeResource.DISK);
        divide(NodeResource.NETWORK);
        mostForJobs = -1;
        leastWorst = Double.POSITIVE_INFINITY;
        isForJobs = coming.hasBestEffort();
        if (isForJobs) {
            tryWays(0, totalWays - (services < totalWays ? 1 : 0));
            isForJobs = mostForJobs >= 0;
        }
        if (!isForJobs) {
            tryWays(0, totalWays);
        }
        return new Found(best, leastWorst);
    }

    /** What each can't do without; all the rest to the only one that keeps data in it. */
    private void divideMemory() {
        for (int service = 0; service < services; service++) {
            trial.move(NodeResource.MEMORY, Allocation.POOL, service, resident(service));
        }
        if (cached.length == 1) {
            trial.divideEqually(NodeResource.MEMORY, cached);
        }
    }

    private int resident(int service) {
        return Math.min(
                coming.residentGb(service), trial.units(NodeResource.MEMORY, Allocation.POOL));
    }

    /** Each part to the service whose share is the busiest, while one is too busy. */
    private void divide(NodeResource resource) {
        for (int left = trial.units(resource, Allocation.POOL); left > 0; left--) {
            int busiest = -1;
            double most = 1;
            for (int service = 0; service < services; service++) {
                double asked = coming.asked(resource, service);
                double busy = asked == 0 ? 0 : asked / trial.units(resource, service);
                if (busy > most) {
                    busiest = service;
                    most = busy;
                }
            }
            if (busiest < 0) {
                return;
            }
            trial.move(resource, Allocation.POOL, busiest, 1);
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
        if (!isForJobs) {
            scoreWorst();
            return;
        }
        while (mostForJobs < totalCores - services && isFeasible(mostForJobs + 1)) {
            mostForJobs++;
            leastWorst = mostLatency;
            keep();
        }
    }

    /**
     * True if all targets are met with so many cores in the pool, whose jobs press with each of
     * them; what the services can do without of the others is the first one's.
     */
    private boolean isFeasible(int poolCores) {
        divideCache(poolCores);
        int spare = totalCores - poolCores;
        for (int service = 0; service < services; service++) {
            cores[service] = fewestCores(service, poolCores);
            spare -= cores[service];
            if (spare < services - service - 1) {
                return false;
            }
        }
        cores[0] += spare;
        return true;
    }

    /** Among several that keep data in memory, each GB to the one that is worst off. */
    private void divideCache(int poolCores) {
        if (cached.length < 2) {
            return;
        }
        double[] latency = new double[services];
        for (int service : cached) {
            int had = trial.units(NodeResource.MEMORY, service);
            trial.move(NodeResource.MEMORY, service, Allocation.POOL, had);
        }
        for (int service : cached) {
            trial.move(NodeResource.MEMORY, Allocation.POOL, service, resident(service));
            latency[service] = latency(service, 1, poolCores);
        }
        for (int left = trial.units(NodeResource.MEMORY, Allocation.POOL); left > 0; left--) {
            int worst = cached[0];
            for (int service : cached) {
                worst = latency[service] > latency[worst] ? service : worst;
            }
            trial.move(NodeResource.MEMORY, Allocation.POOL, worst, 1);
            latency[worst] = latency(worst, 1, poolCores);
        }
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
        return coming.latency(service, trial);
    }

    /** Keeps the division whose worst latency is least: each core to the service that is worst. */
    private void scoreWorst() {
        divideCache(0);
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
        if (score < leastWorst) {
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
        best = trial.copy();
        for (int service = 0; service < services; service++) {
            int had = best.units(NodeResource.CORES, service);
            best.move(NodeResource.CORES, service, Allocation.POOL, had);
        }
        for (int service = 0; service < services; service++) {
            best.move(NodeResource.CORES, Allocation.POOL, service, cores[service]);
        }
    }
}
