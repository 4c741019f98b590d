package dev.stowage.report.similarity;

import dev.stowage.terminal.Style;
import dev.stowage.words.Figures;
import dev.stowage.workflow.compare.SimilarityAnswer;
import dev.stowage.workflow.compare.SimilarityAnswer.Check;
import dev.stowage.workflow.compare.SimilarityAnswer.Checked;
import dev.stowage.workflow.compare.SimilarityAnswer.Pair;
import java.io.PrintWriter;

/** What a comparison comes to, in a line. */
final class SimilarityVerdict {
    private SimilarityVerdict() {}

    /** The answer first: does it hold, or how far apart are they where it matters most. */
    static void print(SimilarityAnswer result, Style style, PrintWriter out) {
        Checked tolerance = result.tolerance();
        out.println(tolerance != null ? sum(tolerance, style) : style.bold(farthest(result)));
    }

    private static String sum(Checked tolerance, Style style) {
        long held = tolerance.checks().stream().filter(Check::met).count();
        int untested = tolerance.unchecked().size();
        String text =
                (tolerance.met() ? "Within tolerance: " : "Not within tolerance: ")
                        + Figures.count(held)
                        + " of "
                        + Figures.count(tolerance.checks().size())
                        + " checks hold"
                        + (untested == 0
                                ? "."
                                : "; " + Figures.count(untested) + " had nothing to test.");
        return tolerance.met() ? style.green(text) : style.red(text);
    }

    private static String farthest(SimilarityAnswer result) {
        String what = "";
        double most = -1;
        for (Pair each : result.parameters()) {
            if (each.distance() != null && each.distance().ks() > most) {
                most = each.distance().ks();
                what = SimilarityText.className(each.taskClass()) + " " + each.parameter();
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
