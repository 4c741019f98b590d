package dev.stowage.scenario.owned;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Optional;

/**
 * From when servers can be ordered, and by when they have to be there.
 *
 * @param from day of the first order
 * @param by day on which the plan has to hold, not before {@code from}
 */
public record Horizon(LocalDate from, LocalDate by) {
    private static final int DAYS_OF_WEEK = 7;
    private static final int LENGTH_OF_MONTH = 7; // characters of 2027-03

    public Horizon {
        if (by.isBefore(from)) {
            throw new IllegalArgumentException("by = " + by + ", expected from " + from + " on");
        }
    }

    /** A day as it is written, or the first one of a month; empty if there is none such. */
    public static Optional<LocalDate> day(String text) {
        try {
            return Optional.of(
                    LocalDate.parse(text.length() == LENGTH_OF_MONTH ? text + "-01" : text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /**
     * The last day of an order that is there in time; empty if even an order of the first day comes
     * too late.
     *
     * @param leadWeeks from order to use, at least 0; days are rounded up
     */
    public Optional<LocalDate> orderBy(double leadWeeks) {
        LocalDate last = by.minusDays(days(leadWeeks));
        return Optional.of(last).filter(day -> !day.isBefore(from));
    }

    /** When what is ordered on the first day is there. */
    public LocalDate earliest(double leadWeeks) {
        return from.plusDays(days(leadWeeks));
    }

    private static long days(double weeks) {
        return (long) Math.ceil(weeks * DAYS_OF_WEEK);
    }

    /** True if servers that must go by a day are gone when the plan has to hold. */
    public boolean areGone(LocalDate retireBy) {
        return !retireBy.isAfter(by);
    }
}
