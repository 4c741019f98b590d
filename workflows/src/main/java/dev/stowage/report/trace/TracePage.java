package dev.stowage.report.trace;

import dev.stowage.ingest.inspection.TraceInspection;
import dev.stowage.ingest.inspection.TraceInspection.Arrivals;
import dev.stowage.ingest.inspection.TraceInspection.Quantiles;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.DataTable;
import dev.stowage.report.PlanView.Fact;
import dev.stowage.report.ReportPage;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The report of a trace: one HTML file with its tables, outcomes, arrivals and the distributions of
 * its durations, requests and usage. The same trace gives the same bytes.
 */
public final class TracePage {
    private static final int PERCENTS = 101;

    private TracePage() {}

    /** The text of {@code trace.html}. */
    public static String html(String name, TraceInspection inspection) {
        TraceView view =
                new TraceView(
                        name,
                        TraceVerdict.of(inspection),
                        tables(inspection),
                        arrivals(inspection),
                        distributions(inspection),
                        TraceText.exactness(inspection),
                        facts(inspection.manifest()));
        List<Chart> charts =
                Stream.concat(view.arrivals().stream(), view.distributions().stream()).toList();
        return ReportPage.render("trace.jte", charts, Map.of("view", view));
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static List<DataTable> tables(TraceInspection inspection) {
        List<DataTable> tables = new ArrayList<>();
        tables.add(rows(inspection.manifest()));
        shares(tables, "tasks by outcome", inspection.tasksByOutcome());
        shares(tables, "tasks by class", inspection.tasksByClass());
        shares(tables, "jobs by outcome", inspection.jobsByOutcome());
        shares(tables, "jobs by class", inspection.jobsByClass());
        counts(tables, "censored at an edge of the trace", inspection.censoring());
        counts(tables, "besides CPU and memory", inspection.extras());
        counts(tables, "bad rows, by reason", inspection.manifest().quarantinedByReason());
        examples(tables, inspection);
        return tables;
    }

    private static DataTable rows(TraceManifest manifest) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "rows of the source: read = used + quarantined + ignored by rule",
                        DataTable.Column.text("Table"),
                        DataTable.Column.number("Read"),
                        DataTable.Column.number("Used"),
                        DataTable.Column.number("Quarantined"),
                        DataTable.Column.number("Ignored"),
                        DataTable.Column.number("Written"),
                        DataTable.Column.number("From"),
                        DataTable.Column.number("To"));
        manifest.tables()
                .forEach(
                        (name, rows) -> {
                            TraceManifest.Window window = rows.windowMicros();
                            table.row(
                                    name,
                                    Amounts.count(rows.rowsRead()),
                                    Amounts.count(rows.rowsUsed()),
                                    Amounts.count(rows.rowsQuarantined()),
                                    Amounts.count(sum(rows.rowsIgnored())),
                                    Amounts.count(rows.rowsWritten()),
                                    window == null ? "" : Amounts.seconds(window.from() / 1e6),
                                    window == null ? "" : Amounts.seconds(window.to() / 1e6));
                        });
        return table.build();
    }

    private static void shares(List<DataTable> tables, String caption, Map<String, Long> counts) {
        if (counts.isEmpty()) {
            return;
        }
        double all = Math.max(1, sum(counts));
        DataTable.Builder table =
                new DataTable.Builder(
                        caption,
                        DataTable.Column.text(""),
                        DataTable.Column.number("Count"),
                        DataTable.Column.number("Share"));
        counts.forEach(
                (name, count) -> table.row(name, Amounts.count(count), Amounts.share(count / all)));
        tables.add(table.build());
    }

    private static void counts(List<DataTable> tables, String caption, Map<String, Long> counts) {
        if (counts.isEmpty()) {
            return;
        }
        DataTable.Builder table =
                new DataTable.Builder(
                        caption, DataTable.Column.text(""), DataTable.Column.number("Count"));
        counts.forEach((name, count) -> table.row(name, Amounts.count(count)));
        tables.add(table.build());
    }

    private static void examples(List<DataTable> tables, TraceInspection inspection) {
        if (inspection.quarantineExamples().isEmpty()) {
            return;
        }
        DataTable.Builder table =
                new DataTable.Builder(
                        "bad rows, for example",
                        DataTable.Column.text("Reason"),
                        DataTable.Column.text("Place"),
                        DataTable.Column.text("Row"));
        inspection
                .quarantineExamples()
                .forEach(
                        (reason, rows) ->
                                rows.forEach(
                                        row ->
                                                table.row(
                                                        reason,
                                                        row.file() + ":" + row.line(),
                                                        row.text())));
        tables.add(table.build());
    }

    private static List<Chart> arrivals(TraceInspection inspection) {
        return Stream.of(
                        arrivals("tasks", "Tasks", inspection.arrivals()),
                        arrivals("jobs", "Jobs", inspection.jobArrivals()))
                .toList();
    }

    private static Chart arrivals(String id, String title, Arrivals arrivals) {
        int spans = arrivals.counts().size();
        double[] x =
                IntStream.rangeClosed(0, spans).mapToDouble(i -> i * arrivals.hours()).toArray();
        double[] y = // the last count ends at the end of its span
                IntStream.rangeClosed(0, spans)
                        .mapToDouble(i -> i < spans ? arrivals.counts().get(i) : Double.NaN)
                        .toArray();
        if (spans > 0) {
            y[spans] = y[spans - 1];
        }
        String span = arrivals.hours() == 1 ? "hour" : Amounts.decimal(arrivals.hours()) + " hours";
        String caption =
                title
                        + " submitted per "
                        + span
                        + "; "
                        + Amounts.count(arrivals.beforeStart())
                        + " submitted before the start are not drawn.";
        View view =
                new View(
                        "",
                        caption,
                        Axis.value("Time, hours", "").from(0).to(Math.max(1, x[spans])),
                        Axis.value(title + " per " + span, "").from(0),
                        false,
                        null,
                        List.of(Series.of(title, "area", "a", Chart.pairs(x, y)).stepped()),
                        List.of(),
                        null);
        return new Chart(
                "chart-arrivals-" + id,
                title + " per " + span,
                caption,
                false,
                spans == 0 ? List.of() : List.of(view),
                List.of());
    }

    private static List<Chart> distributions(TraceInspection inspection) {
        List<Chart> charts = new ArrayList<>();
        inspection
                .quantiles()
                .forEach(
                        (name, quantiles) -> {
                            List<Double> values =
                                    inspection.percentiles().getOrDefault(name, List.of());
                            charts.add(distribution(charts.size(), name, quantiles, values));
                        });
        return charts;
    }

    private static Chart distribution(
            int number, String name, Quantiles quantiles, List<Double> values) {
        boolean isSpread = values.size() == PERCENTS && quantiles.max() > quantiles.min();
        double least = values.stream().filter(v -> v > 0).findFirst().orElse(1.0);
        boolean isLog = quantiles.max() > 100 * least;
        double[] x = values.stream().mapToDouble(v -> isLog ? Math.max(v, least) : v).toArray();
        double[] y = IntStream.range(0, values.size()).mapToDouble(i -> i / 100.0).toArray();
        String caption =
                Amounts.counted(quantiles.count(), "value")
                        + ", "
                        + Amounts.count(quantiles.absent())
                        + " absent. The curve says which share lies at or below a value"
                        + (isLog ? "; values of 0 are drawn at the smallest other one." : ".");
        View view =
                new View(
                        "",
                        "Cumulative distribution of " + name,
                        isLog ? Axis.log(name, "") : Axis.value(name, ""),
                        Axis.value("Share at or below", "share").from(0).to(1),
                        false,
                        null,
                        List.of(Series.of(name, "line", "a", Chart.pairs(x, y))),
                        List.of(),
                        null);
        return new Chart(
                "chart-distribution-" + number,
                name,
                caption,
                false,
                isSpread ? List.of(view) : List.of(),
                List.of(table(name, quantiles)));
    }

    private static DataTable table(String name, Quantiles q) {
        return new DataTable.Builder(
                        "quantiles of " + name,
                        DataTable.Column.text("Quantity"),
                        DataTable.Column.number("Mean"),
                        DataTable.Column.number("Least"),
                        DataTable.Column.number("p25"),
                        DataTable.Column.number("p50"),
                        DataTable.Column.number("p75"),
                        DataTable.Column.number("p90"),
                        DataTable.Column.number("p99"),
                        DataTable.Column.number("Largest"))
                .row(
                        name,
                        Amounts.decimal(q.mean()),
                        Amounts.decimal(q.min()),
                        Amounts.decimal(q.p25()),
                        Amounts.decimal(q.p50()),
                        Amounts.decimal(q.p75()),
                        Amounts.decimal(q.p90()),
                        Amounts.decimal(q.p99()),
                        Amounts.decimal(q.max()))
                .build();
    }

    private static List<Fact> facts(TraceManifest manifest) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Format", manifest.provenance().format()));
        facts.add(new Fact("Source", manifest.provenance().source()));
        manifest.provenance()
                .parameters()
                .forEach((name, value) -> facts.add(new Fact(name, value)));
        facts.add(new Fact("Class rule", manifest.classRule()));
        if (manifest.machine() != null) {
            facts.add(
                    new Fact(
                            "1.0 of a normalised amount",
                            Amounts.cores(manifest.machine().cores())
                                    + ", "
                                    + Amounts.gib(manifest.machine().gib())));
        }
        facts.add(new Fact("Time 0", manifest.timeOrigin()));
        facts.add(new Fact("Made by", "stowage " + manifest.productVersion()));
        return facts;
    }
}
