package dev.stowage.ingest.csv.demand;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How a date is written, after ISO 8601; without an offset it is in UTC. */
enum CsvDate {
    DAY("2026-01-31"),
    TIME("2026-01-31T08:00"),
    OFFSET("2026-01-31T08:00+02:00");

    /** What to write. */
    static final String EXAMPLES = "2026-01-31, 2026-01-31T08:00 (UTC), or 2026-01-31T08:00+02:00";

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
            instant(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** A date of this form. */
    String example() {
        return example;
    }

    /** The moment that a text of this form says; a blank between date and time is taken too. */
    Instant instant(String text) {
        String iso = text.replace(' ', 'T');
        return switch (this) {
            case DAY -> LocalDate.parse(iso).atStartOfDay().toInstant(ZoneOffset.UTC);
            case TIME -> LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
            case OFFSET -> OffsetDateTime.parse(iso).toInstant();
        };
    }

    /** Microseconds since 1970 of a text of this form. */
    long micros(String text) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant(text));
    }
}
