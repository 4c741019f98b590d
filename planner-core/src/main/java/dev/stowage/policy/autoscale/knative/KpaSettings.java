package dev.stowage.policy.autoscale.knative;

import dev.stowage.basis.Check;

/**
 * What one revision's autoscaler is configured to do. Source of defaults and ranges: {@code
 * knative.dev/serving}, {@code pkg/autoscaler/config} and {@code pkg/apis/autoscaling}.
 *
 * @param target what a pod is wanted to carry
 * @param windows over which the metric is averaged
 * @param rates how fast the number of pods may change
 * @param bounds between which it stays
 * @param idle what happens when no requests come
 * @param targetBurstCapacity requests that the pods must be able to take at once, or the activator
 *     stays in the path; 0 takes it out wherever there are pods, -1 keeps it in always
 */
public record KpaSettings(
        Target target,
        Windows windows,
        Rates rates,
        Bounds bounds,
        Idle idle,
        double targetBurstCapacity) {
    /** What is measured of a pod. */
    public enum Metric {
        /** Requests in flight, waiting ones included. */
        CONCURRENCY,
        /** Requests a second. */
        RPS
    }

    /**
     * What a pod is wanted to carry.
     *
     * @param metric what is measured
     * @param total the most that a pod is meant to carry
     * @param utilisation share of it that is aimed at, in (0, 1]
     */
    public record Target(Metric metric, double total, double utilisation) {
        /** Concurrency of 100 at 70 %. */
        public static final Target DEFAULT = new Target(Metric.CONCURRENCY, 100, 0.7);

        public Target {
            Check.inRange("total", total, 0.01, 1e9);
            Check.positive("utilisation", utilisation);
            Check.inRange("utilisation", utilisation, 0, 1);
        }

        /** What a pod should carry; at least 0.01. */
        public double perPod() {
            return Math.max(0.01, total * utilisation);
        }
    }

    /**
     * Windows of the averages.
     *
     * @param stableSeconds length of the long one
     * @param panicPercent the short one as a share of it, in per cent
     * @param isWeighted true for weights that fall exponentially with age
     */
    public record Windows(int stableSeconds, double panicPercent, boolean isWeighted) {
        /** A minute, and a tenth of it; all seconds weigh the same. */
        public static final Windows DEFAULT = new Windows(60, 10, false);

        public Windows {
            Check.inRange("stableSeconds", stableSeconds, 6, 3_600);
            Check.inRange("panicPercent", panicPercent, 1, 100);
        }

        /** Length of the short window in whole seconds, at least 1. */
        public int panicSeconds() {
            // time.Duration.Round rounds halves away from zero, as Math.round does above zero
            return (int) Math.max(1, Math.round(stableSeconds * panicPercent / 100));
        }
    }

    /**
     * How fast the number of pods may change.
     *
     * @param maxUp most times the ready pods in one decision
     * @param maxDown most times fewer in one decision
     * @param panicThreshold times the ready pods that the short window must ask for to panic
     * @param downDelaySeconds how long fewer pods must be wanted before there are fewer
     */
    public record Rates(double maxUp, double maxDown, double panicThreshold, int downDelaySeconds) {
        /** 1,000 times up, half down, panic at twice, no delay. */
        public static final Rates DEFAULT = new Rates(1_000, 2, 2, 0);

        public Rates {
            Check.inRange("maxUp", maxUp, Math.nextUp(1.0), 1e6);
            Check.inRange("maxDown", maxDown, Math.nextUp(1.0), 1e6);
            Check.inRange("panicThreshold", panicThreshold, 1.1, 10);
            Check.notNegative("downDelaySeconds", downDelaySeconds);
        }
    }

    /**
     * Between which numbers of pods a revision stays.
     *
     * @param min least pods
     * @param max most pods, 0 for no bound
     * @param initial pods at the start
     * @param activation least pods where there are any
     */
    public record Bounds(int min, int max, int initial, int activation) {
        /** Nothing to any number; the first pod is there at the start. */
        public static final Bounds DEFAULT = new Bounds(0, 0, 1, 1);

        public Bounds {
            Check.notNegative("min", min);
            Check.notNegative("max", max);
            Check.notNegative("initial", initial);
            Check.positive("activation", activation);
            if (max > 0 && max < min) {
                throw new IllegalArgumentException("max = " + max + " is below min = " + min);
            }
        }

        /** The number within the bounds. */
        public int clamp(int pods) {
            int atLeast = Math.max(pods, min);
            return max > 0 ? Math.min(atLeast, max) : atLeast;
        }
    }

    /**
     * What happens when no requests come.
     *
     * @param graceSeconds how long the activator must be in the path before the last pod goes
     * @param retentionSeconds how long the last pod is kept at least
     */
    public record Idle(int graceSeconds, int retentionSeconds) {
        /** 30 s in the path; no retention. */
        public static final Idle DEFAULT = new Idle(30, 0);

        public Idle {
            Check.notNegative("graceSeconds", graceSeconds);
            Check.notNegative("retentionSeconds", retentionSeconds);
        }
    }

    /** What Knative does unless told otherwise. */
    public static final KpaSettings DEFAULT =
            new KpaSettings(
                    Target.DEFAULT,
                    Windows.DEFAULT,
                    Rates.DEFAULT,
                    Bounds.DEFAULT,
                    Idle.DEFAULT,
                    211);

    public KpaSettings {
        Check.inRange("targetBurstCapacity", targetBurstCapacity, -1, 1e9);
    }

    /** The same with another target. */
    public KpaSettings with(Target other) {
        return new KpaSettings(other, windows, rates, bounds, idle, targetBurstCapacity);
    }
}
