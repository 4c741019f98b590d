package dev.stowage.workflow.simulate;

import dev.stowage.stats.output.BestOf;
import dev.stowage.study.ComparisonStudy;
import dev.stowage.study.MetricComparison;
import dev.stowage.words.Figures;
import dev.stowage.words.Verdict;
import dev.stowage.words.Verdict.Mark;
import java.util.ArrayList;
import java.util.List;

/** What a comparison comes to: which alternative is better, and whether that is decided. */
public final class ComparisonVerdict {
    private ComparisonVerdict() {}

    /** The verdict on alternatives with these names. */
    public static Verdict of(ComparisonStudy study, List<String> names) {
        MetricComparison deciding = study.deciding();
        BestOf best = deciding.best();
        boolean isDecided = best != null && best.isDecided();
        List<String> details = new ArrayList<>();
        int replications = study.runs().get(0).size();
        details.add(
                replications == 1
                        ? "One run of each on the same tasks."
                        : Figures.count(replications)
                                + " replications, each with the same random numbers for all.");
        if (Boolean.FALSE.equals(study.isPrecise())) {
            details.add("The differences are less certain than was wanted.");
        }
        for (int i = 0; i < names.size(); i++) {
            long losing = study.runs().get(i).stream().filter(RunVerdict::isShort).count();
            if (losing > 0) {
                details.add(
                        "With "
                                + names.get(i)
                                + " not every task got what it needs in "
                                + Figures.count(losing)
                                + " of "
                                + Figures.count(replications)
                                + (replications == 1 ? " run." : " runs."));
            }
        }
        return new Verdict(
                isDecided ? Mark.YES : Mark.OPEN,
                isDecided ? "Decided" : "Not decided",
                new ComparisonWords(names, study.level()).sentence(deciding),
                details);
    }
}
