package dev.stowage.cli.report;

import dev.stowage.cli.scenario.NearestName;
import dev.stowage.rightsizing.ReplayResult;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.SizingOptions;
import dev.stowage.rightsizing.SizingReport;
import dev.stowage.rightsizing.UseRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a person should know of new requests besides what changed. */
record SizingNotes(SizingReport report) {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final int SHOWN = 5;

    List<String> notes() {
        List<String> notes = new ArrayList<>();
        UseRows rows = report.rows();
        notes.add(rows(rows));
        unknown(rows).ifPresent(notes::add);
        if (report.spanMicros() < SizingOptions.DEFAULT_HISTORY_MICROS && rows.used() > 0) {
            notes.add(
                    "All measurements together span "
                            + Amounts.seconds(report.spanMicros() / MICROS_PER_SECOND)
                            + ": what only happens at other times of a day is not in them.");
        }
        List<SizedService> rising = report.rising();
        if (!rising.isEmpty()) {
            notes.add(
                    "Warning: the use of "
                            + Amounts.counted(rising.size(), "service")
                            + " rises, so that requests from the past may be too small: "
                            + first(rising.stream().map(SizedService::name).toList())
                            + ".");
        }
        if (report.replay().overloaded() > 0) {
            notes.add(
                    "Warning: servers that are asked for more than they have: "
                            + first(
                                    report.replay().servers().stream()
                                            .filter(server -> server.aboveShare() > 0)
                                            .map(ReplayResult.Server::name)
                                            .toList())
                            + ". Give a larger --margin or --headroom.");
        }
        return notes;
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

    private static String first(List<String> names) {
        String some = names.stream().limit(SHOWN).collect(Collectors.joining(", "));
        return names.size() > SHOWN ? some + ", …" : some;
    }
}
