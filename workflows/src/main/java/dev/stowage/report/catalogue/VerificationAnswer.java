package dev.stowage.report.catalogue;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.verify.Verification;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rows of a catalogue look wrong.
 *
 * @param kept prices that are left without them
 * @param counts rows by the label of the reason
 */
public record VerificationAnswer(
        String catalogue, long rows, int kept, Map<String, Long> counts, List<Finding> findings) {
    private static final int EXAMPLES = 5;

    public static VerificationAnswer of(String catalogue, Verification verification) {
        Map<String, Long> counts = new LinkedHashMap<>();
        verification.counts().forEach((reason, count) -> counts.put(reason.label(), count));
        return new VerificationAnswer(
                catalogue,
                verification.rows(),
                verification.kept().size(),
                counts,
                verification.findings().stream().map(Finding::of).toList());
    }

    /** A row, and what is wrong with it. */
    public record Finding(String reason, String place, String row, String found, String expected) {
        private static Finding of(Problem problem) {
            return new Finding(
                    problem.reason().label(),
                    problem.place(),
                    problem.row(),
                    problem.found(),
                    problem.expected());
        }
    }

    /**
     * Prints a few rows of each reason.
     *
     * @param left what is said of the prices that are left
     */
    public static void print(Verification verification, String name, String left, PrintWriter out) {
        String rows = Figures.count(verification.rows());
        if (verification.findings().isEmpty()) {
            out.println(name + ": nothing looks wrong in " + rows + " rows.");
            return;
        }
        verification
                .counts()
                .forEach(
                        (reason, count) -> {
                            out.println(Figures.count(count) + " x " + reason.text() + ":");
                            verification.findings().stream()
                                    .filter(each -> each.reason() == reason)
                                    .limit(EXAMPLES)
                                    .forEach(each -> out.println("  " + sentence(each)));
                            if (count > EXAMPLES) {
                                out.println("  …");
                            }
                        });
        out.println();
        out.println(
                "Of "
                        + rows
                        + " rows "
                        + Figures.count(verification.kept().size())
                        + " prices are left without them"
                        + left);
    }

    private static String sentence(Problem problem) {
        return String.format(
                "%s %s: found %s, expected %s",
                problem.place(), problem.row(), problem.found(), problem.expected());
    }
}
