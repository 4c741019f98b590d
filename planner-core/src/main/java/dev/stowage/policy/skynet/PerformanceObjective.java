package dev.stowage.policy.skynet;

import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;

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

    /**
     * Refuses a level outside what the provider can hold.
     *
     * @throws InputException that names the range
     */
    public void requireWithin(String place, double least, double most) {
        if (!(level >= least && level <= most)) {
            throw InputException.at(
                    place,
                    metric + " of " + level,
                    "a level from " + least + " to " + most,
                    "The loop converges only for levels that this cluster can hold.");
        }
    }
}
