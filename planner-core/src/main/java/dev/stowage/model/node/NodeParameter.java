package dev.stowage.model.node;

/** What the model knows of a server: its resources, and how its tenants disturb each other. */
public enum NodeParameter implements ParameterKey {
    CORES("cores", "core", 1, 512, "cores that are managed"),
    THREADS_PER_CORE("threadsPerCore", "thread", 1, 8, "hardware threads of a core"),
    WAYS("cacheWays", "way", 1, 64, "ways of the last-level cache"),
    CACHE_MB("cacheMB", "MB", 0.1, 1e5, "size of the last-level cache"),
    MEMORY_GB("memoryGb", "GB", 1, 1e5, "memory without that of the operating system"),
    MEMORY_BANDWIDTH("memoryBandwidthGBps", "GB/s", 0.1, 1e5, "memory bandwidth"),
    DISK("diskMBps", "MB/s", 0, 1e6, "sequential bandwidth of the disk"),
    DISK_STEPS("diskSteps", "1", 1, 1000, "parts in which the disk is given away"),
    NETWORK("networkGbps", "Gbit/s", 0.1, 1e4, "bandwidth of the network"),
    NETWORK_STEP("networkStepGbps", "Gbit/s", 0.01, 100, "part in which it is given away"),
    FREQUENCY_SHARE("frequencyShare", "1", 0, 1, "share of service time that follows the clock"),
    MISS_CYCLES("missCycles", "cycle", 1, 5000, "cycles of a miss of the last-level cache"),
    SIBLING_GROWTH("siblingGrowth", "1", 0, 10, "growth beside a busy sibling thread"),
    SIBLING_SYSTEM_GROWTH("siblingSystemGrowth", "1", 0, 10, "the same per system share over 0.2"),
    BANDWIDTH_GROWTH("bandwidthGrowth", "1", 0, 10, "growth when others take all bandwidth"),
    BANDWIDTH_SYSTEM_WEIGHT(
            "bandwidthSystemWeight", "1", 0, 10, "siblingSystemGrowth in that case, relative"),
    BANDWIDTH_MISS_GROWTH("bandwidthMissGrowth", "1", 0, 10, "the same per cycles lost to misses"),
    BANDWIDTH_KNEE("bandwidthKnee", "1", 0, 0.99, "bandwidth of others without effect, as a share"),
    SIBLING_SHARE("siblingShare", "1", 0, 1, "how often a pool's sibling thread is another's"),
    SLICE_SECONDS("sliceSeconds", "s", 0, 1, "time slice behind a longer request in a pool"),
    SWAP_SECONDS("swapSeconds", "s", 0, 100, "added to the percentile when memory is swapped"),
    NOISE("noise", "1", 0, 1, "standard deviation of a reading, as a share"),
    KNEE_MARGIN("kneeMargin", "1", 1, 2, "target over the percentile at the largest load"),
    IDLE_WATTS("idleWatts", "W", 0, 1e5, "power without load"),
    CORE_WATTS("coreWatts", "W", 0, 1e4, "power of a busy core at the highest frequency"),
    UNCORE_WATTS("uncoreWatts", "W", 0, 1e5, "power of the memory at full bandwidth"),
    STRESS_CACHE_CACHE("stressCacheBandwidthCache", "1", 0, 10, "cacheGrowth beside 12 streams"),
    STRESS_CACHE_COMMON("stressCacheBandwidthCommon", "1", 0, 10, "growth of all beside them"),
    STRESS_CACHE_MISSES("stressCacheBandwidthMisses", "1", 0, 10, "growth per cycles lost"),
    STRESS_MEMORY_CACHE("stressMemoryBandwidthCache", "1", 0, 10, "cacheGrowth beside 50 GB/s"),
    STRESS_TURBO_LOSS("stressTurboLoss", "1", 0, 0.9, "frequency lost to 12 power viruses"),
    STRESS_NETWORK_GBPS("stressNetworkGbps", "Gbit/s", 0, 100, "left by 100 connections"),
    STRESS_NETWORK_GROWTH("stressNetworkGrowth", "1", 0, 10, "growth beside them"),
    STRESS_DISK_FACTOR("stressDiskFactor", "1", 1, 100, "disk demand beside a copy"),
    STRESS_MEMORY_FACTOR("stressMemoryFactor", "1", 1, 100, "disk demand without page cache");

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers and texts
    private final Form form;

    NodeParameter(String spelling, String unit, double low, double high, String help) {
        form = new Form(spelling, unit, low, high, help);
    }

    @Override
    public Form form() {
        return form;
    }
}
