package dev.stowage.isolation;

import dev.stowage.basis.Check;
import java.util.Arrays;

/**
 * Work of a server for its power. Source: Sfakianakis 2023, section 2.6: {@code E_sys = sum of
 * scores / SYSPWR}, a score being the rate of a workload over its rate alone on the native stack.
 */
public final class SystemEfficiency {
    /** Idle power over the largest: two thirds exactly (the text rounds it to 67 %). */
    public static final double IDLE_SHARE = 2.0 / 3;

    private SystemEfficiency() {}

    /** Power over the largest power at a utilisation in [0, 1]. */
    public static double power(double utilisation) {
        return IDLE_SHARE + (1 - IDLE_SHARE) * Check.inRange("utilisation", utilisation, 0, 1);
    }

    /** E_sys of workloads with these scores; 0 if none runs. */
    public static double of(double[] scores, double utilisation) {
        return Arrays.stream(scores).sum() / power(utilisation);
    }

    /** The most that so many workloads can reach: score 1 each, one of 16 hardware threads each. */
    public static double optimal(int workloads, int hardwareThreads) {
        double[] scores = new double[workloads];
        Arrays.fill(scores, 1);
        return of(scores, (double) workloads / hardwareThreads);
    }

    /** Workloads that lose at most a share of their score of 1. */
    public static int effective(double[] scores, double loss) {
        return (int) Arrays.stream(scores).filter(score -> score >= 1 - loss - 1e-12).count();
    }
}
