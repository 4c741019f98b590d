package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;

/** What is missing to a demand. */
public final class Shortfall {
    private Shortfall() {}

    /** {@code demand} less {@code provided}, nothing where there is more than enough. */
    public static Resources of(Resources demand, Resources provided) {
        return new Resources(
                Math.max(0, demand.cpuMicroCores() - provided.cpuMicroCores()),
                Math.max(0, demand.memoryBytes() - provided.memoryBytes()));
    }
}
