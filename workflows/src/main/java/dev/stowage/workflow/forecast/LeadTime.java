package dev.stowage.workflow.forecast;

import dev.stowage.basis.InputException;
import dev.stowage.forecast.history.BucketClock;
import dev.stowage.option.Quantities;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * From an order to its servers: months and days of the calendar where a history has dates, of mean
 * length where it has none.
 *
 * @param micros its mean length
 * @param months of the calendar
 * @param days of the calendar
 * @param restMicros what it has beside them
 */
public record LeadTime(long micros, long months, long days, long restMicros) {
    private static final Pattern MONTHS = Pattern.compile("([0-9]+)(mo|y)");
    private static final long DAY = 86_400_000_000L;
    private static final long MONTHS_OF_YEAR = 12;

    /** Servers are there when they are ordered. */
    static final LeadTime NONE = ofMicros(0);

    /**
     * {@code 8w}, {@code 2mo}. Whole months and years are those of the calendar.
     *
     * @throws InputException if it is no time
     */
    public static LeadTime of(String place, String text) {
        long micros = Quantities.micros(place, text);
        Matcher months = MONTHS.matcher(text);
        return months.matches()
                ? new LeadTime(
                        micros,
                        Long.parseLong(months.group(1))
                                * (months.group(2).equals("y") ? MONTHS_OF_YEAR : 1),
                        0,
                        0)
                : ofMicros(micros);
    }

    /** Whole days are those of the calendar. */
    static LeadTime ofMicros(long micros) {
        return new LeadTime(micros, 0, micros / DAY, micros % DAY);
    }

    /** When to order what is to be there at a time. */
    long before(long atMicros, ForecastHistory history) {
        return history.timeZero().isEmpty()
                ? atMicros - micros
                : history.raw().clock().before(atMicros, months, days) - restMicros;
    }

    /** Buckets after the history until what is ordered at its end is there; at most a number. */
    int buckets(ForecastHistory history, int most) {
        BucketClock clock = history.raw().clock();
        long end = history.raw().endMicros();
        long first = clock.index(end);
        return IntStream.range(0, most)
                .filter(each -> before(clock.begin(first + each), history) >= end)
                .findFirst()
                .orElse(most);
    }
}
