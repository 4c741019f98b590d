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
            if (ReplicationsVerdict.mark(study.runs().get(i)) != Mark.YES) {
                details.add(
                        names.get(i) + ": " + ReplicationsVerdict.sentence(study.runs().get(i)));
            }
            if (ReplicationsVerdict.areSomeLeftOut(study.runs().get(i))) {
                details.add(names.get(i) + ": " + RunVerdict.leftOut(study.runs().get(i)));
            }
        }
        List<Mark> least = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (deciding.means().get(i).equals(deciding.means().get(deciding.least()))) {
                least.add(ReplicationsVerdict.mark(study.runs().get(i)));
            }
        }
        Mark mark = mark(least, isDecided);
        return new Verdict(
                mark,
                mark == Mark.NO ? RunVerdict.label(mark) : isDecided ? "Decided" : "Not decided",
                new ComparisonWords(names, study.level()).sentence(deciding),
                details);
    }

    /**
     * Whether the answer holds.
     *
     * @param least whether every task got what it needs in the alternatives with the least of the
     *     metric that decides: one, or those that tie
     * @param isDecided true if that is more than luck
     */
    public static Mark mark(List<Mark> least, boolean isDecided) {
        if (least.stream().allMatch(Mark.NO::equals)) {
            return Mark.NO;
        }
        return isDecided && least.stream().allMatch(Mark.YES::equals) ? Mark.YES : Mark.OPEN;
    }
}
