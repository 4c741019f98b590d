package dev.stowage.report.placement;

import dev.stowage.basis.NearestName;
import dev.stowage.rightsizing.SizedResource;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.evidence.UseRows;
import dev.stowage.rightsizing.evidence.UseShape;
import dev.stowage.rightsizing.evidence.UseShape.Kind;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a person should know of new requests besides what changed. */
record SizingNotes(SizingReport report) {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final long MONTH_MICROS = 30 * SizingOptions.DAY_MICROS;
    private static final int SHOWN = 5;

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        UseRows rows = report.rows();
        notes.add(rows(rows));
        unknown(rows).ifPresent(notes::add);
        if (report.spanMicros() < MONTH_MICROS && rows.used() > 0) {
            notes.add(
                    "All measurements together span "
                            + Amounts.seconds(report.spanMicros() / MICROS_PER_SECOND)
                            + ": what happens less often is not in them.");
        }
        names(Kind.STEP, UseShape::isRising)
                .ifPresent(
                        names ->
                                notes.add(
                                        "Use took a step up, and requests rest on what came after"
                                                + " it: "
                                                + names));
        names(Kind.STEP, shape -> !shape.isRising())
                .ifPresent(
                        names ->
                                notes.add(
                                        "Use took a step down, which counts once it has lasted for"
                                                + " --min-history: "
                                                + names));
        peaks(Kind.WEEKLY, "Use has peaks each week, and requests rest on these: ")
                .ifPresent(notes::add);
        peaks(Kind.MONTHLY, "Use has peaks each month, and requests rest on these: ")
                .ifPresent(notes::add);
        peaks(
                        Kind.SINGLE,
                        "The history is shorter than the time after which a peak may come back;"
                                + " requests rest on the one that was seen: ")
                .ifPresent(notes::add);
        names(Kind.TREND, UseShape::isRising)
                .ifPresent(
                        names ->
                                notes.add(
                                        "Warning: use rises from day to day, and requests allow for"
                                                + " seven more days: "
                                                + names));
        List<String> rising =
                report.rising().stream()
                        .filter(each -> each.resources().noneMatch(r -> r.shape().isRising()))
                        .map(SizedService::name)
                        .toList();
        if (!rising.isEmpty()) {
            notes.add(
                    "Warning: the use of "
                            + Amounts.counted(rising.size(), "service")
                            + " rises, so that requests from the past may be too small: "
                            + VerdictWords.first(rising)
                            + ".");
        }
        List<SizedService> leaks =
                report.services().stream().filter(SizedService::isLeaking).toList();
        if (!leaks.isEmpty()) {
            notes.add(
                    "Warning: memory rises for as long as a replica runs, so that no limit is set: "
                            + VerdictWords.first(leaks.stream().map(SizedService::name).toList())
                            + ".");
        }
        notes.addAll(new VerdictWords(report).notes());
        return notes;
    }

    private Optional<String> peaks(Kind kind, String text) {
        return names(kind, shape -> true).map(text::concat);
    }

    /** Sized services with a resource of a shape, as they are told. */
    private Optional<String> names(Kind kind, Predicate<UseShape> which) {
        List<String> names =
                report.services().stream()
                        .filter(
                                service ->
                                        service.resources()
                                                .filter(SizedResource::isSized)
                                                .map(SizedResource::shape)
                                                .anyMatch(s -> s.kind() == kind && which.test(s)))
                        .map(SizedService::name)
                        .toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(VerdictWords.first(names) + ".");
    }

    private static String rows(UseRows rows) {
        String text =
                "Of "
                        + Amounts.counted(rows.read(), "row")
                        + " of measured use "
                        + Amounts.count(rows.used())
                        + (rows.used() == 1 ? " was used" : " were used");
        return rows.leftOut().isEmpty()
                ? text + "."
                : text
                        + "; left out: "
                        + rows.leftOut().entrySet().stream()
                                .map(e -> Amounts.count(e.getValue()) + " " + e.getKey())
                                .collect(Collectors.joining(", "))
                        + ".";
    }

    private Optional<String> unknown(UseRows rows) {
        List<String> known = report.services().stream().map(SizedService::name).toList();
        List<String> names =
                rows.unknownServices().entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .limit(SHOWN)
                        .map(
                                e ->
                                        e.getKey()
                                                + NearestName.question(e.getKey(), known)
                                                        .map(question -> " (" + question + ")")
                                                        .orElse(""))
                        .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Measured, but not packed: "
                                + String.join(", ", names)
                                + (rows.unknownServices().size() > SHOWN ? ", …" : "."));
    }
}
