package dev.stowage.ingest.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WallClockTest {
    private static WallClock in(String zone) {
        return new WallClock(Optional.of(ZoneId.of(zone)));
    }

    /** Summer time in Berlin: from 2024-03-31 01:00 UTC to 2024-10-27 01:00 UTC. */
    @ParameterizedTest
    @CsvSource({
        "2024-03-01T12:00:00Z, 2024-03-01T12:00:00Z",
        "2024-03-01 12:00:00+05:30, 2024-03-01T06:30:00Z",
        "2024-03-01t12:00:00z, 2024-03-01T12:00:00Z",
        "2024-03-01 12:00:00 +0530, 2024-03-01T06:30:00Z",
        "2024-03-01T12:00:00.25+02, 2024-03-01T10:00:00.25Z",
        "2024-03-01 12:00:00, 2024-03-01T11:00:00Z",
        "2024-07-01T12:00, 2024-07-01T10:00:00Z",
        "2024-03-31 01:59:59, 2024-03-31T00:59:59Z",
        "2024-03-31 03:00:00, 2024-03-31T01:00:00Z",
        // skipped: as if the clock still showed winter time
        "2024-03-31 02:30:00, 2024-03-31T01:30:00Z",
        // shown twice: the earlier moment, in summer time
        "2024-10-27 02:30:00, 2024-10-27T00:30:00Z",
        "2024-10-27 02:30:00+01:00, 2024-10-27T01:30:00Z",
        "2024-10-27 03:00:00, 2024-10-27T02:00:00Z"
    })
    void readsWhatAClockInBerlinShows(String text, String moment) {
        assertThat(in("Europe/Berlin").read(text)).isEqualTo(Instant.parse(moment));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "12",
                "2024-03-01",
                "2024-02-30 12:00:00",
                "2024-03-01 24:00:00",
                "2024-03-01  12:00:00",
                "2024-03-01 12:00:00 Europe/Berlin",
                "2024-03-01 12:00:00+25:00",
                "+999999999-12-31T23:59:59-18:00",
                "01.03.2024 12:00",
                "1709290800"
            })
    void whatIsNoMomentIsNull(String text) {
        assertThat(in("Europe/Berlin").read(text)).isNull();
        assertThat(WallClock.isWithoutOffset(text)).isFalse();
    }

    @Test
    void anHourThatIsShownTwiceGoesOnFromTheSubmitAbove() {
        WallClock clock = in("Europe/Berlin");
        String[] shown = {"01:59", "02:10", "02:50", "02:05", "02:50", "03:00"};
        String[] utc = {"23:59", "00:10", "00:50", "01:05", "01:50", "02:00"};
        for (int i = 0; i < shown.length; i++) {
            clock.beginRow();
            Instant moment = clock.read("2024-10-27 " + shown[i]);
            assertThat(moment.toString()).contains("T" + utc[i]);
            clock.submittedAt(moment);
            // the same text in the same row is the same moment, whichever column comes first
            assertThat(clock.read("2024-10-27 " + shown[i])).isEqualTo(moment);
        }
        assertThat(clock.facts()).containsEntry("times.shownTwiceByTheClock", 8L);
    }

    @Test
    void anEndFollowsItsStart() {
        WallClock clock = in("America/New_York"); // winter time from 2024-11-03 06:00 UTC on
        Instant start = clock.read("2024-11-03 01:50");
        assertThat(start).isEqualTo(Instant.parse("2024-11-03T05:50:00Z"));
        assertThat(clock.read("2024-11-03 01:10", start))
                .isEqualTo(Instant.parse("2024-11-03T06:10:00Z"));
        assertThat(clock.read("2024-11-03 01:55", start))
                .isEqualTo(Instant.parse("2024-11-03T05:55:00Z"));
        Instant later = Instant.parse("2024-11-03T07:00:00Z"); // neither follows: the first one
        assertThat(clock.read("2024-11-03 01:10", later))
                .isEqualTo(Instant.parse("2024-11-03T05:10:00Z"));
    }

    @Test
    void saysWhatItAssumed() {
        WallClock berlin = in("Europe/Berlin");
        berlin.read("2024-03-31 02:30:00");
        berlin.read("2024-10-27 02:30:00");
        berlin.read("2024-10-27 02:30:00Z");
        assertThat(berlin.facts())
                .isEqualTo(
                        Map.of(
                                "times.withoutOffset", 2L,
                                "times.skippedByTheClock", 1L,
                                "times.shownTwiceByTheClock", 1L));
        assertThat(berlin.warnings()).hasSize(2);
        WallClock unnamed = new WallClock(Optional.empty());
        assertThat(unnamed.read("2024-03-31 02:30:00"))
                .isEqualTo(Instant.parse("2024-03-31T02:30:00Z"));
        assertThat(unnamed.warnings())
                .singleElement()
                .asString()
                .contains("without an offset: 1", "--time-zone");
        unnamed.submittedAt(Instant.parse("2024-03-31T02:30:00Z"));
        assertThat(unnamed.originText()).contains("2024-03-31T02:30:00Z");
    }
}
