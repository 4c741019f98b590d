package dev.stowage.report.similarity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.terminal.Style;
import dev.stowage.words.Figures;
import java.io.PrintWriter;

/** What a comparison comes to, in a line. */
final class SimilarityVerdict {
    private SimilarityVerdict() {}

    /** The answer first: does it hold, or how far apart are they where it matters most. */
    static void print(JsonNode result, Style style, PrintWriter out) {
        JsonNode tolerance = result.path("tolerance");
        if (tolerance.isObject()) {
            out.println(sum(tolerance, style));
        } else {
            out.println(style.bold(farthest(result)));
        }
    }

    private static String sum(JsonNode tolerance, Style style) {
        long missed = 0;
        for (JsonNode check : tolerance.path("checks")) {
            missed += check.path("met").asBoolean() ? 0 : 1;
        }
        int checks = tolerance.path("checks").size();
        int untested = tolerance.path("unchecked").size();
        boolean isMet = tolerance.path("met").asBoolean();
        String text =
                (isMet ? "Within tolerance: " : "Not within tolerance: ")
                        + Figures.count(checks - missed)
                        + " of "
                        + Figures.count(checks)
                        + " checks hold"
                        + (untested == 0
                                ? "."
                                : "; " + Figures.count(untested) + " had nothing to test.");
        return isMet ? style.green(text) : style.red(text);
    }

    private static String farthest(JsonNode result) {
        String what = "";
        double most = -1;
        for (JsonNode each : result.path("parameters")) {
            JsonNode ks = each.path("distance").path("ks");
            if (ks.isNumber() && ks.doubleValue() > most) {
                most = ks.doubleValue();
                what =
                        SimilarityText.className(each.path("class").asText())
                                + " "
                                + each.path("parameter").asText();
            }
        }
        return most < 0
                ? "No parameter can be compared: nothing is said of how like they are."
                : "The distributions are furthest apart in "
                        + what
                        + ": KS "
                        + Figures.number(most)
                        + ". No tolerance was given, so nothing was checked.";
    }
}
