package dev.stowage.ingest.csv;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a date is written, after ISO 8601; without an offset it is in UTC. */
enum DateForm {
    DAY("2026-01-31", text -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)),
    TIME("2026-01-31T08:00", text -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC)),
    OFFSET("2026-01-31T08:00+02:00", text -> OffsetDateTime.parse(text).toInstant());

    private final String example;
    private final Function<String, Instant> reader;

    DateForm(String example, Function<String, Instant> reader) {
        this.example = example;
        this.reader = reader;
    }

    /** The form of a text; null if it is no date. */
    static @Nullable DateForm of(String text) {
        for (DateForm form : values()) {
            try {
                form.instant(text);
                return form;
            } catch (DateTimeException e) {
                continue;
            }
        }
        return null;
    }

    /** A date of this form. */
    String example() {
        return example;
    }

    /** The moment that a text of this form says; a blank between date and time is taken too. */
    Instant instant(String text) {
        return reader.apply(text.replace(' ', 'T'));
    }
}
