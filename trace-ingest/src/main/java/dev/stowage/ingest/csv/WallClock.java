package dev.stowage.ingest.csv;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads moments in ISO 8601, {@code 2024-03-01T12:00:00Z}, {@code 2024-03-01 12:00:00+01:00}; one
 * without offset is what the clock on the wall showed in a zone, UTC unless the user names another.
 *
 * <p>What the clock skipped is read as if it had not been put forward yet. What it showed twice is
 * the earlier moment that does not lie before what it must follow. Both are counted. Rows are in
 * order of submit, so moments of a row follow the submits above it.
 *
 * <p>One for all files of an ingest; not thread-safe.
 */
final class WallClock {
    private static final int YEAR_LENGTH = 4;
    private static final int DATE_LENGTH = 10;
    private static final DateTimeFormatter FORM =
            new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .append(DateTimeFormatter.ISO_LOCAL_DATE)
                    .appendLiteral('T')
                    .append(DateTimeFormatter.ISO_LOCAL_TIME)
                    .appendPattern("[' '][XXX][XX][X]")
                    .toFormatter()
                    .withResolverStyle(ResolverStyle.STRICT);

    private final Optional<ZoneId> named;
    private final ZoneId zone;
    private @Nullable Instant origin;
    private Instant latestSubmit = Instant.MIN;
    private Instant floor = Instant.MIN; // latest submit of the rows above
    private long withoutOffset;
    private long skipped;
    private long shownTwice;

    WallClock(Optional<ZoneId> named) {
        this.named = named;
        zone = named.orElse(ZoneOffset.UTC);
    }

    /** True if the user says where the clock hung. */
    boolean isNamed() {
        return named.isPresent();
    }

    /** True if a text is a moment that lacks its offset. */
    static boolean isWithoutOffset(String text) {
        return parse(text) instanceof LocalDateTime;
    }

    /** A row begins: what it says follows the submits above. */
    void beginRow() {
        floor = latestSubmit;
    }

    /** The moment that a text names, not before the submits above if it may be one of two. */
    @Nullable Instant read(String text) {
        return read(text, floor);
    }

    /**
     * The moment that a text names; null if it names none.
     *
     * @param notBefore which of two moments is meant that the clock showed alike: the first one
     *     from there on, or else the first one
     */
    @Nullable Instant read(String text, Instant notBefore) {
        TemporalAccessor parsed = parse(text);
        if (parsed instanceof OffsetDateTime moment) {
            return moment.toInstant();
        }
        if (!(parsed instanceof LocalDateTime shown)) {
            return null;
        }
        withoutOffset++;
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(shown);
        if (offsets.isEmpty()) {
            skipped++;
            return beforeTheGap(shown);
        }
        Instant first = shown.toInstant(offsets.get(0));
        if (offsets.size() == 1) {
            return first;
        }
        shownTwice++;
        Instant second = shown.toInstant(offsets.get(1));
        return first.isBefore(notBefore) && !second.isBefore(notBefore) ? second : first;
    }

    private Instant beforeTheGap(LocalDateTime shown) {
        ZoneOffsetTransition transition = zone.getRules().getTransition(shown);
        return shown.toInstant(transition.getOffsetBefore());
    }

    private static @Nullable TemporalAccessor parse(String text) {
        if (text.length() < DATE_LENGTH || text.charAt(YEAR_LENGTH) != '-') {
            return null; // years of other lengths: moments that no clock could show
        }
        boolean isBlankBetween = text.length() > DATE_LENGTH && text.charAt(DATE_LENGTH) == ' ';
        String form =
                isBlankBetween
                        ? text.substring(0, DATE_LENGTH) + 'T' + text.substring(DATE_LENGTH + 1)
                        : text;
        try {
            return FORM.parseBest(form, OffsetDateTime::from, LocalDateTime::from);
        } catch (DateTimeException e) {
            return null; // whoever asks says what is bad
        }
    }

    /** What 0 is. */
    void startAt(Instant moment) {
        origin = moment;
    }

    /** A row is submitted: the first one is 0 unless {@link #startAt} says otherwise. */
    Instant submittedAt(Instant moment) {
        if (moment.isAfter(latestSubmit)) {
            latestSubmit = moment;
        }
        if (origin == null) {
            origin = moment;
        }
        return origin;
    }

    /** What time 0 is, as the clock showed it; empty if no moment says. */
    Optional<String> originText() {
        return Optional.ofNullable(origin)
                .map(moment -> DateTimeFormatter.ISO_ZONED_DATE_TIME.format(moment.atZone(zone)));
    }

    /** How many times were read how. */
    Map<String, Long> facts() {
        Map<String, Long> facts = new LinkedHashMap<>();
        facts.put("times.withoutOffset", withoutOffset);
        facts.put("times.skippedByTheClock", skipped);
        facts.put("times.shownTwiceByTheClock", shownTwice);
        return facts;
    }

    /** What a person should know of it. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (withoutOffset > 0 && !isNamed()) {
            warnings.add(
                    "Times without an offset: "
                            + withoutOffset
                            + ". They were read as UTC; say where the clock hung with --time-zone,"
                            + " as in Europe/Berlin, or UTC if it is.");
        }
        if (skipped > 0) {
            warnings.add(
                    "Times that the clock of "
                            + zone
                            + " skipped: "
                            + skipped
                            + ". They were read as if it had not been put forward yet.");
        }
        if (shownTwice > 0) {
            warnings.add(
                    "Times that the clock of "
                            + zone
                            + " showed twice: "
                            + shownTwice
                            + ". Of the two moments the earlier one was taken that does not lie"
                            + " before the submit above or its own start.");
        }
        return warnings;
    }
}
