package dev.stowage.policy.autoscale.kubernetes;

import dev.stowage.basis.Check;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a HorizontalPodAutoscaler is told, and the flags of its controller.
 *
 * @param targetPercent wanted use as a share of the request, in per cent
 * @param tolerance change of the ratio that is ignored
 * @param minPods least pods
 * @param maxPods most pods
 * @param downStabilisationSeconds {@code --horizontal-pod-autoscaler-downscale-stabilization}
 * @param initialisationSeconds {@code --horizontal-pod-autoscaler-cpu-initialization-period}
 * @param initialReadinessSeconds {@code --horizontal-pod-autoscaler-initial-readiness-delay}
 * @param behaviour {@code spec.behavior} with its defaults filled in, or null where there is none
 */
public record HpaSettings(
        int targetPercent,
        double tolerance,
        int minPods,
        int maxPods,
        int downStabilisationSeconds,
        int initialisationSeconds,
        int initialReadinessSeconds,
        @Nullable Behaviour behaviour) {
    /** Which of several policies rules. */
    public enum Select {
        /** The one that allows the largest change. */
        MAX,
        /** The one that allows the smallest change. */
        MIN,
        /** No change in this direction. */
        DISABLED
    }

    /** What a policy counts. */
    public enum Unit {
        /** Pods. */
        PODS,
        /** Per cent of the pods at the start of the period. */
        PERCENT
    }

    /** At most {@code value} in {@code periodSeconds}. */
    public record Limit(Unit unit, int value, int periodSeconds) {}

    /** Rules of one direction. */
    public record Rules(int stabilisationSeconds, Select select, List<Limit> limits) {
        /** {@code scaleUp} where only {@code scaleDown} is given: +100 % or +4 pods in 15 s. */
        public static final Rules DEFAULT_UP =
                new Rules(
                        0,
                        Select.MAX,
                        List.of(new Limit(Unit.PODS, 4, 15), new Limit(Unit.PERCENT, 100, 15)));

        /** {@code scaleDown} where only {@code scaleUp} is given: all in 15 s, after 300 s. */
        public static final Rules DEFAULT_DOWN =
                new Rules(300, Select.MAX, List.of(new Limit(Unit.PERCENT, 100, 15)));

        public Rules {
            limits = List.copyOf(limits);
        }
    }

    /** Rules of both directions. */
    public record Behaviour(Rules up, Rules down) {}

    public HpaSettings {
        Check.positive("targetPercent", targetPercent);
        Check.notNegative("tolerance", tolerance);
        Check.positive("minPods", minPods);
        Check.inRange("maxPods", maxPods, minPods, Integer.MAX_VALUE);
    }

    /** An autoscaler without {@code spec.behavior}, with the controller's own flags. */
    public static HpaSettings of(int targetPercent, int minPods, int maxPods) {
        return new HpaSettings(targetPercent, 0.1, minPods, maxPods, 300, 300, 30, null);
    }
}
