package dev.stowage.workflow.simulate;

import dev.stowage.stats.output.MeanInterval;
import dev.stowage.study.ReplicationStudy;
import dev.stowage.study.ReplicationStudy.MetricInterval;
import dev.stowage.study.StudyMetric;
import dev.stowage.words.Figures;
import dev.stowage.words.MetricWords;
import dev.stowage.words.Verdict;
import dev.stowage.words.Verdict.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What replications come to: in how many every task got a server, and how sure the mean is. */
public final class ReplicationsVerdict {
    private ReplicationsVerdict() {}

    /** The verdict on replications. */
    public static Verdict of(ReplicationStudy study) {
        int all = study.runs().size();
        long losing = study.runs().stream().filter(RunVerdict::isShort).count();
        List<String> details = new ArrayList<>();
        details.add(mean(study));
        if (all > 1 && losing == 0) {
            details.add(
                    "With "
                            + percent(study.level())
                            + " confidence at most "
                            + Figures.share(mostLosing(all, study.level()))
                            + " of such draws leave a task without (Clopper and Pearson).");
        }
        String sentence =
                all == 1
                        ? RunVerdict.of(study.runs().get(0)).sentence()
                        : losing == 0
                                ? "Every task got a server in all "
                                        + Figures.count(all)
                                        + " replications."
                                : "Tasks were rejected, still waited at the end or ran out of memory"
                                        + " in "
                                        + Figures.count(losing)
                                        + " of "
                                        + Figures.count(all)
                                        + " replications.";
        Map<String, Long> leftOut = study.runs().get(0).leftOut();
        if (!leftOut.isEmpty()) {
            details.add(RunVerdict.leftOut(leftOut));
        }
        boolean isWhole = leftOut.isEmpty();
        Mark mark = losing > 0 ? Mark.NO : isWhole ? Mark.YES : Mark.OPEN;
        return new Verdict(mark, RunVerdict.label(mark), sentence, details);
    }

    /**
     * Upper limit of the share of draws that lose a task after {@code replications} without one: 1
     * - (1 - level)^(1/n). Source: Clopper and Pearson, Biometrika 26(4), 1934, no event seen.
     */
    static double mostLosing(int replications, double level) {
        return -Math.expm1(Math.log1p(-level) / replications);
    }

    private static String mean(ReplicationStudy study) {
        StudyMetric metric = study.metric();
        MeanInterval interval =
                study.intervals().stream()
                        .filter(each -> each.metric().name().equals(metric.name()))
                        .map(MetricInterval::interval)
                        .findFirst()
                        .orElseThrow();
        String unit = MetricWords.symbol(metric.unit());
        String head =
                "The "
                        + MetricWords.inSentence(metric.name())
                        + " is "
                        + MetricWords.value(unit, interval.mean());
        Double halfWidth = interval.halfWidth();
        if (halfWidth == null) {
            return head
                    + ", without an interval: "
                    + (study.runs().size() == 1
                            ? "there is one run."
                            : "the replications are all alike or not all finite, which is no"
                                    + " certainty.");
        }
        double[] values = study.runs().stream().mapToDouble(metric.of()).toArray();
        return head
                + " ± "
                + MetricWords.value(unit, halfWidth)
                + " with "
                + percent(study.level())
                + " confidence"
                + (MeanInterval.isSupported(values)
                        ? "."
                        : "; the replications are too few for how skewed they are, so the interval"
                                + " may be too narrow.");
    }

    private static String percent(double level) {
        return Figures.number(level * 100) + "%";
    }
}
