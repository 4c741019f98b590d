package dev.stowage.report.similarity;

import dev.stowage.report.DataTable;
import dev.stowage.similarity.Comparison;
import dev.stowage.similarity.Dispersion;
import dev.stowage.similarity.Marginal;
import dev.stowage.similarity.RepeatedFigure;
import dev.stowage.similarity.ReplayFigures;
import dev.stowage.similarity.ReplayPair;
import dev.stowage.similarity.SimilarityResult;
import dev.stowage.similarity.Verdict;
import dev.stowage.stats.TwoSample;
import dev.stowage.stats.sample.OrderCorrelation;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The figures of a comparison of two workloads as tables. */
final class SimilarityTables {
    private static final String ABSENT = "–";

    private SimilarityTables() {}

    static List<DataTable> of(SimilarityResult result) {
        Comparison comparison = result.comparison();
        Verdict verdict = result.verdict();
        List<DataTable> tables = new ArrayList<>();
        if (verdict != null && !verdict.isMet()) {
            tables.add(missed(verdict));
        }
        if (!result.repeated().isEmpty()) {
            tables.add(repeated(result));
        }
        tables.add(parameters(comparison.marginals()));
        tables.add(arrivals(comparison.dispersions()));
        return tables;
    }

    /** The verdict in words. */
    static String verdict(Verdict verdict) {
        long met = verdict.checks().stream().filter(Verdict.Check::isMet).count();
        return Amounts.count(met)
                + " of "
                + Amounts.counted(verdict.checks().size(), "check")
                + (verdict.isMet() ? " hold: within tolerance." : " hold.");
    }

    private static DataTable missed(Verdict verdict) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "outside tolerance, or not checked",
                        DataTable.Column.text("Tolerance"),
                        DataTable.Column.text("Of"),
                        DataTable.Column.number("Value"),
                        DataTable.Column.number("Tolerated"));
        for (Verdict.Check check : verdict.checks()) {
            if (!check.isMet()) {
                table.row(
                        check.tolerance().key(),
                        check.what(),
                        Amounts.decimal(check.value()),
                        Amounts.decimal(check.bound()));
            }
        }
        for (Verdict.Unchecked each : verdict.unchecked()) {
            table.row(each.tolerance().key(), each.what(), each.reason(), "");
        }
        return table.build();
    }

    private static DataTable repeated(SimilarityResult result) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "over "
                                + Amounts.counted(result.workloads(), "workload")
                                + " of the model; all other tables and charts are of the first",
                        DataTable.Column.text("Figure"),
                        DataTable.Column.number("Trace"),
                        DataTable.Column.number("Workload, median"),
                        DataTable.Column.number("Range"),
                        DataTable.Column.number("Apart, median"),
                        DataTable.Column.number("Range"));
        for (RepeatedFigure each : result.repeated()) {
            if (each.apart().values().length > 0) {
                table.row(
                        each.tolerance().key() + " " + each.what(),
                        median(each, each.first()),
                        median(each, each.second()),
                        range(each, each.second()),
                        Amounts.decimal(each.apart().median()),
                        Amounts.decimal(each.apart().least())
                                + " to "
                                + Amounts.decimal(each.apart().greatest()));
            }
        }
        return table.build();
    }

    private static String median(RepeatedFigure figure, RepeatedFigure.Spread spread) {
        return spread.values().length == 0 ? ABSENT : amount(figure, spread.median());
    }

    private static String range(RepeatedFigure figure, RepeatedFigure.Spread spread) {
        return spread.values().length == 0
                ? ABSENT
                : amount(figure, spread.least()) + " to " + amount(figure, spread.greatest());
    }

    private static String amount(RepeatedFigure figure, double value) {
        return switch (figure.tolerance()) {
            case UTILISATION -> Amounts.share(value);
            case PENDING -> Amounts.seconds(value);
            case KS, DISPERSION, RANK -> Amounts.decimal(value);
        };
    }

    private static DataTable parameters(List<Marginal> marginals) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "parameters; Pearson's r is of order statistics, the larger sample split at"
                                + " random into subsets of the smaller one's size",
                        DataTable.Column.text("Parameter"),
                        DataTable.Column.number("Trace"),
                        DataTable.Column.number("Workload"),
                        DataTable.Column.number("KS"),
                        DataTable.Column.number("Noise"),
                        DataTable.Column.number("W1 / sd"),
                        DataTable.Column.number("Similarity"),
                        DataTable.Column.number("Pearson r"));
        for (Marginal each : marginals) {
            TwoSample distance = each.distance();
            OrderCorrelation order = each.order();
            table.row(
                    each.name(),
                    Amounts.count(each.first().count()),
                    Amounts.count(each.second().count()),
                    distance == null ? ABSENT : Amounts.decimal(distance.ks()),
                    distance == null ? ABSENT : Amounts.decimal(distance.noise()),
                    distance == null ? ABSENT : Amounts.decimal(distance.wasserstein()),
                    distance == null ? ABSENT : Amounts.share(distance.similarity()),
                    order == null ? ABSENT : Amounts.decimal(order.r()));
        }
        return table.build();
    }

    private static DataTable arrivals(List<Dispersion> dispersions) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "bursts of job arrivals",
                        DataTable.Column.text("Scale"),
                        DataTable.Column.number("Spans"),
                        DataTable.Column.number("Dispersion, trace"),
                        DataTable.Column.number("Workload"),
                        DataTable.Column.number("Difference"),
                        DataTable.Column.number("Autocorrelation, trace"),
                        DataTable.Column.number("Workload"));
        for (Dispersion each : dispersions) {
            table.row(
                    ArrivalCharts.span(each.scaleSeconds())
                            + (each.isReliable() ? "" : " (too few spans)"),
                    Amounts.count(each.spans()),
                    decimal(each.first()),
                    decimal(each.second()),
                    each.relativeDifference().isPresent()
                            ? Amounts.share(each.relativeDifference().getAsDouble())
                            : ABSENT,
                    first(each.firstCorrelation()),
                    first(each.secondCorrelation()));
        }
        return table.build();
    }

    private static String decimal(OptionalDouble value) {
        return value.isPresent() ? Amounts.decimal(value.getAsDouble()) : ABSENT;
    }

    private static String first(double[] values) {
        return values.length == 0 ? ABSENT : Amounts.decimal(values[0]);
    }

    /** What became of both sides. */
    static DataTable replay(ReplayPair replay) {
        ReplayFigures one = replay.first();
        ReplayFigures two = replay.second();
        DataTable.Builder table =
                new DataTable.Builder(
                        "both replayed for "
                                + Amounts.seconds(replay.window().lengthMicros() / 1e6)
                                + ", of the trace's jobs "
                                + Amounts.share(replay.window().firstShare())
                                + ", of the workload's "
                                + Amounts.share(replay.secondJobShare()),
                        DataTable.Column.text(""),
                        DataTable.Column.number("Trace"),
                        DataTable.Column.number("Workload"));
        table.row("Tasks", Amounts.count(one.tasks()), Amounts.count(two.tasks()))
                .row(
                        "Rejected, too large",
                        Amounts.count(one.rejected()),
                        Amounts.count(two.rejected()))
                .row(
                        "Waiting at the end",
                        Amounts.count(one.waiting()),
                        Amounts.count(two.waiting()))
                .row("Mean CPU utilisation", mean(one.cpu()), mean(two.cpu()))
                .row("p99 CPU utilisation", p99(one.cpu()), p99(two.cpu()))
                .row("Mean memory utilisation", mean(one.memory()), mean(two.memory()))
                .row("p99 memory utilisation", p99(one.memory()), p99(two.memory()));
        if (one.gpus().isPresent() && two.gpus().isPresent()) {
            table.row(
                    "Mean GPU utilisation",
                    Amounts.share(one.gpus().getAsDouble()),
                    Amounts.share(two.gpus().getAsDouble()));
        }
        return table.row(
                        "p50 pending time",
                        Amounts.seconds(one.pendingP50()),
                        Amounts.seconds(two.pendingP50()))
                .row(
                        "p99 pending time",
                        Amounts.seconds(one.pendingP99()),
                        Amounts.seconds(two.pendingP99()))
                .build();
    }

    private static String mean(double[] levels) {
        return Amounts.share(ReplayFigures.mean(levels));
    }

    private static String p99(double[] levels) {
        return Amounts.share(ReplayFigures.p99(levels));
    }
}
