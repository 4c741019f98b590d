package dev.stowage.report.forecast;

import dev.stowage.forecast.DemandForecast;
import dev.stowage.forecast.DemandForecast.Moment;
import dev.stowage.forecast.history.BucketClock;
import dev.stowage.words.Amounts;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Moments of a forecast as people read them. */
public final class ForecastMoments {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double DAY = 86_400;
    private static final double HOUR = 3_600;
    private static final int DATE = 10;
    private static final int MINUTES = 16;

    private ForecastMoments() {}

    /**
     * The moment so many seconds after time 0.
     *
     * @param zone IANA name of the zone that it is written in; null without a date of time 0
     */
    public static Moment shifted(@Nullable String timeZero, @Nullable String zone, double seconds) {
        if (timeZero == null || zone == null) {
            return new Moment(seconds, null);
        }
        Instant instant =
                Instant.parse(timeZero)
                        .plusMillis(Math.round(seconds * 1000))
                        .truncatedTo(ChronoUnit.SECONDS);
        return new Moment(
                seconds,
                DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(instant.atZone(ZoneId.of(zone))));
    }

    /**
     * From a moment to another, in seconds: of whole days of a zone so many times 24 hours, though
     * days on which clocks change are longer or shorter.
     */
    static double between(Moment from, Moment to) {
        double seconds = to.seconds() - from.seconds();
        if (from.at() == null || to.at() == null) {
            return seconds;
        }
        LocalDateTime begin = OffsetDateTime.parse(from.at()).toLocalDateTime();
        LocalDateTime end = OffsetDateTime.parse(to.at()).toLocalDateTime();
        return begin.toLocalTime().equals(end.toLocalTime())
                ? ChronoUnit.DAYS.between(begin, end) * DAY
                : seconds;
    }

    /** {@code 90 d}, {@code 3 months}: so many buckets of a history. */
    public static String buckets(DemandForecast.History history, int buckets) {
        return history.isMonthly()
                ? Amounts.counted(buckets, "month")
                : Amounts.seconds(buckets * history.bucketSeconds());
    }

    /** A time of a history as {@link #text}, on its clock. */
    public static String at(long micros, Optional<Instant> timeZero, BucketClock clock) {
        return text(
                shifted(
                        timeZero.map(Object::toString).orElse(null),
                        clock.zone().getId(),
                        micros / MICROS_PER_SECOND),
                clock.bucketMicros() / MICROS_PER_SECOND);
    }

    /**
     * {@code 2027-03-04}, or {@code day 93} after time 0; with hours and minutes if buckets are
     * shorter than a day.
     */
    public static String text(Moment moment, double bucketSeconds) {
        String at = moment.at();
        boolean isDaily = bucketSeconds >= DAY;
        if (at != null) {
            return isDaily
                    ? at.substring(0, DATE)
                    : at.substring(0, MINUTES).replace('T', Amounts.GAP);
        }
        long day = (long) Math.floor(moment.seconds() / DAY);
        double rest = moment.seconds() - day * DAY;
        long hour = (long) Math.floor(rest / HOUR);
        long minute = (long) Math.floor((rest - hour * HOUR) / 60);
        String text = Amounts.unit("day", String.valueOf(day));
        return isDaily ? text : text + String.format(Locale.ROOT, ", %02d:%02d", hour, minute);
    }
}
