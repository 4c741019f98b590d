package dev.stowage.report.similarity;

import dev.stowage.report.Chart;
import dev.stowage.report.Chart.Axis;
import dev.stowage.report.Chart.Series;
import dev.stowage.report.Chart.View;
import dev.stowage.report.Ticks;
import dev.stowage.similarity.ArrivalCounts;
import dev.stowage.similarity.Comparison;
import dev.stowage.similarity.Dispersion;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Job arrivals of both sides at each scale, as many spans of each: a Poisson process gets smoother
 * with the scale, bursts do not.
 *
 * <p>Source of the view: Leland et al., On the self-similar nature of Ethernet traffic, IEEE/ACM
 * Transactions on Networking 2(1), 1994, figure 4.
 */
final class ArrivalCharts {
    private static final int SPANS = 600;

    private ArrivalCharts() {}

    static List<Chart> of(Comparison comparison) {
        List<Chart> charts = new ArrayList<>();
        for (Dispersion each : comparison.dispersions()) {
            charts.add(counts(each, comparison.first().arrivals(), comparison.second().arrivals()));
        }
        charts.add(autocorrelations(comparison.dispersions()));
        return charts;
    }

    private static Chart counts(Dispersion scale, ArrivalCounts first, ArrivalCounts second) {
        int seconds = scale.scaleSeconds();
        int from = from(seconds, first, second);
        long[] one = first.counts(seconds, from, SPANS);
        long[] other = second.counts(seconds, from, SPANS);
        String span = span(seconds);
        boolean isDrawn = one.length > 1 && other.length > 1;
        double high = Math.max(most(one), most(other));
        View view =
                new View(
                        "",
                        "Jobs that arrive in each " + span + " of both sides.",
                        time(from, Math.max(one.length, other.length) * (double) seconds),
                        Axis.value("Jobs per " + span, "").upTo(Math.max(1, high)),
                        false,
                        null,
                        List.of(
                                series(MarginalChart.FIRST, "a", one, seconds),
                                series(MarginalChart.SECOND, "b", other, seconds)),
                        List.of(),
                        null);
        return new Chart(
                "chart-arrivals-" + seconds,
                "Job arrivals per " + span,
                caption(scale, from * (double) seconds),
                false,
                isDrawn ? List.of(view) : List.of(),
                List.of());
    }

    /** {@code 1 s}, {@code 10 min}, {@code 1 h}. */
    static String span(int seconds) {
        if (seconds % 3600 == 0) {
            return Amounts.unit(Integer.toString(seconds / 3600), "h");
        }
        return seconds % 60 == 0
                ? Amounts.unit(Integer.toString(seconds / 60), "min")
                : Amounts.unit(Integer.toString(seconds), "s");
    }

    private static long most(long[] counts) {
        return Arrays.stream(counts).max().orElse(0);
    }

    /** Where the trace is busiest, as far as both sides go that far. */
    private static int from(int seconds, ArrivalCounts first, ArrivalCounts second) {
        int last = Math.min(first.spans(seconds), second.spans(seconds)) - SPANS;
        return Math.max(0, Math.min(first.busiest(seconds, SPANS), last));
    }

    private static Axis time(int from, double seconds) {
        double step = Ticks.step("s", seconds);
        String title = from == 0 ? "Time since the first arrivals" : "Time";
        return Axis.value(title, "s").from(0).to(seconds).inSteps(step);
    }

    private static Series series(String name, String tone, long[] counts, int seconds) {
        int n = counts.length;
        double[] x = IntStream.rangeClosed(0, n).mapToDouble(i -> (double) i * seconds).toArray();
        double[] y =
                IntStream.rangeClosed(0, n)
                        .mapToDouble(i -> n == 0 ? 0 : counts[Math.min(i, n - 1)])
                        .toArray();
        return Series.of(name, "line", tone, Chart.pairs(x, y)).stepped().thinner();
    }

    private static String caption(Dispersion scale, double fromSeconds) {
        String where =
                fromSeconds == 0
                        ? ""
                        : ", from "
                                + Amounts.seconds(fromSeconds)
                                + " after the first arrivals on, where the trace has most jobs";
        String text =
                "At most "
                        + SPANS
                        + " spans"
                        + where
                        + ". Index of dispersion over all "
                        + Amounts.count(scale.spans())
                        + ": "
                        + Amounts.decimal(scale.first().orElse(Double.NaN))
                        + " and "
                        + Amounts.decimal(scale.second().orElse(Double.NaN))
                        + " (1 for a Poisson process).";
        return scale.isReliable() ? text : text + " Too few spans to rely on.";
    }

    private static Chart autocorrelations(List<Dispersion> scales) {
        List<View> views =
                scales.stream()
                        .filter(
                                scale ->
                                        scale.firstCorrelation().length > 0
                                                && scale.secondCorrelation().length > 0)
                        .map(ArrivalCharts::autocorrelation)
                        .toList();
        return new Chart(
                "chart-autocorrelation",
                "Autocorrelation of job arrivals",
                "How much the number of arrivals in a span tells about later spans.",
                false,
                views,
                List.of());
    }

    private static View autocorrelation(Dispersion scale) {
        String span = span(scale.scaleSeconds());
        double[] lags = IntStream.rangeClosed(1, Dispersion.LAGS).mapToDouble(lag -> lag).toArray();
        return new View(
                span,
                "Autocorrelation of the arrivals in spans of " + span + ", of both sides.",
                Axis.value("Lag, spans of " + span, "").from(0).to(Dispersion.LAGS).inSteps(5),
                Axis.value("Autocorrelation", ""),
                false,
                null,
                List.of(
                        Series.of(
                                        MarginalChart.FIRST,
                                        "line",
                                        "a",
                                        Chart.pairs(lags, scale.firstCorrelation()))
                                .withPoints(),
                        Series.of(
                                        MarginalChart.SECOND,
                                        "line",
                                        "b",
                                        Chart.pairs(lags, scale.secondCorrelation()))
                                .withPoints()),
                List.of(),
                null);
    }
}
