package dev.stowage.model;

import dev.stowage.basis.Check;

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

    /** The largest of both, per dimension. */
    public Resources max(Resources other) {
        return new Resources(
                Math.max(cpuMicroCores, other.cpuMicroCores),
                Math.max(memoryBytes, other.memoryBytes));
    }
}
