package dev.stowage.ingest.listed;

import dev.stowage.ingest.quarantine.BadRow;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads moments in the forms of the tools. One without an offset is what the clock on the wall
 * showed in a zone, UTC unless the user names another: a time that the clock skipped is read as if
 * it had not been put forward yet, one that it showed twice as the first of the two. All three are
 * counted. Not thread-safe.
 */
public final class Moments {
    private static final int LONGEST = 60;

    /** 2024-03-01T12:00:00.5, with a blank for T, with an offset or Go's {@code +0000 UTC}. */
    private static final DateTimeFormatter ISO =
            new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .append(DateTimeFormatter.ISO_LOCAL_DATE)
                    .appendLiteral('T')
                    .append(DateTimeFormatter.ISO_LOCAL_TIME)
                    .appendPattern("[' '][XXX][XX][X]")
                    .toFormatter(Locale.ROOT)
                    .withResolverStyle(ResolverStyle.STRICT);

    /** 12:00 AM 21 July 2026, as in exports of vROps. */
    private static final DateTimeFormatter VIEW =
            new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .appendPattern("h:mm[:ss] a d MMMM uuuu")
                    .toFormatter(Locale.ENGLISH);

    /** Tue Dec 20 15:40:02 UTC 2022, as {@code date} prints it. */
    private static final DateTimeFormatter DATE =
            new DateTimeFormatterBuilder()
                    .parseCaseInsensitive()
                    .appendPattern("EEE MMM d HH:mm:ss uuuu")
                    .parseDefaulting(ChronoField.NANO_OF_SECOND, 0)
                    .toFormatter(Locale.ENGLISH);

    private static final Pattern ZONED_DATE = Pattern.compile("(.*) (?:UTC|GMT) ([0-9]{4})");

    private final Optional<ZoneId> named;
    private final ZoneId zone;
    private long withoutOffset;
    private long skipped;
    private long shownTwice;
    private boolean isLater; // the second of two moments is wanted

    Moments(Optional<ZoneId> named) {
        this.named = named;
        zone = named.orElse(ZoneOffset.UTC);
    }

    /**
     * The moment that a text names, in microseconds since 1970.
     *
     * @param column whose it is, for the message
     */
    public long micros(String column, String text) throws BadRecordException {
        Instant moment = text.length() > LONGEST ? null : instant(text);
        if (moment == null || Math.abs(moment.getEpochSecond()) > Amount.MOST / 1_000_000) {
            throw new BadRecordException(
                    BadRow.NOT_A_NUMBER, column + " " + Amount.shown(text) + ", no moment");
        }
        return moment.getEpochSecond() * 1_000_000 + moment.getNano() / 1000;
    }

    /**
     * The second moment at which the clock showed a text that {@link #micros} has read; the same
     * one if it showed it once.
     *
     * @param micros what that is read as otherwise
     */
    public long laterMicros(String text, long micros) {
        isLater = true;
        Instant moment = instant(text);
        isLater = false;
        return moment == null
                ? micros
                : moment.getEpochSecond() * 1_000_000 + moment.getNano() / 1000;
    }

    private @Nullable Instant instant(String text) {
        Matcher date = ZONED_DATE.matcher(text);
        try {
            if (date.matches() && Character.isLetter(text.charAt(0))) {
                return LocalDateTime.parse(date.group(1) + " " + date.group(2), DATE)
                        .toInstant(ZoneOffset.UTC);
            }
            if (hasHalfDay(text)) {
                return ofTheClock(LocalDateTime.parse(text, VIEW));
            }
            String iso = text.replaceFirst("^([0-9-]{10}) ", "$1T").replaceFirst(" (UTC|GMT)$", "");
            TemporalAccessor parsed = ISO.parseBest(iso, OffsetDateTime::from, LocalDateTime::from);
            return parsed instanceof OffsetDateTime offset
                    ? offset.toInstant()
                    : ofTheClock(LocalDateTime.from(parsed));
        } catch (DateTimeException e) {
            return null; // the caller says what is bad
        }
    }

    private static boolean hasHalfDay(String text) {
        return text.contains(" AM ") || text.contains(" PM ");
    }

    private Instant ofTheClock(LocalDateTime shown) {
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(shown);
        if (isLater && offsets.size() > 1) {
            return shown.toInstant(offsets.get(1));
        }
        withoutOffset += isLater ? 0 : 1;
        if (offsets.isEmpty()) {
            skipped += isLater ? 0 : 1;
            return shown.toInstant(zone.getRules().getTransition(shown).getOffsetBefore());
        }
        shownTwice += offsets.size() > 1 && !isLater ? 1 : 0;
        return shown.toInstant(offsets.get(0));
    }

    /** Notes how many times were read how, and what a person should know of it. */
    void tell(Map<String, Long> facts, List<String> warnings) {
        if (withoutOffset == 0) {
            return;
        }
        facts.put("times.withoutOffset", withoutOffset);
        facts.put("times.skippedByTheClock", skipped);
        facts.put("times.shownTwiceByTheClock", shownTwice);
        List<String> odd = new ArrayList<>();
        if (named.isEmpty()) {
            warnings.add(
                    "Times without an offset: "
                            + withoutOffset
                            + ". They were read as UTC; say where the clock hung with --time-zone,"
                            + " as in Europe/Berlin, or UTC if it is.");
        }
        if (skipped > 0) {
            odd.add(skipped + " that it skipped, read as if it had not been put forward yet");
        }
        if (shownTwice > 0) {
            odd.add(
                    shownTwice
                            + " that it showed twice, read as the first of the two"
                            + " unless other times tell");
        }
        if (!odd.isEmpty()) {
            warnings.add("Times of the clock of " + zone + ": " + String.join("; ", odd) + ".");
        }
    }
}
