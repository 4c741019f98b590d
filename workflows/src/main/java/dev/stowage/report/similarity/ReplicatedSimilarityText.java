package dev.stowage.report.similarity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Figures;
import dev.stowage.workflow.compare.SimilarityJson;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Function;

/** The figures of a comparison over several workloads, as text, from {@link SimilarityJson}. */
final class ReplicatedSimilarityText {
    private static final String ABSENT = "-";

    private final JsonNode replications;
    private final Style style;

    ReplicatedSimilarityText(JsonNode replications, Style style) {
        this.replications = replications;
        this.style = style;
    }

    void print(PrintWriter out) {
        out.println();
        out.println(style.bold("Over " + replications.path("workloads").asInt() + " workloads"));
        TextTable table =
                new TextTable(
                        Column.text(""),
                        Column.figure("trace"),
                        Column.figure("workload, median"),
                        Column.figure("range"),
                        Column.figure("apart, median"),
                        Column.figure("range"));
        JsonNode rank = largestRank();
        for (JsonNode figure : replications.path("figures")) {
            boolean isRank = figure.path("tolerance").asText().equals("rank");
            if (!isRank || figure.equals(rank)) {
                row(table, figure);
            }
        }
        table.print(out, style, 0);
        out.println(
                "The tables above are of the first workload. Of rank correlations, the one whose"
                        + " median is furthest apart.");
    }

    private JsonNode largestRank() {
        JsonNode largest = replications.path("none");
        for (JsonNode figure : replications.path("figures")) {
            if (figure.path("tolerance").asText().equals("rank")
                    && figure.at("/apart/median").asDouble(-1)
                            > largest.at("/apart/median").asDouble(-1)) {
                largest = figure;
            }
        }
        return largest;
    }

    private static void row(TextTable table, JsonNode figure) {
        String kind = figure.path("tolerance").asText();
        Function<Double, String> value = value(kind);
        Function<Double, String> apart = apart(kind);
        JsonNode workload = figure.path("workload");
        table.row(
                name(kind, figure.path("what").asText()),
                median(figure.path("trace"), value),
                median(workload, value),
                range(workload, value),
                median(figure.path("apart"), apart),
                range(figure.path("apart"), apart));
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

    private static String median(JsonNode spread, Function<Double, String> text) {
        return spread.isObject() ? text.apply(number(spread.path("median"))) : ABSENT;
    }

    private static String range(JsonNode spread, Function<Double, String> text) {
        return spread.isObject()
                ? text.apply(number(spread.path("least")))
                        + " to "
                        + text.apply(number(spread.path("greatest")))
                : ABSENT;
    }

    private static double number(JsonNode value) {
        return value.isNumber() ? value.asDouble() : Double.POSITIVE_INFINITY;
    }
}
