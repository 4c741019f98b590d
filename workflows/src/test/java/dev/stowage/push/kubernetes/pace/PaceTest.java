package dev.stowage.push.kubernetes.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a push may disturb pods, and how many. */
class PaceTest {
    private static Pace pace(Map<String, String> options, List<Instant> clock, List<String> said) {
        return Pace.of(
                PushSettings.of(options),
                () -> clock.size() > 1 ? clock.remove(0) : clock.get(0),
                said::add);
    }

    @ParameterizedTest
    @CsvSource({
        "22:00-05:00 UTC, 2026-01-10T21:59:59Z, false",
        "22:00-05:00 UTC, 2026-01-10T22:00:00Z, true",
        "22:00-05:00 UTC, 2026-01-11T00:00:00Z, true",
        "22:00-05:00 UTC, 2026-01-11T04:59:59Z, true",
        "22:00-05:00 UTC, 2026-01-11T05:00:00Z, false",
        "09:00-17:00 UTC, 2026-01-11T09:00:00Z, true",
        "09:00-17:00 UTC, 2026-01-11T17:00:00Z, false",
        "22:00-05:00 Europe/Vienna, 2026-01-10T21:00:00Z, true",
        "22:00-05:00 Europe/Vienna, 2026-07-10T20:00:00Z, true",
        "22:00-05:00 Europe/Vienna, 2026-07-11T03:00:00Z, false",
        "22:00-05:00 -08:00, 2026-01-11T06:00:00Z, true",
    })
    void goesByTheClockOfTheZone(String window, Instant moment, boolean isOpen) {
        assertThat(MaintenanceWindow.parse(window).isOpen(moment)).isEqualTo(isOpen);
    }

    /** In the night of 29 March 2026 Vienna has no time from 02:00 to 03:00. */
    @Test
    void opensAtTheNextTimeThatTheClockShowsAlsoWhenItIsChanged() {
        MaintenanceWindow window = MaintenanceWindow.parse("02:30-04:00 Europe/Vienna");
        Instant before = Instant.parse("2026-03-29T00:59:59Z");
        assertThat(window.isOpen(before)).isFalse();
        assertThat(window.isOpen(before.plusSeconds(1))).isTrue(); // 03:00, past 02:30
        assertThat(window.opensAfter(Instant.parse("2026-03-28T12:00:00Z")).toLocalDate())
                .hasToString("2026-03-29");
    }

    @Test
    void isOpenAtTheMomentAtWhichItSaysItOpens() {
        SplittableRandom random = new SplittableRandom(24);
        List<String> zones = List.of("UTC", "Europe/Vienna", "America/New_York", "Asia/Kolkata");
        for (int i = 0; i < 2_000; i++) {
            LocalTime from = LocalTime.of(random.nextInt(24), random.nextInt(60));
            LocalTime to = from.plusMinutes(1 + random.nextInt(1_439));
            ZoneId zone = ZoneId.of(zones.get(random.nextInt(zones.size())));
            MaintenanceWindow window = new MaintenanceWindow(from, to, zone);
            Instant moment =
                    Instant.parse("2026-01-01T00:00:00Z")
                            .plusSeconds(random.nextLong(2L * 365 * 86_400));
            if (!window.isOpen(moment)) {
                Instant opens = window.opensAfter(moment).toInstant();
                assertThat(window.isOpen(opens)).as(window + " at " + opens).isTrue();
                assertThat(opens)
                        .isAfter(moment)
                        .isBefore(moment.plus(Duration.ofHours(25).plusSeconds(1)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "22:00-05:00",
                "22:00 UTC",
                "22:00-05:00 Nowhere",
                "22-05 UTC",
                "25:00-05:00 UTC",
                "05:00-05:00 UTC",
                "22:00-05:00 UTC now"
            })
    void refusesAnythingElse(String text) {
        assertThatThrownBy(() -> MaintenanceWindow.parse(text))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("--window", "22:00-05:00 Europe/Vienna");
    }

    @Test
    void waitsForTheWindowAndSaysWhenItOpens() {
        List<Instant> clock =
                new ArrayList<>(
                        List.of(
                                Instant.parse("2026-01-10T21:59:58Z"),
                                Instant.parse("2026-01-10T21:59:59Z"),
                                Instant.parse("2026-01-10T22:00:00Z")));
        List<String> said = new ArrayList<>();
        Pace pace = pace(Map.of("window", "22:00-05:00 UTC"), clock, said);
        pace.await();
        assertThat(said)
                .containsExactly(
                        "waiting: outside the window 22:00-05:00 UTC, which opens at"
                                + " 2026-01-10T22:00Z",
                        "going on");
        assertThat(pace.held()).isEmpty();
    }

    @Test
    void takesAWindowAwayWithAlways() {
        assertThat(Pace.window(PushSettings.of(Map.of("window", "always")))).isEmpty();
    }

    @Test
    void refusesARolloutOfMorePodsThanAreLeft() {
        Pace pace =
                pace(
                        Map.of("max-restarts", "5"),
                        new ArrayList<>(List.of(Instant.EPOCH)),
                        new ArrayList<>());
        pace.require(3, "shop/Deployment/web");
        assertThatThrownBy(() -> pace.require(3, "shop/Deployment/api"))
                .isInstanceOf(PushFailure.Incomplete.class)
                .hasMessageContainingAll("shop/Deployment/api", "3 pods", "leaves 2");
        assertThat(pace.left()).isEqualTo(2);
    }
}
