package dev.stowage.report.similarity;

import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import dev.stowage.workflow.compare.SimilarityAnswer.Repeated;
import dev.stowage.workflow.compare.SimilarityAnswer.Replications;
import dev.stowage.workflow.compare.SimilarityAnswer.Spread;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The figures of a comparison over several workloads, as text. */
final class ReplicatedSimilarityText {
    private static final String ABSENT = "-";

    private final Replications replications;
    private final Style style;

    ReplicatedSimilarityText(Replications replications, Style style) {
        this.replications = replications;
        this.style = style;
    }

    void print(PrintWriter out) {
        out.println();
        out.println(style.bold("Over " + replications.workloads() + " workloads"));
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.figure("trace"),
                        Column.figure("workload, median"),
                        Column.figure("range"),
                        Column.figure("apart, median"),
                        Column.figure("range"));
        Repeated rank = largestRank();
        for (Repeated figure : replications.figures()) {
            if (!isRank(figure) || figure.equals(rank)) {
                row(table, figure);
            }
        }
        table.print(out, style, 0);
        out.println(
                "The tables above are of the first workload. Of rank correlations, the one whose"
                        + " median is furthest apart.");
    }

    private @Nullable Repeated largestRank() {
        Repeated largest = null;
        double most = -1;
        for (Repeated figure : replications.figures()) {
            Spread apart = figure.apart();
            double median = apart == null || apart.median() == null ? -1 : apart.median();
            if (isRank(figure) && median > most) {
                largest = figure;
                most = median;
            }
        }
        return largest;
    }

    private static boolean isRank(Repeated figure) {
        return figure.tolerance().equals("rank");
    }

    private static void row(TextTable table, Repeated figure) {
        String kind = figure.tolerance();
        Function<Double, String> value = value(kind);
        Function<Double, String> apart = apart(kind);
        table.row(
                name(kind, figure.what()),
                median(figure.trace(), value),
                median(figure.workload(), value),
                range(figure.workload(), value),
                median(figure.apart(), apart),
                range(figure.apart(), apart));
    }

    private static String name(String kind, String what) {
        return switch (kind) {
            case "ks" -> "KS " + what;
            case "utilisation" -> what + " utilisation";
            case "pending" -> what + " pending time";
            default -> kind + " " + what;
        };
    }

    private static Function<Double, String> value(String kind) {
        return switch (kind) {
            case "utilisation" -> Figures::share;
            case "pending" -> each -> each.isInfinite() ? "for ever" : Figures.seconds(each);
            case "rank" -> each -> String.format(Locale.ROOT, "%.2f", each);
            default -> Figures::number;
        };
    }

    private static Function<Double, String> apart(String kind) {
        return switch (kind) {
            case "dispersion", "pending" ->
                    each -> each.isInfinite() ? "unlimited" : Figures.share(each);
            case "utilisation" -> each -> String.format(Locale.ROOT, "%.1f points", 100 * each);
            default -> each -> String.format(Locale.ROOT, "%.4f", each);
        };
    }

    private static String median(@Nullable Spread spread, Function<Double, String> text) {
        return spread != null ? text.apply(number(spread.median())) : ABSENT;
    }

    private static String range(@Nullable Spread spread, Function<Double, String> text) {
        return spread != null
                ? text.apply(number(spread.least()))
                        + " to "
                        + text.apply(number(spread.greatest()))
                : ABSENT;
    }

    private static double number(@Nullable Double value) {
        return value != null ? value : Double.POSITIVE_INFINITY;
    }
}
