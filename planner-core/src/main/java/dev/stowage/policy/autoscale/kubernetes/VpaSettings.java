package dev.stowage.policy.autoscale.kubernetes;

import dev.stowage.basis.Check;

/**
 * The flags of the recommender of the VerticalPodAutoscaler.
 *
 * @param target share of the samples that the target covers
 * @param lower the same of the lower bound
 * @param upper the same of the upper bound
 * @param margin added to all three, as a share
 * @param minCpuMilli least CPU of a pod, divided among its containers
 * @param minMemoryBytes least memory of a pod
 * @param halfLifeMicros after which a sample weighs half
 * @param confidenceMicros history after which the bounds are no longer widened much
 */
public record VpaSettings(
        double target,
        double lower,
        double upper,
        double margin,
        long minCpuMilli,
        long minMemoryBytes,
        long halfLifeMicros,
        long confidenceMicros) {
    private static final long DAY_MICROS = 86_400L * 1_000_000;

    /** The recommender's defaults. */
    public static final VpaSettings DEFAULT =
            new VpaSettings(0.9, 0.5, 0.95, 0.15, 25, 250L << 20, DAY_MICROS, DAY_MICROS);

    public VpaSettings {
        Check.inRange("lower", lower, 0, target);
        Check.inRange("upper", upper, target, 1);
        Check.notNegative("margin", margin);
        Check.positive("halfLifeMicros", halfLifeMicros);
        Check.positive("confidenceMicros", confidenceMicros);
    }
}
