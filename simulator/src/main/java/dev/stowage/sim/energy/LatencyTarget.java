package dev.stowage.sim.energy;

import dev.stowage.basis.Check;

/**
 * A bound of a percentile of response times.
 *
 * @param percentile 90 or 99
 * @param micros it may be at most
 */
public record LatencyTarget(int percentile, double micros) {
    public LatencyTarget {
        if (percentile != 90 && percentile != 99) {
            throw new IllegalArgumentException(
                    "percentile = " + percentile + ", expected 90 or 99");
        }
        Check.positive("micros", micros);
    }

    /** The percentile that it bounds. */
    public double of(Operation operation) {
        return percentile == 99 ? operation.p99Micros() : operation.p90Micros();
    }

    /** True if it is met. */
    public boolean isMet(Operation operation) {
        return of(operation) <= micros;
    }
}
