package dev.stowage.report.similarity;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TermText;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import dev.stowage.workflow.compare.SimilarityAnswer;
import dev.stowage.workflow.compare.SimilarityAnswer.Arrivals;
import dev.stowage.workflow.compare.SimilarityAnswer.Check;
import dev.stowage.workflow.compare.SimilarityAnswer.Checked;
import dev.stowage.workflow.compare.SimilarityAnswer.Distance;
import dev.stowage.workflow.compare.SimilarityAnswer.Largest;
import dev.stowage.workflow.compare.SimilarityAnswer.Pair;
import dev.stowage.workflow.compare.SimilarityAnswer.Ranks;
import dev.stowage.workflow.compare.SimilarityAnswer.Replay;
import dev.stowage.workflow.compare.SimilarityAnswer.Replayed;
import dev.stowage.workflow.compare.SimilarityAnswer.Side;
import dev.stowage.workflow.compare.SimilarityAnswer.Values;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** How like each other two workloads are, as text. */
public final class SimilarityText {
    private static final String ABSENT = "-";

    private final SimilarityAnswer result;
    private final Style style;

    public SimilarityText(SimilarityAnswer result, Style style) {
        this.result = result;
        this.style = style;
    }

    public void print(PrintWriter out) {
        SimilarityVerdict.print(result, style, out);
        out.println();
        sides().print(out, style, 0);
        section(out, "Parameters", parameters());
        notes(out);
        section(out, "Job arrivals", arrivals());
        TermText.explain(out, "dispersion", "autocorr.");
        section(out, "Rank correlations between what jobs are made of, trace / workload", ranks());
        largestDifference(out);
        replay(out);
        if (result.replications() != null) {
            new ReplicatedSimilarityText(result.replications(), style).print(out);
        }
        tolerance(out);
    }

    private void section(PrintWriter out, String title, TextTable table) {
        out.println();
        out.println(style.bold(title));
        table.print(out, style, 0);
    }

    private TextTable sides() {
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.text("name"),
                        Column.figure("jobs"),
                        Column.figure("over"),
                        Column.figure("with tasks"),
                        Column.text("drawn by"));
        side(table, "trace", result.trace());
        side(table, "workload", result.workload());
        return table;
    }

    private static void side(TextTable table, String label, Side side) {
        table.row(
                label,
                side.name(),
                Figures.count(side.jobs()),
                Figures.seconds(side.windowSeconds()),
                Figures.count(side.jobsWithTasks()),
                side.drawnBy());
    }

    private TextTable parameters() {
        TextTable table =
                new TextTable(
                        Column.text("class"),
                        Column.text("parameter"),
                        Column.figure("trace"),
                        Column.figure("workload"),
                        Column.figure("KS"),
                        Column.figure("noise"),
                        Column.figure("W1/sd"),
                        Column.figure("alike"),
                        Column.figure("r"));
        for (Pair each : result.parameters()) {
            Distance distance = each.distance();
            table.row(
                    className(each.taskClass()),
                    each.parameter(),
                    count(each.trace()),
                    count(each.workload()),
                    brief(distance == null ? null : distance.ks()),
                    brief(distance == null ? null : distance.ksNoise()),
                    brief(distance == null ? null : distance.wasserstein()),
                    brief(distance == null ? null : distance.similarity()),
                    brief(each.pearson() == null ? null : each.pearson().r()));
        }
        return table;
    }

    private void notes(PrintWriter out) {
        for (Pair each : result.parameters()) {
            if (!each.note().isEmpty()) {
                out.println(
                        className(each.taskClass())
                                + " "
                                + each.parameter()
                                + ": "
                                + each.note()
                                + ".");
            }
        }
        out.println(
                "KS is the largest difference of the distribution functions; two samples of one"
                        + " distribution exceed the noise in one case of twenty.");
        out.println(
                "W1/sd is the Wasserstein distance over the trace's standard deviation; alike"
                        + " is the similarity of the histograms.");
        out.println(
                "r is Pearson's, computed on order statistics: the larger sample is split at random"
                        + " into subsets of the smaller one's size, and r averaged over them.");
    }

    private TextTable arrivals() {
        TextTable table =
                new TextTable(
                        Column.text("scale"),
                        Column.figure("spans"),
                        Column.figure("dispersion, trace"),
                        Column.figure("workload"),
                        Column.figure("difference"),
                        Column.figure("autocorr., trace"),
                        Column.figure("workload"),
                        Column.text(""));
        for (Arrivals each : result.arrivals()) {
            table.row(
                    span(each.scaleSeconds()),
                    Figures.count(each.spans()),
                    number(each.trace()),
                    number(each.workload()),
                    share(each.relativeDifference()),
                    first(each.traceAutocorrelation()),
                    first(each.workloadAutocorrelation()),
                    each.reliable() ? "" : "too few spans");
        }
        return table;
    }

    private static String first(List<@Nullable Double> values) {
        return values.isEmpty() ? ABSENT : figure(values.get(0));
    }

    private static String span(long seconds) {
        if (seconds % 3600 == 0) {
            return seconds / 3600 + " h";
        }
        return seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s";
    }

    private TextTable ranks() {
        Ranks ranks = result.rankCorrelations();
        List<String> names = ranks.parameters();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.text(""));
        for (int i = 0; i + 1 < names.size(); i++) {
            columns.add(Column.figure(names.get(i).replaceFirst("Seconds$", "")));
        }
        TextTable table = new TextTable(columns.toArray(Column[]::new));
        for (int i = 1; i < names.size(); i++) {
            List<String> cells = new ArrayList<>();
            cells.add(names.get(i));
            for (int j = 0; j < i; j++) {
                cells.add(
                        rank(ranks.trace().get(i).get(j))
                                + "/"
                                + rank(ranks.workload().get(i).get(j)));
            }
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private void largestDifference(PrintWriter out) {
        Ranks ranks = result.rankCorrelations();
        Largest largest = ranks.largestDifference();
        if (largest != null) {
            out.println(
                    "Largest difference: "
                            + figure(largest.value())
                            + ", between "
                            + largest.between().get(0)
                            + " and "
                            + largest.between().get(1)
                            + ".");
        }
        out.println(
                "Over "
                        + Figures.count(result.trace().jobsCorrelated())
                        + " and "
                        + Figures.count(result.workload().jobsCorrelated())
                        + " jobs; two samples of so many of which nothing is correlated differ by"
                        + " more than "
                        + figure(ranks.noise())
                        + " in one case of twenty.");
    }

    private void replay(PrintWriter out) {
        Replay replay = result.replay();
        if (replay == null) {
            out.println();
            out.println("Not replayed: the tasks of the two cover no common time.");
            return;
        }
        section(out, "Replayed on " + replay.servers(), replayed(replay));
        String because = replay.chosenBecause();
        if (!because.isEmpty()) {
            out.println("Servers: " + because + ".");
        }
        out.println(
                "Over "
                        + Figures.seconds(replay.lengthSeconds())
                        + " that the tasks of both cover, tasks of jobs submitted in that time"
                        + shares(replay)
                        + ".");
        if (!replay.gpusLeftOut().isEmpty()) {
            out.println(
                    "Tasks ask for GPUs, which are left out of the replay: "
                            + replay.gpusLeftOut()
                            + ".");
        }
        if (!replay.othersLeftOut().isEmpty()) {
            out.println(
                    "The replay leaves out what else tasks ask for: "
                            + replay.othersLeftOut()
                            + ".");
        }
    }

    private static String shares(Replay replay) {
        double trace = replay.traceJobShare();
        double workload = replay.workloadJobShare();
        if (trace == 1 && workload == 1) {
            return "";
        }
        return trace < 1
                ? "; of the trace's jobs "
                        + Figures.share(trace)
                        + ", because the workload has the"
                        + " tasks of no more"
                : "; of the workload's jobs "
                        + Figures.share(workload)
                        + ", because the trace has the tasks of no more";
    }

    private static TextTable replayed(Replay replay) {
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.figure("trace"),
                        Column.figure("workload"),
                        Column.figure("difference"));
        counts(table, "tasks", replay, Replayed::tasks);
        counts(table, "rejected, too large", replay, Replayed::rejected);
        counts(table, "waiting at the end", replay, Replayed::waitingAtTheEnd);
        shares(table, "mean CPU utilisation", replay, Replayed::cpuMean);
        shares(table, "p99 CPU utilisation", replay, Replayed::cpuP99);
        shares(table, "mean memory utilisation", replay, Replayed::memoryMean);
        shares(table, "p99 memory utilisation", replay, Replayed::memoryP99);
        if (replay.trace().gpuMean() != null && replay.workload().gpuMean() != null) {
            shares(table, "mean GPU utilisation", replay, SimilarityText::gpus);
        }
        seconds(table, "p50 pending time", replay, Replayed::pendingP50Seconds);
        seconds(table, "p99 pending time", replay, Replayed::pendingP99Seconds);
        return table;
    }

    private static double gpus(Replayed side) {
        return Objects.requireNonNull(side.gpuMean(), "gpuMean");
    }

    private static void counts(
            TextTable table, String name, Replay replay, ToLongFunction<Replayed> of) {
        long one = of.applyAsLong(replay.trace());
        long two = of.applyAsLong(replay.workload());
        table.row(name, Figures.count(one), Figures.count(two), signed(two - one));
    }

    private static String signed(long difference) {
        return difference > 0 ? "+" + Figures.count(difference) : Figures.count(difference);
    }

    private static void shares(
            TextTable table, String name, Replay replay, ToDoubleFunction<Replayed> of) {
        double one = of.applyAsDouble(replay.trace());
        double two = of.applyAsDouble(replay.workload());
        table.row(
                name,
                Figures.share(one),
                Figures.share(two),
                String.format(Locale.ROOT, "%+.1f points", 100 * (two - one)));
    }

    private static void seconds(
            TextTable table, String name, Replay replay, Function<Replayed, @Nullable Double> of) {
        Double one = of.apply(replay.trace());
        Double two = of.apply(replay.workload());
        String difference =
                one != null && two != null && one > 0
                        ? String.format(Locale.ROOT, "%+.1f %%", 100 * (two / one - 1))
                        : "";
        table.row(name, waited(one), waited(two), difference);
    }

    private static String waited(@Nullable Double seconds) {
        return seconds != null ? Figures.seconds(seconds) : "for ever";
    }

    private void tolerance(PrintWriter out) {
        Checked tolerance = result.tolerance();
        if (tolerance == null) {
            return;
        }
        out.println();
        tolerance.checks().stream()
                .filter(check -> !check.met())
                .forEach(check -> out.println(style.red("outside tolerance: ") + line(check)));
        tolerance
                .unchecked()
                .forEach(
                        each ->
                                out.println(
                                        style.yellow("not checked: ")
                                                + each.tolerance()
                                                + " of "
                                                + each.what()
                                                + ": "
                                                + each.reason()));
        SimilarityVerdict.print(result, style, out);
    }

    private static String line(Check check) {
        return check.tolerance()
                + " of "
                + check.what()
                + " is "
                + (check.value() != null ? Figures.number(check.value()) : "unlimited")
                + ", tolerated "
                + Figures.number(check.bound());
    }

    static String className(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String count(@Nullable Values sample) {
        return sample != null ? Figures.count(sample.count()) : ABSENT;
    }

    private static String figure(@Nullable Double value) {
        return format("%.4f", value);
    }

    private static String brief(@Nullable Double value) {
        return format("%.3f", value);
    }

    private static String rank(@Nullable Double value) {
        return format("%.2f", value);
    }

    private static String number(@Nullable Double value) {
        return value != null ? Figures.number(value) : ABSENT;
    }

    private static String share(@Nullable Double value) {
        return format("%+.1f %%", value == null ? null : 100 * value);
    }

    private static String format(String format, @Nullable Double value) {
        return value != null ? String.format(Locale.ROOT, format, value) : ABSENT;
    }
}
