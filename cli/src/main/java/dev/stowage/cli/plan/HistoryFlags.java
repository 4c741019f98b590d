package dev.stowage.cli.plan;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.cli.session.TaskClassFlag;
import dev.stowage.forecast.CleanHistory;
import dev.stowage.forecast.DemandEvent;
import dev.stowage.forecast.Part;
import dev.stowage.forecast.history.BucketClock;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.ingest.csv.demand.EventsCsv;
import dev.stowage.option.OptionNames;
import dev.stowage.workflow.forecast.ForecastHistory;
import dev.stowage.workflow.forecast.HistoryChoice;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which past a forecast rests on. */
final class HistoryFlags {
    private static final String REQUESTS = "requests";
    private static final String USAGE = "usage";
    private static final List<String> OF = List.of(REQUESTS, USAGE);
    private static final List<String> KEPT = List.of("outliers", "shifts", "counters", "ceilings");
    private static final List<String> LEVELS = List.of("peak", "mean");

    @Mixin private TaskClassFlag taskClass = new TaskClassFlag();

    @Option(
            names = "--of",
            order = 2,
            paramLabel = "WHAT",
            defaultValue = REQUESTS,
            completionCandidates = Of.class,
            description =
                    "Of a trace what is added up: ${COMPLETION-CANDIDATES}, as it was measured"
                            + " (default: ${DEFAULT-VALUE}).")
    private String of = REQUESTS;

    @Option(
            names = "--bucket",
            order = 3,
            paramLabel = "TIME",
            description =
                    "Length of the parts that the history is cut into: 15m, 1h, 1d, 1w, or 1mo for"
                            + " months of the calendar (default: the longest of 15m, 1h and 1d that"
                            + " gives at least 28 of them and is not shorter than rows are apart;"
                            + " else as far as rows are apart).")
    private @Nullable String bucket;

    @Option(
            names = "--level",
            order = 4,
            paramLabel = "WHICH",
            defaultValue = "peak",
            completionCandidates = Levels.class,
            description =
                    "What stands for a bucket: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE},"
                            + " which capacity must hold).")
    private String level = "peak";

    @Option(
            names = "--start",
            order = 5,
            paramLabel = "WHEN",
            description =
                    "What time 0 of the input is, as 2026-11-01 or 2026-11-01T08:00 in the zone: answers"
                            + " are dates then (default: what the trace knows).")
    private @Nullable String start;

    @Option(
            names = "--zone",
            order = 5,
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description =
                    "Whose days, weeks and months count, as Europe/Berlin, with its daylight saving:"
                            + " buckets begin and dates are in it, as are dates of the input without"
                            + " an offset (default: ${DEFAULT-VALUE}).")
    private String zone = "UTC";

    @Option(
            names = "--from",
            order = 6,
            paramLabel = "TIME",
            description = "Leave out the history before this time of the input: 2d.")
    private @Nullable String from;

    @Option(
            names = "--until",
            order = 7,
            paramLabel = "TIME",
            description =
                    "Leave out the history after this time (default: the end; of a CSV of tasks the"
                            + " last submit, because what runs on after it has no successors).")
    private @Nullable String until;

    @Option(
            names = "--keep",
            order = 8,
            paramLabel = "WHAT",
            split = ",",
            completionCandidates = Kept.class,
            description =
                    "What to leave in the history as it is: ${COMPLETION-CANDIDATES} (default: none;"
                            + " what stands out is set aside, what was before a shift of the level is"
                            + " left out, a counter is turned into its increase by second, what a ceiling"
                            + " cut off is estimated).")
    private List<String> keep = List.of();

    @Option(
            names = "--by",
            order = 9,
            paramLabel = "COLUMN",
            description =
                    "Column of a CSV of demand that names services: each is forecast too, so that all"
                            + " add up, and what drives the growth is named.")
    private @Nullable String by;

    @Option(
            names = "--events",
            order = 9,
            paramLabel = "FILE",
            description =
                    "A CSV name,from,to,factor,cpu,memory_gib,certainty (with --by, service too) of what moves demand: a launch,"
                            + " a migration, a holiday. Those of the past are taken out of the history,"
                            + " those to come are put into the forecast.")
    private @Nullable Path events;

    /** What the user knows that moves demand. */
    List<DemandEvent> events(ForecastHistory history) {
        return events == null
                ? List.of()
                : EventsCsv.read(
                        events,
                        history.timeZero(),
                        history.raw().clock().zone(),
                        history.raw().endMicros(),
                        history.parts().stream().map(Part::name).collect(Collectors.toSet()));
    }

    /** What of the history counts though it is no part of level, trend and season. */
    CleanHistory.Choice keeps(CommonOptions common) {
        keep.forEach(each -> common.argument(() -> OptionNames.require("--keep", each, KEPT)));
        return new CleanHistory.Choice(
                keep.contains("outliers"), keep.contains("shifts"), keep.contains("ceilings"));
    }

    /** What was chosen, checked. */
    HistoryChoice choice(CommonOptions common) {
        common.argument(() -> OptionNames.require("--of", of, OF));
        common.argument(() -> OptionNames.require("--level", level, LEVELS));
        if (of.equals(USAGE) && taskClass.isGiven()) {
            throw common.usage("--class: found with --of usage, expected --of requests");
        }
        ZoneId clock = zone(common);
        return new HistoryChoice(
                taskClass.only(common),
                of.equals(USAGE),
                Optional.ofNullable(bucket).map(text -> clock(text, common)),
                level.equals("mean") ? BucketSeries.Level.MEAN : BucketSeries.Level.PEAK,
                Optional.ofNullable(start).map(text -> instant(text, clock, common)),
                clock,
                common.time("--from", from),
                common.time("--until", until),
                Optional.ofNullable(by),
                keep.contains("counters"));
    }

    private static BucketClock clock(String text, CommonOptions common) {
        if (text.equals("1mo")) {
            return BucketClock.months(0);
        }
        long micros = common.time("--bucket", text).orElseThrow();
        if (micros < 1_000_000 || text.endsWith("mo")) {
            throw common.usage(
                    "--bucket: found "
                            + text
                            + ", expected at least 1s, and of months 1mo, one of the calendar");
        }
        return BucketClock.every(micros, 0);
    }

    private ZoneId zone(CommonOptions common) {
        try {
            return zone.equals("UTC") ? ZoneOffset.UTC : ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw common.usage(
                    "--zone: found "
                            + zone
                            + ", expected a name as Europe/Berlin, or an offset as +02:00");
        }
    }

    private static Instant instant(String text, ZoneId zone, CommonOptions common) {
        try {
            return text.contains("T")
                    ? text.matches(".*(Z|[+-][0-9:]+)")
                            ? OffsetDateTime.parse(text).toInstant()
                            : LocalDateTime.parse(text).atZone(zone).toInstant()
                    : LocalDate.parse(text).atStartOfDay(zone).toInstant();
        } catch (DateTimeParseException e) {
            throw common.usage(
                    "--start: found " + text + ", expected 2026-11-01 or 2026-11-01T08:00");
        }
    }

    static final class Of extends Names.Candidates {
        Of() {
            super(OF);
        }
    }

    static final class Kept extends Names.Candidates {
        Kept() {
            super(KEPT);
        }
    }

    static final class Levels extends Names.Candidates {
        Levels() {
            super(LEVELS);
        }
    }
}
