package dev.stowage.policy.skynet;

import dev.stowage.basis.Check;

/**
 * A performance level objective (PLO).
 *
 * @param metric what is measured
 * @param level wanted
 * @param isHigherBetter true for throughput, false for latency and execution time
 */
public record PerformanceObjective(String metric, double level, boolean isHigherBetter) {
    public PerformanceObjective {
        Check.notBlank("metric", metric);
        Check.positive("level", level);
    }

    /** Relative performance: 1 on target, above is better. */
    public double relative(double measured) {
        Check.positive("measured", measured);
        return isHigherBetter ? measured / level : level / measured;
    }

    /** True if the level is one that a provider can hold: the loop converges only for those. */
    public boolean isWithin(double least, double most) {
        return level >= least && level <= most;
    }
}
