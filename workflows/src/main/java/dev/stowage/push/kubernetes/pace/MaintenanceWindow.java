package dev.stowage.push.kubernetes.pace;

import dev.stowage.basis.InputException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * The time of each day in which pods may be disturbed. It goes by the clock of its zone, also on
 * the days on which that clock is changed.
 *
 * @param from first moment that is in it
 * @param to first moment that is not; before {@code from} if the window spans midnight
 */
public record MaintenanceWindow(LocalTime from, LocalTime to, ZoneId zone) {
    public MaintenanceWindow {
        if (from.equals(to)) {
            throw new IllegalArgumentException("window from " + from + " to itself");
        }
    }

    /**
     * A window as people write it.
     *
     * @throws InputException if it is not two times of a day and a zone
     */
    public static MaintenanceWindow parse(String text) {
        String[] words = text.trim().split("\\s+", -1);
        String[] times = words[0].split("-", -1);
        try {
            if (words.length == 2 && times.length == 2) {
                return new MaintenanceWindow(
                        LocalTime.parse(times[0]), LocalTime.parse(times[1]), ZoneId.of(words[1]));
            }
        } catch (DateTimeException | IllegalArgumentException e) {
            throw bad(text).causedBy(e);
        }
        throw bad(text);
    }

    private static InputException bad(String text) {
        return InputException.at(
                "--window",
                "\"" + text + "\"",
                "two times of a day and their zone, as in \"22:00-05:00 Europe/Vienna\"",
                "A zone is UTC, an offset as +02:00, or a name of the IANA database.");
    }

    public boolean isOpen(Instant moment) {
        LocalTime time = moment.atZone(zone).toLocalTime();
        boolean isAfterFrom = !time.isBefore(from);
        boolean isBeforeTo = time.isBefore(to);
        return from.isBefore(to) ? isAfterFrom && isBeforeTo : isAfterFrom || isBeforeTo;
    }

    /** The next time that the clock shows {@link #from}, after a moment at which it is closed. */
    public ZonedDateTime opensAfter(Instant moment) {
        ZonedDateTime now = moment.atZone(zone);
        ZonedDateTime today = now.toLocalDate().atTime(from).atZone(zone);
        return today.toInstant().isAfter(moment)
                ? today
                : now.toLocalDate().plusDays(1).atTime(from).atZone(zone);
    }

    @Override
    public String toString() {
        return from + "-" + to + " " + zone;
    }
}
