package dev.stowage.catalog.verify;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Located;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Dates of prices against the median date of their provider. A date that is years away from it is a
 * slip of the pen, and doesn't make the others look old.
 */
final class DateComparison {
    /** Lists are collected over months, not years. */
    private static final int ODD_DAYS = 730;

    private static final int STALE_DAYS = 180;

    private final Map<String, LocalDate> usual = new HashMap<>();
    private final Map<String, LocalDate> newest = new HashMap<>();

    private final LocalDate today;

    DateComparison(List<Located> offers, LocalDate today) {
        this.today = today;
        Map<String, List<Double>> days = new HashMap<>();
        for (Located each : offers) {
            days.computeIfAbsent(provider(each), p -> new ArrayList<>())
                    .add((double) each.offer().date().toEpochDay());
        }
        days.forEach(
                (provider, all) ->
                        usual.put(provider, LocalDate.ofEpochDay(Math.round(Medians.median(all)))));
        for (Located each : offers) {
            if (!isOdd(each) && !each.offer().date().isAfter(today)) {
                newest.merge(provider(each), each.offer().date(), (a, b) -> a.isAfter(b) ? a : b);
            }
        }
    }

    /** What is wrong with the date of an offer; null if nothing is. */
    @Nullable Problem problem(Located located) {
        LocalDate date = located.offer().date();
        if (date.isAfter(today)) {
            return new Problem(
                    Reason.FUTURE_DATE,
                    located.place(),
                    located.name(),
                    "a price of " + date,
                    "one of at most " + today + ", today where the day begins first");
        }
        if (isOdd(located)) {
            return new Problem(
                    Reason.ODD_DATE,
                    located.place(),
                    located.name(),
                    "a price of " + date,
                    "one of around " + usual.get(provider(located)));
        }
        LocalDate latest = newest.get(provider(located));
        boolean isStale =
                latest != null
                        && located.offer().type().gpus() > 0
                        && ChronoUnit.DAYS.between(date, latest) > STALE_DAYS;
        return isStale
                ? new Problem(
                        Reason.STALE,
                        located.place(),
                        located.name(),
                        "a price of " + date,
                        "one of at most " + STALE_DAYS + " days before " + latest)
                : null;
    }

    private boolean isOdd(Located located) {
        LocalDate around = usual.get(provider(located));
        return around != null
                && Math.abs(ChronoUnit.DAYS.between(located.offer().date(), around)) > ODD_DAYS;
    }

    private static String provider(Located located) {
        return located.offer().type().provider();
    }
}
