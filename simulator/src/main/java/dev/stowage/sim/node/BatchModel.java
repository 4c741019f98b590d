package dev.stowage.sim.node;

import dev.stowage.model.node.BatchParameter;
import dev.stowage.model.node.BatchProfile;

/** A best-effort job on a node: how fast it goes and what bandwidth it takes. */
record BatchModel(
        double bandwidthPerCore,
        double cacheGrowth,
        double bandwidthGrowth,
        double parallelFraction,
        int mostCores,
        double siblingShare) {
    static BatchModel of(BatchProfile profile) {
        return new BatchModel(
                profile.of(BatchParameter.BANDWIDTH_PER_CORE),
                profile.of(BatchParameter.CACHE_GROWTH),
                profile.of(BatchParameter.BANDWIDTH_GROWTH),
                profile.of(BatchParameter.PARALLEL_FRACTION),
                profile.parameters().whole(BatchParameter.MOST_CORES),
                profile.of(BatchParameter.SIBLING_SHARE));
    }

    /** Cores' worth of work per second, Amdahl's law over the factor of its time. */
    double speed(double cores, double factor) {
        double used = Math.min(cores, mostCores);
        if (used <= 0) {
            return 0;
        }
        return used < 1
                ? used / factor
                : 1 / (1 - parallelFraction + parallelFraction / used) / factor;
    }
}
