package dev.stowage.model;

import dev.stowage.basis.Check;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A vector of resources as exact integers, so that adding and removing a task restores a server to
 * the bit.
 *
 * @param cpuMicroCores CPU in millionths of a core, at least 0
 * @param memoryBytes memory in bytes, at least 0
 */
public record Resources(long cpuMicroCores, long memoryBytes) {
    public static final long MICRO_CORES_PER_CORE = 1_000_000L;
    public static final long BYTES_PER_GIB = 1L << 30;

    /** No resources at all. */
    public static final Resources NONE = new Resources(0, 0);

    public Resources {
        Check.notNegative("cpuMicroCores", cpuMicroCores);
        Check.notNegative("memoryBytes", memoryBytes);
    }

    /** Resources of whole cores and GiB. */
    public static Resources ofCoresAndGib(long cores, long gib) {
        return new Resources(
                Math.multiplyExact(cores, MICRO_CORES_PER_CORE),
                Math.multiplyExact(gib, BYTES_PER_GIB));
    }

    /** CPU in cores. */
    public double cores() {
        return (double) cpuMicroCores / MICRO_CORES_PER_CORE;
    }

    /** Memory in GiB. */
    public double gib() {
        return (double) memoryBytes / BYTES_PER_GIB;
    }

    /** True if {@code other} is at most this in every dimension. */
    public boolean covers(Resources other) {
        return other.cpuMicroCores <= cpuMicroCores && other.memoryBytes <= memoryBytes;
    }

    public Resources plus(Resources other) {
        return new Resources(
                Math.addExact(cpuMicroCores, other.cpuMicroCores),
                Math.addExact(memoryBytes, other.memoryBytes));
    }

    /**
     * This and a share of it more, rounded up to whole units. The share counts as the decimal that
     * it prints as: 25 cores and 0.1 of them are 27.5 and not a millionth more.
     *
     * @param share at least −1; below 0 it is less
     */
    public Resources withMore(double share) {
        if (share == 0) {
            return this;
        }
        Check.inRange("share", share, -1, Double.MAX_VALUE);
        BigDecimal factor = BigDecimal.ONE.add(BigDecimal.valueOf(share));
        return new Resources(times(cpuMicroCores, factor), times(memoryBytes, factor));
    }

    private static long times(long amount, BigDecimal factor) {
        return BigDecimal.valueOf(amount)
                .multiply(factor)
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
    }

    /** The largest of both, per dimension. */
    public Resources max(Resources other) {
        return new Resources(
                Math.max(cpuMicroCores, other.cpuMicroCores),
                Math.max(memoryBytes, other.memoryBytes));
    }
}
