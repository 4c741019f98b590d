package dev.stowage.push.node;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Limits of a slice, as values of the files of cgroup v2. A limit that is not set is the kernel's
 * default. Source: Documentation/admin-guide/cgroup-v2.rst of Linux; systemd.resource-control(5).
 *
 * @param service name of the service
 * @param requestMicroCores what its replicas here ask for together
 * @param values by name of the file; empty text for the default
 */
public record SliceLimits(
        String service, long requestMicroCores, SortedMap<String, String> values) {
    /** Largest weight of CPU and I/O. */
    static final int MOST_WEIGHT = 10_000;

    static final String CPU_MAX = "cpu.max";
    static final String CPU_WEIGHT = "cpu.weight";
    static final String CPUS = "cpuset.cpus";
    static final String MEMORY_LOW = "memory.low";
    static final String MEMORY_MAX = "memory.max";
    static final String IO_WEIGHT = "io.weight";

    /** Value of each file in a cgroup that nobody has limited. */
    public static final Map<String, String> DEFAULTS =
            Map.of(
                    CPU_MAX, "max 100000",
                    CPU_WEIGHT, "100",
                    CPUS, "",
                    MEMORY_LOW, "0",
                    MEMORY_MAX, "max",
                    IO_WEIGHT, "default 100");

    private static final long PERIOD_MICROS = 100_000;
    private static final long LEAST_QUOTA_MICROS = 1_000;

    public SliceLimits {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** The same on these CPUs only. */
    SliceLimits on(String cpus) {
        SortedMap<String, String> with = new TreeMap<>(values);
        with.put(CPUS, cpus);
        return new SliceLimits(service, requestMicroCores, with);
    }

    /** The lines of a systemd unit. */
    public String unit() {
        StringBuilder text = new StringBuilder("# ").append(service).append("\n[Slice]\n");
        values.forEach(
                (file, value) -> {
                    if (!value.isEmpty()) {
                        text.append(property(file, value)).append('\n');
                    }
                });
        return text.toString();
    }

    private static String property(String file, String value) {
        return switch (file) {
            case CPU_MAX -> {
                BigDecimal quota = new BigDecimal(value.substring(0, value.indexOf(' ')));
                yield "CPUQuota="
                        + quota.movePointRight(2)
                                .divide(BigDecimal.valueOf(PERIOD_MICROS), 2, RoundingMode.CEILING)
                                .stripTrailingZeros()
                                .toPlainString()
                        + "%\nCPUQuotaPeriodSec=100ms";
            }
            case CPU_WEIGHT -> "CPUWeight=" + value;
            case CPUS -> "AllowedCPUs=" + value;
            case MEMORY_LOW -> "MemoryLow=" + value;
            case MEMORY_MAX -> "MemoryMax=" + value;
            case IO_WEIGHT -> "IOWeight=" + value.replace("default ", "");
            default -> throw new IllegalArgumentException("file = " + file);
        };
    }

    /** Limits in the making. */
    static final class Builder {
        private final String service;
        private final SortedMap<String, String> values = new TreeMap<>();
        private long requestMicroCores;

        Builder(String service) {
            this.service = service;
            DEFAULTS.keySet().forEach(each -> values.put(each, ""));
        }

        void requestMicroCores(long microCores) {
            requestMicroCores = microCores;
        }

        /**
         * Share of the CPU when all want it. Source: how Kubernetes turns a CPU request into {@code
         * cpu.weight} (KEP-2254): 1024 shares a core, and 2 to 262,144 shares onto 1 to 10,000.
         */
        void weight(long microCores) {
            long shares = Math.min(262_144, Math.max(2, microCores * 1024 / 1_000_000));
            put(CPU_WEIGHT, Long.toString(1 + (shares - 2) * 9_999 / 262_142));
        }

        void quota(long microCores) {
            long quota = Math.max(LEAST_QUOTA_MICROS, microCores * PERIOD_MICROS / 1_000_000);
            put(CPU_MAX, quota + " " + PERIOD_MICROS);
        }

        /** Memory that is taken away last; the kernel counts in pages. */
        void protectedBytes(long bytes) {
            put(MEMORY_LOW, Long.toString(pages(bytes)));
        }

        void mostBytes(long bytes) {
            put(MEMORY_MAX, Long.toString(pages(bytes)));
        }

        void ioWeight(int weight) {
            put(IO_WEIGHT, "default " + weight);
        }

        private void put(String file, String value) {
            values.put(file, value.equals(DEFAULTS.get(file)) ? "" : value);
        }

        private static long pages(long bytes) {
            return bytes / 4096 * 4096;
        }

        SliceLimits build() {
            return new SliceLimits(service, requestMicroCores, values);
        }
    }
}
