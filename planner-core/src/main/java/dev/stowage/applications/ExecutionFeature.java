package dev.stowage.applications;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a task is measured to do while it runs. A feature that a trace does not have is absent,
 * never 0.
 *
 * <p>Source: thesis (Sfakianakis 2023), table 3.5, in its order; the names there are in {@link
 * #published}.
 */
public enum ExecutionFeature {
    MEAN_CPU("meanCpuCores", "avg_cpu", "cores", "mean CPU use"),
    MEAN_MEMORY("meanMemoryGib", "c_mem_usage", "GiB", "mean memory use"),
    PAGE_CACHE("pageCacheGib", "page_cache_use", "GiB", "mean page cache"),
    MAX_MEMORY("maxMemoryGib", "max_mem", "GiB", "largest memory use"),
    MEAN_DISK_IO("meanDiskIo", "avg_disk_IO", "s/s", "seconds of disk I/O a second, mean"),
    DISK_SPACE("diskSpaceGib", "avg_disks_space", "GiB", "mean local disk space"),
    MAX_CPU("maxCpuCores", "max_cpu", "cores", "largest CPU use"),
    MAX_DISK_IO("maxDiskIo", "max_IO", "s/s", "seconds of disk I/O a second, largest"),
    NETWORK_IN("networkIn", "net_in", "MiB/s", "data received"),
    NETWORK_OUT("networkOut", "net_out", "MiB/s", "data sent"),
    CYCLES_PER_INSTRUCTION("cyclesPerInstruction", "cpi", "", "cycles per instruction"),
    MEMORY_ACCESSES_PER_INSTRUCTION(
            "memoryAccessesPerInstruction", "mai", "", "memory accesses per instruction"),
    MEDIAN_CPU("medianCpuCores", "cpu_distr", "cores", "median of the CPU use within it"),
    TAIL_CPU("tailCpuCores", "cpu_tail_distr", "cores", "99th percentile of the CPU use within it");

    /** No processor needs so many; counters that were read at the wrong moment say more. */
    private static final double MAX_CYCLES = 1000;

    private static final double MAX_ACCESSES = 10; // as few instructions access memory that often

    private final String key;
    private final String published;
    private final String unit;
    private final String description;

    ExecutionFeature(String key, String published, String unit, String description) {
        this.key = key;
        this.published = published;
        this.unit = unit;
        this.description = description;
    }

    /** As files spell it. */
    public String key() {
        return key;
    }

    /** As table 3.5 spells it. */
    public String published() {
        return published;
    }

    /** Unit; empty for a ratio. */
    public String unit() {
        return unit;
    }

    /** In words. */
    public String description() {
        return description;
    }

    /** False for what no task can do: less than 0, infinite, thousands of cycles an instruction. */
    public boolean isPossible(double value) {
        double most =
                switch (this) {
                    case CYCLES_PER_INSTRUCTION -> MAX_CYCLES;
                    case MEMORY_ACCESSES_PER_INSTRUCTION -> MAX_ACCESSES;
                    default -> Double.MAX_VALUE;
                };
        return value >= 0 && value <= most;
    }

    /** The feature that files spell like that. */
    public static Optional<ExecutionFeature> of(String key) {
        return Arrays.stream(values()).filter(feature -> feature.key.equals(key)).findFirst();
    }

    /** As files spell them all. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(ExecutionFeature::key).toList();
    }
}
