package dev.stowage.ingest.manifest;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The moment that a manifest's time 0 was, where its words say one. */
final class TimeOrigin {
    /** As the CSV's own clock and other readers say it, alone or after what it is. */
    private static final Pattern DATED =
            Pattern.compile(
                    "(?:the first (?:measurement of all|submit|snapshot), "
                            + "|creation of the oldest pod, )?"
                            + "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?"
                            + "(?:Z|[+-]\\d\\d:\\d\\d))(?:\\[[^\\]]+\\])?");

    /** As the Standard Workload Format says it. */
    private static final Pattern UNIX_SECONDS =
            Pattern.compile("0 of the log, UnixStartTime (\\d{1,12})");

    private TimeOrigin() {}

    /** Empty for a clock of no calendar, and for merged traces that begin at different moments. */
    static Optional<Instant> epoch(String words) {
        Matcher dated = DATED.matcher(words);
        if (dated.matches()) {
            try {
                return Optional.of(OffsetDateTime.parse(dated.group(1)).toInstant());
            } catch (DateTimeException e) {
                return Optional.empty();
            }
        }
        Matcher unix = UNIX_SECONDS.matcher(words);
        return unix.matches() && Long.parseLong(unix.group(1)) > 0
                ? Optional.of(Instant.ofEpochSecond(Long.parseLong(unix.group(1))))
                : Optional.empty();
    }
}
