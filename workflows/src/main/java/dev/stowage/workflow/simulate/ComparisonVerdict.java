package dev.stowage.workflow.simulate;

import dev.stowage.stats.output.BestOf;
import dev.stowage.study.ComparisonStudy;
import dev.stowage.study.MetricComparison;
import dev.stowage.words.Figures;
import dev.stowage.words.Verdict;
import dev.stowage.words.Verdict.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
            if (ReplicationsVerdict.mark(study.runs().get(i)) != Mark.YES) {
                details.add(
                        names.get(i) + ": " + ReplicationsVerdict.sentence(study.runs().get(i)));
            }
            Map<String, Long> leftOut = study.runs().get(i).get(0).leftOut();
            if (!leftOut.isEmpty()) {
                details.add(names.get(i) + ": " + RunVerdict.leftOut(leftOut));
            }
        }
        return new Verdict(
                isDecided ? Mark.YES : Mark.OPEN,
                isDecided ? "Decided" : "Not decided",
                new ComparisonWords(names, study.level()).sentence(deciding),
                details);
    }
}
