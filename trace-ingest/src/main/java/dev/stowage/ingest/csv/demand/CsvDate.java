package dev.stowage.ingest.csv.demand;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a date is written, after ISO 8601; without an offset it is in a zone that is given. */
enum CsvDate {
    DAY("2026-01-31"),
    TIME("2026-01-31T08:00"),
    OFFSET("2026-01-31T08:00+02:00");

    /** What to write. */
    static final String EXAMPLES = "2026-01-31, 2026-01-31T08:00, or 2026-01-31T08:00+02:00";

    private static final Pattern SHAPE =
            Pattern.compile(
                    "\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d)?(Z|[+-]\\d\\d:\\d\\d)?)?");

    private final String example;

    CsvDate(String example) {
        this.example = example;
    }

    /** The form of a text; null if it is no date. */
    static @Nullable CsvDate of(String text) {
        return Arrays.stream(values()).filter(form -> form.takes(text)).findFirst().orElse(null);
    }

    private boolean takes(String text) {
        try {
            instant(text, ZoneOffset.UTC);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /**
     * What is wrong with a text that looks like a date and is none: {@code a day that no month has}
     * for 2026-02-30; null if it does not look like one.
     */
    static @Nullable String flaw(String text) {
        if (!SHAPE.matcher(text).matches()) {
            return null;
        }
        try {
            LocalDate.parse(text.substring(0, DAY.example.length()));
            return "a time that no clock shows";
        } catch (DateTimeException e) {
            return "a day that no calendar has";
        }
    }

    /** A date of this form. */
    String example() {
        return example;
    }

    /**
     * The moment that a text of this form says; a blank between date and time is taken too. What
     * the clock of the zone shows twice is meant for the first time.
     */
    Instant instant(String text, ZoneId zone) {
        String iso = text.replace(' ', 'T');
        return switch (this) {
            case DAY -> LocalDate.parse(iso).atStartOfDay(zone).toInstant();
            case TIME -> LocalDateTime.parse(iso).atZone(zone).toInstant();
            case OFFSET -> OffsetDateTime.parse(iso).toInstant();
        };
    }

    /** Microseconds since 1970 of a text of this form. */
    long micros(String text, ZoneId zone) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant(text, zone));
    }

    /** True if the clock of a zone never shows what a text of this form says. */
    boolean isSkipped(String text, ZoneId zone) {
        return this == TIME
                && zone.getRules()
                        .getValidOffsets(LocalDateTime.parse(text.replace(' ', 'T')))
                        .isEmpty();
    }
}
