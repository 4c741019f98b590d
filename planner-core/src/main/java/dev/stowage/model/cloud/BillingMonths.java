package dev.stowage.model.cloud;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The months that a period is billed in, counted from 0: calendar months in UTC if its first day is
 * known, else months of 730 h from its start.
 */
public final class BillingMonths {
    private final Optional<LocalDate> start;

    public BillingMonths(Optional<LocalDate> start) {
        this.start = start;
    }

    /** First day of the period; empty if it has none. */
    public Optional<LocalDate> start() {
        return start;
    }

    /** The month in which a second from the start of the period lies. */
    public int at(long seconds) {
        if (start.isEmpty()) {
            return Math.toIntExact(Math.floorDiv(seconds, PriceMonth.SECONDS));
        }
        LocalDate day = start.get().plusDays(Math.floorDiv(seconds, 86_400L));
        return Math.toIntExact(ChronoUnit.MONTHS.between(first(0), day.withDayOfMonth(1)));
    }

    /** When a month begins, in seconds from the start of the period; the first may begin before. */
    public long beginSeconds(int month) {
        return start.isEmpty()
                ? month * PriceMonth.SECONDS
                : secondsOf(first(month)) - secondsOf(start.get());
    }

    /** Length of a month in seconds. */
    public long lengthSeconds(int month) {
        return beginSeconds(month + 1) - beginSeconds(month);
    }

    private LocalDate first(int month) {
        return start.orElseThrow().withDayOfMonth(1).plusMonths(month);
    }

    private static long secondsOf(LocalDate day) {
        return day.atStartOfDay().toEpochSecond(ZoneOffset.UTC);
    }
}
