package dev.stowage.model.node;

/**
 * What the model knows of a latency-critical service. Loads are shares of the largest load that
 * meets the target alone on the reference cores, all ways and the highest frequency.
 */
public enum ServiceParameter implements ParameterKey {
    TARGET_SECONDS("targetSeconds", "s", 1e-6, 3600, "bound on the percentile of response time"),
    PERCENTILE("percentile", "1", 0.5, 0.9999, "which percentile the target bounds"),
    MAX_LOAD("maxLoadPerSecond", "request/s", 1e-3, 1e9, "the largest load that meets the target"),
    REFERENCE_CORES("referenceCores", "core", 1, 512, "cores on which the largest load holds"),
    UTILISATION("utilisationAtMaxLoad", "1", 0.01, 0.99, "utilisation of the bottleneck there"),
    ZERO_LOAD(
            "zeroLoadLatency",
            "1",
            0.001,
            0.99,
            "percentile without load, of the target over kneeMargin"),
    ZERO_LOAD_SCV("zeroLoadScv", "1", 0, 9, "squared variation of the response without load"),
    QUEUE_SCV_LIMIT("queueScvLimit", "1", 0, 9, "largest variation that a queue is held to have"),
    THREAD_IMBALANCE(
            "threadImbalance",
            "1",
            0,
            4,
            "how much more than the mean the busiest of many threads is asked"),
    CYCLES_SHARE("cpuShare", "1", 0, 1, "share of the service that competes for the core"),
    INSTRUCTIONS_PER_CYCLE("instructionsPerCycle", "1", 0.01, 8, "alone"),
    MISSES("missesPerKiloInstruction", "1", 0, 1000, "misses of the last-level cache, alone"),
    SYSTEM_SHARE("systemShare", "1", 0, 1, "utilisation by the kernel at the largest load"),
    CACHE_GROWTH("cacheGrowth", "1", 0, 100, "growth of service time when the whole cache is lost"),
    CACHE_PRESSURE(
            "cachePressureGrowth",
            "1",
            0,
            100,
            "the same beside others that ask for all bandwidth"),
    RESIDENT_GB("residentGb", "GB", 0, 1e5, "memory below which it swaps"),
    BANDWIDTH("memoryBandwidthGBps", "GB/s", 0, 1e4, "memory bandwidth at the largest load"),
    DISK("diskMBps", "MB/s", 0, 1e5, "disk traffic at the largest load"),
    NETWORK("networkGbps", "Gbit/s", 0, 1e4, "network traffic at the largest load"),
    CACHED_DATA_GB("cachedDataGb", "GB", 0, 1e6, "memory below which the disk is used more; 0: no"),
    CACHED_DATA_EXPONENT("cachedDataExponent", "1", 0, 4, "how fast it is used more"),
    BACKLOG_LIMIT_SECONDS("backlogLimitSeconds", "s", 0, 3600, "longest wait that clients cause");

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers and texts
    private final Form form;

    ServiceParameter(String spelling, String unit, double low, double high, String help) {
        form = new Form(spelling, unit, low, high, help);
    }

    @Override
    public Form form() {
        return form;
    }
}
