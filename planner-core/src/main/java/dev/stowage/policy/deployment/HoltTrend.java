package dev.stowage.policy.deployment;

import dev.stowage.basis.Check;

/** Level and trend of one resource, smoothed over the decisions so far. */
final class HoltTrend {
    /** Weight of the newest level and of the newest trend. */
    private static final double LEVEL_WEIGHT = 0.5;

    private static final double TREND_WEIGHT = 0.05;

    private final int ahead;
    private double level;
    private double trend;
    private boolean hasStarted;

    HoltTrend(int ahead) {
        this.ahead = (int) Check.notNegative("ahead", (long) ahead);
    }

    /** Takes in the level of now; where its trend leads, if that is more, else {@code now}. */
    long atLeast(long now) {
        double before = level;
        level = hasStarted ? LEVEL_WEIGHT * now + (1 - LEVEL_WEIGHT) * (level + trend) : now;
        trend = hasStarted ? TREND_WEIGHT * (level - before) + (1 - TREND_WEIGHT) * trend : 0;
        hasStarted = true;
        return Math.max(now, Math.round(now + ahead * trend));
    }
}
