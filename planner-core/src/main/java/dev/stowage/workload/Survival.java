package dev.stowage.workload;

import dev.stowage.basis.Check;
import dev.stowage.stats.sample.KaplanMeier;

/**
 * What the Kaplan-Meier estimate says of a duration of which some observations were cut off by the
 * end of the trace: it stands beside a fit that leaves them out.
 *
 * @param lowerBounds observations that were cut off and are part of it, by how long they had lasted
 * @param horizon the longest duration that the trace could show, s
 * @param meanToHorizon mean of the duration, where longer ones count as the horizon, s
 * @param median s; NaN if fewer than half ended
 * @param p90 s; NaN if fewer than 90 % ended
 * @param beyond share that outlives every duration that was seen to end, in [0, 1]
 */
public record Survival(
        long lowerBounds,
        double horizon,
        double meanToHorizon,
        double median,
        double p90,
        double beyond) {
    public Survival {
        Check.notNegative("lowerBounds", lowerBounds);
        Check.notNegative("horizon", horizon);
        Check.notNegative("meanToHorizon", meanToHorizon);
        Check.inRange("beyond", beyond, 0, 1);
    }

    /** The figures of an estimate. */
    public static Survival of(KaplanMeier estimate) {
        return new Survival(
                estimate.censored(),
                estimate.horizon(),
                estimate.restrictedMean(),
                estimate.quantile(0.5),
                estimate.quantile(0.9),
                estimate.beyond());
    }
}
