package dev.stowage.sim.serverless;

import dev.stowage.basis.Check;
import java.util.random.RandomGenerator;

/**
 * CPU time that a request needs.
 *
 * @param meanMicros its mean in microseconds of a core
 * @param isExponential true if it varies exponentially, false if it is always the mean
 */
public record Demand(double meanMicros, boolean isExponential) {
    public Demand {
        Check.positive("meanMicros", meanMicros);
    }

    /** Always the same. */
    public static Demand constant(double micros) {
        return new Demand(micros, false);
    }

    /** Exponential with a mean. */
    public static Demand exponential(double meanMicros) {
        return new Demand(meanMicros, true);
    }

    double nextNanos(RandomGenerator random) {
        double nanos = meanMicros * 1_000;
        return isExponential ? -nanos * Math.log(1 - random.nextDouble()) : nanos;
    }
}
