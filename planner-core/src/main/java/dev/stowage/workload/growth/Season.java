package dev.stowage.workload.growth;

import dev.stowage.basis.Check;
import java.util.Collections;
import java.util.List;

/**
 * Factors on the number of jobs that arrive, by hour of the day and day of the week. Only their
 * ratios matter: the number of jobs stays what it is.
 *
 * @param hourOfDay 24 factors, from midnight on, each at least 0
 * @param dayOfWeek 7 factors, from Monday on, each at least 0
 * @param startHour hour of the day at time 0 of the workload, in [0, 24)
 * @param startDay day of the week at time 0, from 0 for Monday to 6
 */
public record Season(
        List<Double> hourOfDay, List<Double> dayOfWeek, double startHour, int startDay) {
    private static final int HOURS = 24;
    private static final int DAYS = 7;

    /** Microseconds of an hour. */
    static final long HOUR_MICROS = 3_600_000_000L;

    public Season {
        hourOfDay = factors("hourOfDay", hourOfDay, HOURS);
        dayOfWeek = factors("dayOfWeek", dayOfWeek, DAYS);
        Check.inRange("startHour", startHour, 0, Math.nextDown((double) HOURS));
        Check.inRange("startDay", startDay, 0, DAYS - 1);
    }

    private static List<Double> factors(String name, List<Double> factors, int size) {
        if (factors.size() != size) {
            throw new IllegalArgumentException(name + " has " + factors.size() + " factors");
        }
        factors.forEach(factor -> Check.notNegative(name, factor));
        if (factors.stream().allMatch(factor -> factor == 0)) {
            throw new IllegalArgumentException(name + " has no factor above 0");
        }
        return List.copyOf(factors);
    }

    /** That many factors of 1: no season. */
    public static List<Double> evenly(int size) {
        return Collections.nCopies(size, 1.0);
    }

    /** Number of the hour on the clock that began with the day of time 0. */
    private long hour(long micros) {
        return Math.floorDiv(micros + Math.round(startHour * HOUR_MICROS), HOUR_MICROS);
    }

    /** The factor at a time of the workload. */
    double factor(long micros) {
        long hour = hour(micros);
        int day = Math.floorMod(startDay + Math.floorDiv(hour, HOURS), DAYS);
        return hourOfDay.get(Math.floorMod(hour, HOURS)) * dayOfWeek.get(day);
    }

    /** When the hour ends that a time lies in. */
    long endOfHour(long micros) {
        return (hour(micros) + 1) * HOUR_MICROS - Math.round(startHour * HOUR_MICROS);
    }
}
