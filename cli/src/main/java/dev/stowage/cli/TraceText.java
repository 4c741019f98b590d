package dev.stowage.cli;

import dev.stowage.ingest.TraceInspection;
import dev.stowage.ingest.TraceInspection.Quantiles;
import java.io.PrintWriter;
import java.util.Map;

/** What is in a trace, as text. */
final class TraceText {
    private final TraceInspection inspection;
    private final Style style;

    TraceText(TraceInspection inspection, Style style) {
        this.inspection = inspection;
        this.style = style;
    }

    void print(PrintWriter out) {
        new ManifestText(inspection.manifest(), style).print(out);
        shares(out, "tasks by outcome", inspection.tasksByOutcome());
        shares(out, "tasks by class", inspection.tasksByClass());
        shares(out, "censored at an edge of the trace", inspection.censoring());
        shares(out, "besides CPU and memory", inspection.extras());
        if (!inspection.quantiles().isEmpty()) {
            out.println();
            quantiles().print(out, style, 0);
        }
    }

    private void shares(PrintWriter out, String heading, Map<String, Long> counts) {
        if (counts.isEmpty()) {
            return;
        }
        TextTable table = new TextTable(Column.text(""), Column.figure(""));
        counts.forEach((name, count) -> table.row(name, Figures.count(count)));
        out.println();
        out.println(style.dim(heading));
        table.print(out, style, 2);
    }

    private TextTable quantiles() {
        TextTable table =
                new TextTable(
                        Column.text("quantity"),
                        Column.figure("count"),
                        Column.figure("absent"),
                        Column.figure("mean"),
                        Column.figure("min"),
                        Column.figure("p25"),
                        Column.figure("p50"),
                        Column.figure("p75"),
                        Column.figure("p90"),
                        Column.figure("p99"),
                        Column.figure("max"));
        inspection.quantiles().forEach((name, q) -> row(table, name, q));
        return table;
    }

    private static void row(TextTable table, String name, Quantiles q) {
        table.row(
                name,
                Figures.count(q.count()),
                Figures.count(q.absent()),
                Figures.number(q.mean()),
                Figures.number(q.min()),
                Figures.number(q.p25()),
                Figures.number(q.p50()),
                Figures.number(q.p75()),
                Figures.number(q.p90()),
                Figures.number(q.p99()),
                Figures.number(q.max()));
    }
}
