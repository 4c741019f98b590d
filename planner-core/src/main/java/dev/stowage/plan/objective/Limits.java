package dev.stowage.plan.objective;

import dev.stowage.run.Quantity.Unit;

/** What a limit on a metric may be: one that a run could meet, and could exceed or reach. */
final class Limits {
    private Limits() {}

    /** The limits that make sense, in words. */
    static String expected(Unit unit) {
        return switch (unit) {
            case SECONDS -> "a number of seconds of at least 0";
            case SHARE -> "a share above 0 and at most 1";
            case RATIO -> "a ratio of at least 1";
            case TASKS -> "a whole number of tasks of at least 0";
            case KILOWATT_HOURS, NUMBER -> "a number of at least 0";
        };
    }

    /** True if {@code limit} makes sense. */
    static boolean allows(Unit unit, double limit) {
        return switch (unit) {
            case SHARE -> limit > 0 && limit <= 1;
            case RATIO -> limit >= 1 && Double.isFinite(limit);
            case TASKS -> limit >= 0 && Double.isFinite(limit) && limit == Math.rint(limit);
            case SECONDS, KILOWATT_HOURS, NUMBER -> limit >= 0 && Double.isFinite(limit);
        };
    }
}
