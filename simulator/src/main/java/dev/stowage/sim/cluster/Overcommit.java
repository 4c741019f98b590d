package dev.stowage.sim.cluster;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;

/**
 * By how much more than the capacity of a server its tasks may ask for in sum. Utilisation is still
 * reported against the capacity itself, so that it may exceed 1.
 *
 * @param cpuFactor above 0; 1 = no more than there is
 * @param memoryFactor above 0; 1 = no more than there is
 */
public record Overcommit(double cpuFactor, double memoryFactor) {
    /** No more than there is. */
    public static final Overcommit NONE = new Overcommit(1, 1);

    private static final double LARGEST = 0x1p62;

    public Overcommit {
        Check.positive("cpuFactor", cpuFactor);
        Check.positive("memoryFactor", memoryFactor);
    }

    /** True if both factors are 1. */
    public boolean isNone() {
        return cpuFactor == 1 && memoryFactor == 1;
    }

    /** CPU that may be given to tasks, rounded down; at least 1 if there is any. */
    public long schedulableMicroCores(long cpuMicroCores) {
        return scaled(cpuMicroCores, cpuFactor);
    }

    /** Memory that may be given to tasks, rounded down; at least 1 if there is any. */
    public long schedulableBytes(long memoryBytes) {
        return scaled(memoryBytes, memoryFactor);
    }

    /** Both. */
    public Resources schedulable(Resources capacity) {
        return new Resources(
                schedulableMicroCores(capacity.cpuMicroCores()),
                schedulableBytes(capacity.memoryBytes()));
    }

    private static long scaled(long amount, double factor) {
        if (factor == 1 || amount == 0) {
            return amount;
        }
        return (long) Math.max(1, Math.min(LARGEST, amount * factor));
    }
}
