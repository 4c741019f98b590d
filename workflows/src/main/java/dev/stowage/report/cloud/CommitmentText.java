package dev.stowage.report.cloud;

import dev.stowage.report.cloud.CloudResult.Best;
import dev.stowage.report.cloud.CloudResult.BreakEvenOf;
import dev.stowage.report.cloud.CloudResult.Commitments;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** How many VMs to commit to, as text. */
final class CommitmentText {
    private CommitmentText() {}

    /**
     * Prints it.
     *
     * @param cheapestUsd what the cheapest alternative costs
     */
    static void print(Commitments commitments, double cheapestUsd, PrintWriter out) {
        Best best = commitments.best();
        double saving = 1 - best.usd() / best.onDemandUsd();
        out.println(
                "Committing for "
                        + CommitmentStudy.term(commitments.termMonths())
                        + ", if the demand repeats: "
                        + lines(best)
                        + "; "
                        + dollars(best.usd())
                        + " USD instead of "
                        + dollars(best.onDemandUsd())
                        + " there on demand ("
                        + Figures.share(saving)
                        + " less), at most "
                        + Figures.share(best.gapToBound())
                        + " above the least. Its bill: "
                        + dollars(best.billUsd().doubleValue())
                        + " USD.");
        if (best.usd() > cheapestUsd) {
            out.println(
                    "The cheapest alternative costs less without: "
                            + dollars(cheapestUsd)
                            + " USD. No commitment of that term is known where it runs, or none"
                            + " pays.");
        }
        commitments.caveats().forEach(each -> out.println(each));
        List<BreakEvenOf> all = commitments.breakEven();
        all.stream().filter(each -> each.count() > 0).forEach(each -> out.println(line(each)));
        long tooLittle = all.stream().filter(each -> each.count() == 0).count();
        if (tooLittle > 0) {
            out.println(
                    Figures.count(tooLittle)
                            + " more of the types that the cheapest alternative rents don't reach"
                            + " their break-even.");
        }
    }

    private static String line(BreakEvenOf of) {
        return of.type()
                + " "
                + of.region()
                + " pays from "
                + Figures.share(of.breakEven())
                + " of the time: "
                + of.count()
                + " of the cheapest alternative, saving "
                + dollars(of.savedUsd())
                + " USD.";
    }

    private static String lines(Best best) {
        List<String> lines =
                best.lines().stream().map(each -> each.count() + " x " + each.type()).toList();
        String place = best.provider() + " " + best.region();
        return lines.isEmpty()
                ? "to nothing at " + place
                : String.join(", ", lines) + " at " + place;
    }

    private static String dollars(double usd) {
        return String.format(Locale.ROOT, "%,.2f", usd);
    }
}
