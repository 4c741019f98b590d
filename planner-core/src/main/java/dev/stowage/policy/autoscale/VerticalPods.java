package dev.stowage.policy.autoscale;

import dev.stowage.basis.Check;
import dev.stowage.policy.autoscale.kubernetes.Recommendation;
import dev.stowage.policy.autoscale.kubernetes.VerticalRecommender;
import dev.stowage.policy.autoscale.kubernetes.VpaSettings;

/**
 * Kubernetes' vertical autoscaler over a fixed number of instances: each minute their mean use of
 * CPU is a sample, and what lies outside the recommended bounds is resized in place to the target.
 * Memory is left as it is.
 */
final class VerticalPods implements Autoscaler {
    private static final long MICROS = 1_000_000;

    private final int instances;
    private final VerticalRecommender recommender = new VerticalRecommender(VpaSettings.DEFAULT);
    private double usedBefore;

    VerticalPods(int instances) {
        this.instances = Check.positive("instances", instances);
    }

    @Override
    public long periodMicros() {
        return VerticalRecommender.PERIOD_SECONDS * MICROS;
    }

    @Override
    public Routing routing() {
        return Routing.CENTRAL;
    }

    @Override
    public int initialInstances() {
        return instances;
    }

    @Override
    public void decide(FunctionView function, ScalingActions actions) {
        long now = function.nowMicros();
        double used = function.cpuUsedMicros();
        double cores = (used - usedBefore) / periodMicros() / instances;
        usedBefore = used;
        recommender.addCpu(now - periodMicros(), Math.round(cores * 1_000));
        Recommendation recommendation = recommender.recommend();
        for (int i = 0; i < function.instances(); i++) {
            long milli = function.cpuMicroCores(i) / 1_000;
            if (milli < recommendation.lower().cpuMilli()
                    || milli > recommendation.upper().cpuMilli()) {
                actions.resize(i, recommendation.target().cpuMilli() * 1_000);
            }
        }
    }

    @Override
    public void wake(FunctionView function, ScalingActions actions) {}
}
