package dev.stowage.report.trace;

import dev.stowage.ingest.inspection.TraceInspection;
import dev.stowage.ingest.inspection.TraceInspection.Arrivals;
import dev.stowage.ingest.inspection.TraceInspection.Quantiles;
import dev.stowage.terminal.BarChart;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.VerdictText;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.Map;

/** What is in a trace, as text. */
public final class TraceText {
    private final TraceInspection inspection;
    private static final int EXAMPLE = 100;

    private final Style style;
    private final BarChart chart;

    public TraceText(TraceInspection inspection, Style style, BarChart chart) {
        this.inspection = inspection;
        this.style = style;
        this.chart = chart;
    }

    public void print(PrintWriter out) {
        VerdictText.print(TraceVerdict.of(inspection), style, out);
        new ManifestText(inspection.manifest(), style).print(out);
        examples(out);
        shares(out, "tasks by outcome", inspection.tasksByOutcome());
        shares(out, "tasks by class", inspection.tasksByClass());
        shares(out, "jobs by outcome", inspection.jobsByOutcome());
        shares(out, "jobs by class", inspection.jobsByClass());
        counts(out, "censored at an edge of the trace", inspection.censoring());
        counts(out, "besides CPU and memory", inspection.extras());
        if (!inspection.quantiles().isEmpty()) {
            out.println();
            quantiles().print(out, style, 0);
            out.println(style.dim(exactness(inspection)));
        }
        arrivals(out, "task", inspection.arrivals());
        arrivals(out, "job", inspection.jobArrivals());
    }

    private void arrivals(PrintWriter out, String what, Arrivals arrivals) {
        if (arrivals.counts().isEmpty()) {
            return;
        }
        String span = arrivals.hours() == 1 ? "hour" : Figures.number(arrivals.hours()) + " hours";
        String unseen =
                arrivals.beforeStart() == 0
                        ? ""
                        : " (without "
                                + Figures.count(arrivals.beforeStart())
                                + " submitted before the start)";
        out.println();
        out.println(style.dim(what + " submits per " + span + unseen));
        double end = arrivals.counts().size() * arrivals.hours() * 3600;
        chart.print(
                out,
                arrivals.counts().stream().mapToDouble(Long::doubleValue).toArray(),
                Figures.seconds(end));
    }

    private void examples(PrintWriter out) {
        if (inspection.quarantineExamples().isEmpty()) {
            return;
        }
        out.println();
        out.println(style.dim("bad rows, for example"));
        TextTable table = new TextTable(Column.text(""), Column.text(""), Column.text(""));
        inspection
                .quarantineExamples()
                .forEach(
                        (reason, rows) ->
                                rows.forEach(
                                        row ->
                                                table.row(
                                                        reason,
                                                        row.file() + ":" + row.line(),
                                                        shortened(row.text()))));
        table.print(out, style, 2);
    }

    private static String shortened(String text) {
        String cut = text.length() > EXAMPLE ? text.substring(0, EXAMPLE) + "…" : text;
        return cut.replaceAll("\\p{Cntrl}", "?");
    }

    private void shares(PrintWriter out, String heading, Map<String, Long> counts) {
        if (counts.isEmpty()) {
            return;
        }
        double all = Math.max(1, counts.values().stream().mapToLong(Long::longValue).sum());
        TextTable table = new TextTable(Column.text(""), Column.figure(""), Column.figure(""));
        counts.forEach(
                (name, count) -> table.row(name, Figures.count(count), Figures.share(count / all)));
        out.println();
        out.println(style.dim(heading));
        table.print(out, style, 2);
    }

    private void counts(PrintWriter out, String heading, Map<String, Long> counts) {
        if (counts.isEmpty()) {
            return;
        }
        TextTable table = new TextTable(Column.text(""), Column.figure(""));
        counts.forEach((name, count) -> table.row(name, Figures.count(count)));
        out.println();
        out.println(style.dim(heading));
        table.print(out, style, 2);
    }

    /** How exact the quantiles are, in a sentence. */
    static String exactness(TraceInspection inspection) {
        return "p25 to p99 are up to "
                + Figures.number(100 * inspection.quantileError())
                + " % above the exact value.";
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
