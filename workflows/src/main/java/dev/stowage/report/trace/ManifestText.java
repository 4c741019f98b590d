package dev.stowage.report.trace;

import dev.stowage.ingest.csv.CsvFormat;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was read into a trace, as text: counts that add up, quarantine, rules; no zeros. */
public final class ManifestText {
    private static final int FEW_SOURCES = 4;

    private final TraceManifest manifest;
    private final Style style;

    public ManifestText(TraceManifest manifest, Style style) {
        this.manifest = manifest;
        this.style = style;
    }

    public void print(PrintWriter out) {
        tables().print(out, style, 0);
        printCounts(out, "ignored by rule", ignored());
        printCounts(out, "quarantined", counts(manifest.quarantinedByReason()));
        printCounts(out, "noticed on the way", counts(manifest.facts()));
        printCounts(out, "what this trace can answer", answers());
        out.println();
        facts().print(out, style, 0);
    }

    private TextTable answers() {
        TextTable table = new TextTable(Column.text(""), Column.text(""), Column.text(""));
        if (manifest.answers() != null) {
            manifest.answers()
                    .forEach(
                            each ->
                                    table.row(
                                            each.question(),
                                            each.can().name().toLowerCase(Locale.ROOT),
                                            each.because()));
        }
        return table;
    }

    private TextTable tables() {
        return manifest.provenance().format().equals(Provenance.SYNTHETIC) ? generated() : readIn();
    }

    private TextTable generated() {
        TextTable table =
                new TextTable(
                        Column.text("table"),
                        Column.figure("rows"),
                        Column.figure("from"),
                        Column.figure("to"));
        manifest.tables()
                .forEach(
                        (name, rows) ->
                                table.row(
                                        name,
                                        Figures.count(rows.rowsWritten()),
                                        window(rows.windowMicros(), true),
                                        window(rows.windowMicros(), false)));
        return table;
    }

    private TextTable readIn() {
        TextTable table =
                new TextTable(
                        Column.text("table"),
                        Column.figure("rows read"),
                        Column.figure("= used"),
                        Column.figure("+ quarantined"),
                        Column.figure("+ ignored"),
                        Column.figure("written"),
                        Column.figure("from"),
                        Column.figure("to"));
        manifest.tables()
                .forEach(
                        (name, rows) ->
                                table.row(
                                        name,
                                        Figures.count(rows.rowsRead()),
                                        Figures.count(rows.rowsUsed()),
                                        Figures.count(rows.rowsQuarantined()),
                                        Figures.count(sum(rows.rowsIgnored())),
                                        Figures.count(rows.rowsWritten()),
                                        window(rows.windowMicros(), true),
                                        window(rows.windowMicros(), false)));
        return table;
    }

    private TextTable ignored() {
        TextTable table = new TextTable(Column.text(""), Column.text(""), Column.figure(""));
        manifest.tables()
                .forEach(
                        (name, rows) ->
                                rows.rowsIgnored()
                                        .forEach(
                                                (rule, count) ->
                                                        table.row(
                                                                name, rule, Figures.count(count))));
        return table;
    }

    private TextTable facts() {
        TextTable table = TextTable.ofFacts();
        table.row("format", manifest.provenance().format());
        table.row("source", brief(manifest.provenance().source()));
        if (manifest.merged() != null) {
            manifest.merged().forEach(each -> table.row(each.name(), origin(each.manifest())));
        }
        manifest.provenance().parameters().forEach((name, value) -> table.row(name, value));
        manifest.provenance().seed().ifPresent(seed -> table.row("seed", Long.toString(seed)));
        if (!manifest.classRule().isBlank()) {
            boolean isOfColumn = manifest.classRule().equals(CsvFormat.COLUMN_RULE);
            table.row(
                    "class rule",
                    manifest.classRule() + (isOfColumn ? ", and batch where there is none" : ""));
        }
        if (manifest.machine() != null) {
            table.row("1.0 stands for", Figures.size(manifest.machine()));
        }
        return table.row("time 0", manifest.timeOrigin());
    }

    /** The first of many inputs, and how many there are; the manifest names all. */
    private static String brief(String sources) {
        String[] each = sources.split(", ", -1);
        return each.length <= FEW_SOURCES
                ? sources
                : each[0]
                        + ", "
                        + each[1]
                        + " and "
                        + (each.length - 2)
                        + " more (manifest.json names all)";
    }

    /** What a merged trace was before. */
    private static String origin(TraceManifest part) {
        long tasks = part.table("tasks").map(TraceManifest.Table::rowsWritten).orElse(0L);
        String unit = part.machine() == null ? "" : ", 1.0 is " + Figures.size(part.machine());
        return part.provenance().format() + ", " + Figures.count(tasks) + " tasks" + unit;
    }

    private void printCounts(PrintWriter out, String heading, TextTable table) {
        if (!table.isEmpty()) {
            out.println();
            out.println(style.dim(heading));
            table.print(out, style, 2);
        }
    }

    private static TextTable counts(Map<String, Long> counts) {
        TextTable table = new TextTable(Column.text(""), Column.figure(""));
        counts.forEach(
                (name, count) -> {
                    if (count != 0) {
                        table.row(name, Figures.count(count));
                    }
                });
        return table;
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String window(TraceManifest.@Nullable Window window, boolean isStart) {
        return window == null ? "" : Figures.micros(isStart ? window.from() : window.to());
    }
}
