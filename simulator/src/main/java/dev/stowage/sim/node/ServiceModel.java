package dev.stowage.sim.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;

/**
 * One service on one node: how much longer its requests take than alone, and the percentile of its
 * response time, both in the steady state.
 *
 * <p>Hot: the parameters of profiles as primitive fields. Guarded by {@code NodeBenchmark}. The
 * form is that of docs/node.md; the wait at the largest load is split into what a queue explains
 * and the rest, burstiness, which depends on utilisation and not on the number of cores.
 */
final class ServiceModel {
    private static final double MOST_EXPOSED = 0.6;
    private static final double BUSIEST = 0.98; // where clients stop asking its thread more; ours

    final double targetSeconds;
    final double kneeSeconds;
    final double utilisationAtMax;
    final int referenceCores;
    final double meanSeconds;
    final double bandwidthGBps;
    final double networkGbps;
    final double diskMBps;
    final double residentGb;
    final double backlogLimitSeconds;
    final double cpuShare;
    final ResponseLaw response;
    final double queueSeconds;
    final double burstSeconds;
    final double logOdds;
    private final double cachedDataGb;
    private final double cachedDataExponent;
    private final double clockShare;
    private final double cacheGrowth;
    private final double cachePressureGrowth;
    private final double bandwidthGrowth;
    private final double siblingGrowth;
    private final double bandwidthKnee;
    private final double perUnpressed;
    private final double perTarget;
    private final double perPercentileAtMax;
    private final double perBurstAtMax;
    private final double[] busiest;
    private final double demandAtMax;
    private final double[] lostCacheByWays;
    private final double swapSeconds;
    private final double percentileAtMax;
    private final int allWays;
    private final ErlangWait[] waits;
    private final ErlangWait referenceWait;
    private final boolean isPoint;
    private final double atRest;
    private final double queueOfWait;
    private final double burstOfWait;
    private final double[] clock;

    ServiceModel(ServiceProfile service, NodeProfile node, ErlangWait[] waits) {
        this.waits = waits;
        targetSeconds = service.of(ServiceParameter.TARGET_SECONDS);
        kneeSeconds = targetSeconds / node.of(NodeParameter.KNEE_MARGIN);
        utilisationAtMax = service.of(ServiceParameter.UTILISATION);
        referenceCores = service.parameters().whole(ServiceParameter.REFERENCE_CORES);
        meanSeconds = utilisationAtMax * referenceCores / service.of(ServiceParameter.MAX_LOAD);
        bandwidthGBps = service.of(ServiceParameter.BANDWIDTH);
        networkGbps = service.of(ServiceParameter.NETWORK);
        diskMBps = service.of(ServiceParameter.DISK);
        residentGb = service.of(ServiceParameter.RESIDENT_GB);
        backlogLimitSeconds = service.of(ServiceParameter.BACKLOG_LIMIT_SECONDS);
        cpuShare = service.of(ServiceParameter.CYCLES_SHARE);
        cachedDataGb = service.of(ServiceParameter.CACHED_DATA_GB);
        cachedDataExponent = service.of(ServiceParameter.CACHED_DATA_EXPONENT);
        allWays = node.whole(NodeParameter.WAYS);
        swapSeconds = node.of(NodeParameter.SWAP_SECONDS);
        bandwidthKnee = node.of(NodeParameter.BANDWIDTH_KNEE);
        perUnpressed = 1 / (1 - bandwidthKnee);
        perTarget = 1 / targetSeconds;
        demandAtMax = utilisationAtMax * referenceCores;
        lostCacheByWays = new double[allWays + 1];
        for (int ways = 0; ways <= allWays; ways++) {
            double lost = (allWays - ways) / (double) allWays;
            lostCacheByWays[ways] = lost * lost * lost;
        }

        double exposed = exposed(service, node);
        double system = systemGrowth(service, node);
        clockShare =
                cpuShare
                        * node.of(NodeParameter.FREQUENCY_SHARE)
                        * (1 - Math.min(exposed, MOST_EXPOSED));
        cacheGrowth = service.of(ServiceParameter.CACHE_GROWTH);
        cachePressureGrowth = service.of(ServiceParameter.CACHE_PRESSURE);
        bandwidthGrowth =
                cpuShare
                        * (node.of(NodeParameter.BANDWIDTH_GROWTH)
                                + node.of(NodeParameter.BANDWIDTH_SYSTEM_WEIGHT) * system
                                + node.of(NodeParameter.BANDWIDTH_MISS_GROWTH) * exposed);
        siblingGrowth = cpuShare * (node.of(NodeParameter.SIBLING_GROWTH) + system);
        clock = new double[node.frequenciesGhz().size()];
        double highest = node.frequenciesGhz().get(node.highestLevel());
        for (int level = 0; level < clock.length; level++) {
            clock[level] = clockShare * (highest / node.frequenciesGhz().get(level) - 1);
        }

        double q = service.of(ServiceParameter.PERCENTILE);
        logOdds = -Math.log(1 - q);
        response =
                ResponseLaw.of(
                        service.of(ServiceParameter.ZERO_LOAD) * kneeSeconds,
                        service.of(ServiceParameter.ZERO_LOAD_SCV),
                        q);
        isPoint = response.isPoint();
        atRest = response.percentile();
        referenceWait = waits[referenceCores];
        percentileAtMax = referenceWait.percentile(utilisationAtMax, logOdds);
        perPercentileAtMax = 1 / percentileAtMax;
        busiest = overMean(service.of(ServiceParameter.THREAD_IMBALANCE), waits.length);
        perBurstAtMax =
                1
                        / waits[referenceCores].percentile(
                                busiest(utilisationAtMax, referenceCores), logOdds);
        double wait = waitAtMax();
        double limit = (1 + service.of(ServiceParameter.QUEUE_SCV_LIMIT)) / 2;
        queueSeconds = Math.min(wait, limit * percentileAtMax * meanSeconds);
        burstSeconds = wait - queueSeconds;
        queueOfWait = queueSeconds * perPercentileAtMax;
        burstOfWait = burstSeconds * perBurstAtMax;
    }

    /** Cycles lost to memory as a share of all, alone. */
    static double exposed(ServiceProfile service, NodeProfile node) {
        return service.of(ServiceParameter.MISSES)
                * service.of(ServiceParameter.INSTRUCTIONS_PER_CYCLE)
                * node.of(NodeParameter.MISS_CYCLES)
                / 1000;
    }

    /** Of {@code k} threads, what the busiest is asked over the mean: {@code 1 + d (1 - 1/k)}. */
    private static double[] overMean(double imbalance, int length) {
        double[] overMean = new double[length];
        for (int threads = 1; threads < length; threads++) {
            overMean[threads] = 1 + imbalance * (1 - 1.0 / threads);
        }
        return overMean;
    }

    /** Utilisation of the busiest of the threads that run on these servers. */
    private double busiest(double rho, int servers) {
        double factor = busiest[servers];
        return factor == 1 ? rho : Math.min(BUSIEST, rho * factor);
    }

    /** Growth of a service that works in the kernel: by the cube of its share, a choice. */
    static double systemGrowth(ServiceProfile service, NodeProfile node) {
        double share = service.of(ServiceParameter.SYSTEM_SHARE);
        return node.of(NodeParameter.SIBLING_SYSTEM_GROWTH) * share * share * share;
    }

    /** The wait with which the largest load just meets the target. */
    private double waitAtMax() {
        if (response.isPoint()) {
            return kneeSeconds - response.percentile();
        }
        double low = 0;
        double high = kneeSeconds;
        for (int step = 0; step < 60; step++) {
            double middle = (low + high) / 2;
            if (withQueue(1, middle, utilisationAtMax, referenceWait) < kneeSeconds) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** True if the disk is its bottleneck. */
    boolean isStorageBound() {
        return cachedDataGb > 0;
    }

    /** How much of the cache's benefit is lost: {@code ((W - w) / W)^3}, a choice. */
    double lostCache(int ways) {
        return lostCacheByWays[ways];
    }

    /** A percentile over the target. */
    double overTarget(double seconds) {
        return seconds * perTarget;
    }

    /**
     * Service time over that alone with everything.
     *
     * @param ways of the cache
     * @param level of frequency
     * @param othersShare memory bandwidth that the others ask for, as a share; it may exceed 1
     * @param busySibling probability that the sibling thread is another's
     */
    double factor(int ways, int level, double othersShare, double busySibling) {
        return factorAt(clock[level], lostCacheByWays[ways], othersShare, busySibling);
    }

    /** The same, where what a frequency and ways cost is known. */
    double factorAt(double clockGrowth, double lostCache, double othersShare, double busySibling) {
        double pressed = (othersShare - bandwidthKnee) * perUnpressed;
        pressed = pressed <= 0 ? 0 : pressed >= 1 ? 1 : pressed * pressed;
        return 1
                + clockGrowth
                + (cacheGrowth + cachePressureGrowth * othersShare) * lostCache
                + bandwidthGrowth * pressed
                + siblingGrowth * busySibling;
    }

    /** Disk demand over that with all data cached. */
    double diskFactor(double memoryGb) {
        return cachedDataGb <= 0
                ? 1
                : Math.pow(Math.max(1, cachedDataGb / Math.max(memoryGb, 1)), cachedDataExponent);
    }

    /** Growth of the service time at a level of frequency. */
    double clock(int level) {
        return clock[level];
    }

    /** The wait for {@code servers}; no table for 0 of them. */
    ErlangWait waitOf(int servers) {
        return waits[Math.max(1, servers)];
    }

    /** Utilisation of {@code servers} at a load. */
    double utilisation(double load, double factor, int servers) {
        return utilisation(load, factor, waits[servers]);
    }

    /** The same, with the servers' wait at hand. */
    double utilisation(double load, double factor, ErlangWait servers) {
        return demandAtMax * load * factor * servers.perServers();
    }

    /**
     * The percentile of response time in the steady state; utilisation is capped below 1.
     *
     * @param factor of the response without load
     * @param queueFactor of the wait: more, where the disk is asked more often
     */
    double percentile(double factor, double queueFactor, double rho, int servers) {
        return percentile(factor, queueFactor, rho, waits[servers]);
    }

    /** The same, with the servers' wait at hand. */
    double percentile(double factor, double queueFactor, double rho, ErlangWait servers) {
        double capped = rho > ErlangWait.MOST ? ErlangWait.MOST : rho;
        double perIdle = 1 / (1 - capped);
        double most = busiest(capped, servers.servers());
        double burst =
                burstOfWait
                        * referenceWait.timesIdle(most, logOdds)
                        * (most == capped ? perIdle : 1 / (1 - most));
        return isPoint
                ? factor * atRest
                        + queueFactor
                                * (queueOfWait * servers.timesIdle(capped, logOdds) * perIdle
                                        + burst)
                : withQueue(factor, queueFactor * queueSeconds, rho, servers) + queueFactor * burst;
    }

    private double withQueue(double factor, double queue, double rho, ErlangWait servers) {
        double capped = Math.min(rho, ErlangWait.MOST);
        return response.withWait(
                factor,
                servers.logProbability(capped),
                queue * perPercentileAtMax / (servers.servers() * (1 - capped)));
    }

    /** Squared variation of service times with which a queue explains its part of the wait. */
    double requestScv() {
        return response.isPoint()
                ? Math.max(0, 2 * queueSeconds / (percentileAtMax * meanSeconds) - 1)
                : response.scv();
    }

    /** Logarithm of the probability that a request meets a burst. */
    double burstLogAtom(double rho, int servers) {
        return waits[referenceCores].logProbability(busiest(rho, servers));
    }

    /** Mean wait of a request that meets a burst, at factor 1. */
    double burstScale(double rho, int servers) {
        return burstSeconds * perBurstAtMax / (referenceCores * (1 - busiest(rho, servers)));
    }

    /** Added to the percentile when it has less memory than it needs. */
    double swapSeconds(double memoryGb) {
        return memoryGb < residentGb ? swapSeconds : 0;
    }
}
