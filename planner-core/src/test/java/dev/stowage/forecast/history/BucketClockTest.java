package dev.stowage.forecast.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets on the clocks of time zones; java.time tells what these show. */
class BucketClockTest {
    private static final long SECOND = 1_000_000L;
    private static final long HOUR = 3_600 * SECOND;
    private static final long DAY = 24 * HOUR;
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static long micros(String instant) {
        return Instant.parse(instant).getEpochSecond() * SECOND;
    }

    private static ZonedDateTime shown(long micros, ZoneId zone) {
        return Instant.ofEpochSecond(micros / SECOND).atZone(zone);
    }

    @Test
    void hasDaysOf23And25Hours() {
        BucketClock days = BucketClock.every(DAY, 0).in(BERLIN);

        long spring = days.index(micros("2026-03-29T12:00:00Z"));
        assertThat(days.begin(spring)).isEqualTo(micros("2026-03-28T23:00:00Z"));
        assertThat(days.begin(spring + 1) - days.begin(spring)).isEqualTo(23 * HOUR);
        long autumn = days.index(micros("2026-10-25T12:00:00Z"));
        assertThat(days.begin(autumn + 1) - days.begin(autumn)).isEqualTo(25 * HOUR);
    }

    @Test
    void skipsTheHourThatTheClockSkipsAndKeepsTheOneThatComesTwiceTogether() {
        BucketClock hours = BucketClock.every(HOUR, 0).in(BERLIN);

        long two = hours.index(micros("2026-03-29T00:59:59Z")) + 1;
        assertThat(hours.begin(two)).isEqualTo(micros("2026-03-29T01:00:00Z"));
        assertThat(hours.begin(two + 1)).isEqualTo(hours.begin(two));
        assertThat(hours.index(micros("2026-03-29T01:00:00Z"))).isEqualTo(two + 1);
        long twice = hours.index(micros("2026-10-25T00:30:00Z"));
        assertThat(hours.index(micros("2026-10-25T01:30:00Z"))).isEqualTo(twice);
        assertThat(hours.begin(twice + 1) - hours.begin(twice)).isEqualTo(2 * HOUR);
    }

    @Test
    void hasMonthsAndWeeksOfTheZone() {
        BucketClock months = BucketClock.months(0).in(BERLIN);
        long march = months.index(micros("2026-02-28T23:00:00Z"));
        assertThat(shown(months.begin(march), BERLIN))
                .isEqualTo(ZonedDateTime.of(2026, 3, 1, 0, 0, 0, 0, BERLIN));
        assertThat(months.index(micros("2026-02-28T22:59:59Z"))).isEqualTo(march - 1);

        BucketClock weeks = BucketClock.every(7 * DAY, 0).fromMonday().in(BERLIN);
        long week = weeks.index(micros("2026-03-30T12:00:00Z"));
        assertThat(shown(weeks.begin(week), BERLIN))
                .isEqualTo(ZonedDateTime.of(2026, 3, 30, 0, 0, 0, 0, BERLIN));
        assertThat(weeks.begin(week) - weeks.begin(week - 1)).isEqualTo(7 * DAY - HOUR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Berlin",
                "America/New_York",
                "Australia/Lord_Howe",
                "Asia/Kathmandu",
                "America/Sao_Paulo",
                "Africa/Cairo",
                "+05:30",
                "Z"
            })
    void everyMomentIsInOneBucketThatBeginsWhereTheClockSaysSo(String name) {
        ZoneId zone = ZoneId.of(name);
        Random random = new Random(7);
        for (long length : new long[] {300 * SECOND, 900 * SECOND, HOUR, 6 * HOUR, DAY}) {
            BucketClock clock = BucketClock.every(length, 1_234 * SECOND).in(zone);
            for (int i = 0; i < 2_000; i++) {
                long micros = (long) (random.nextDouble() * 56 * 365 * DAY);
                long index = clock.index(micros);
                assertThat(clock.begin(index)).isLessThanOrEqualTo(micros);
                assertThat(clock.begin(index + 1)).isGreaterThan(micros);
                ZonedDateTime begin = shown(clock.begin(index) + 1_234 * SECOND, zone);
                long ofDay = begin.toLocalTime().toNanoOfDay() / 1_000;
                boolean isSkipped =
                        !begin.truncatedTo(ChronoUnit.HOURS)
                                .minusMinutes(1)
                                .getOffset()
                                .equals(begin.getOffset());
                assertThat(ofDay % length == 0 || isSkipped).as("%s of %s", begin, length).isTrue();
            }
        }
    }
}
