package dev.stowage.workflow.simulate;

import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.MedianInterval;
import dev.stowage.stats.output.Reliability;
import dev.stowage.study.ReplicationStudy;
import dev.stowage.study.ReplicationStudy.MetricInterval;
import dev.stowage.study.StudyMetric;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.words.MetricWords;
import dev.stowage.words.Verdict;
import dev.stowage.words.Verdict.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What replications come to: in how many every task got a server, and what half of all windows, and
 * nine of ten, have.
 */
public final class ReplicationsVerdict {
    private static final double SHARE = 0.9;

    private ReplicationsVerdict() {}

    /** The verdict on replications. */
    public static Verdict of(ReplicationStudy study) {
        int all = study.runs().size();
        long losing = losing(study.runs());
        List<String> details = new ArrayList<>();
        details.addAll(claims(study));
        evictions(study).ifPresent(details::add);
        if (all > 1 && losing == 0) {
            details.add(
                    "With "
                            + percent(study.level())
                            + " confidence at most "
                            + Amounts.share(mostLosing(all, study.intervalLevel()))
                            + " of such draws leave a task without (Clopper and Pearson).");
        }
        if (areSomeLeftOut(study.runs())) {
            details.add(RunVerdict.leftOut(study.runs()));
        }
        Mark mark = mark(study.runs());
        String label = isEmpty(study.runs()) ? RunVerdict.NOTHING : RunVerdict.label(mark);
        return new Verdict(mark, label, sentence(study.runs()), details);
    }

    /** Whether every task got what it needs in all runs; open if some were not replayed. */
    static Mark mark(List<RunSummary> runs) {
        if (losing(runs) > 0) {
            return Mark.NO;
        }
        return isEmpty(runs) || areSomeLeftOut(runs) ? Mark.OPEN : Mark.YES;
    }

    private static boolean isEmpty(List<RunSummary> runs) {
        return runs.stream().allMatch(run -> run.tasks().submitted() == 0);
    }

    /** True if some tasks were not replayed. */
    static boolean areSomeLeftOut(List<RunSummary> runs) {
        return runs.stream().anyMatch(run -> !run.leftOut().isEmpty());
    }

    /** What became of the tasks. */
    static String sentence(List<RunSummary> runs) {
        if (runs.size() == 1 || isEmpty(runs)) {
            return RunVerdict.of(runs.get(0)).sentence();
        }
        String all = Figures.count(runs.size()) + " replications.";
        long losing = losing(runs);
        return losing == 0
                ? "Every task"
                        + (areSomeLeftOut(runs) ? " that was replayed" : "")
                        + " got a server in all "
                        + all
                : "Tasks were rejected, still waited or stood still at the end, or ran out of"
                        + " memory in "
                        + Figures.count(losing)
                        + " of "
                        + all;
    }

    private static long losing(List<RunSummary> runs) {
        return runs.stream().filter(RunVerdict::isShort).count();
    }

    /**
     * Upper limit of the share of draws that lose a task after {@code replications} without one: 1
     * - (1 - level)^(1/n). Source: Clopper and Pearson, Biometrika 26(4), 1934, no event seen.
     */
    static double mostLosing(int replications, double level) {
        return -Math.expm1(Math.log1p(-level) / replications);
    }

    /** What the pending time leaves out where tasks lose their servers. */
    private static Optional<String> evictions(ReplicationStudy study) {
        double evicted =
                study.runs().stream().mapToLong(run -> run.tasks().evicted()).average().orElse(0);
        double longest =
                study.runs().stream().mapToDouble(run -> run.queuedSeconds().max()).max().orElse(0);
        return evicted == 0
                ? Optional.empty()
                : Optional.of(
                        "Servers were taken from tasks "
                                + Figures.number(evicted)
                                + " times in a replication on average. The pending time ends with"
                                + " the first start; with what tasks waited again, the longest"
                                + " wait of all replications was "
                                + MetricWords.value("s", longest)
                                + ".");
    }

    private static List<String> claims(ReplicationStudy study) {
        StudyMetric metric = study.metric();
        MedianInterval interval =
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
        int all = study.runs().size();
        if (all == 1) {
            return List.of(head + ", without an interval: there is one run.");
        }
        String average =
                Double.isInfinite(interval.mean())
                        ? "In some replications a task waits for ever, so the "
                                + MetricWords.inSentence(metric.name())
                                + " has no average over them."
                        : head + " on average over the replications.";
        return List.of(average, median(study, unit, interval), nineOfTen(study, unit));
    }

    private static String median(ReplicationStudy study, String unit, MedianInterval interval) {
        if (interval.lower() == null || interval.upper() == null) {
            int least = MedianInterval.leastObservations(study.intervalLevel());
            return Figures.count(study.runs().size())
                    + " replications are too few to bound the median of all such windows with "
                    + percent(study.level())
                    + " confidence; "
                    + Figures.count(least)
                    + " would do.";
        }
        return "Half of all windows drawn like these have at most the median, "
                + MetricWords.value(unit, interval.median())
                + ": with "
                + percent(study.level())
                + " confidence it is from "
                + MetricWords.value(unit, interval.lower())
                + " to "
                + MetricWords.value(unit, interval.upper())
                + ".";
    }

    private static String nineOfTen(ReplicationStudy study, String unit) {
        Reliability claim = new Reliability(SHARE, study.intervalLevel());
        double[] sorted = study.runs().stream().mapToDouble(study.metric().of()).sorted().toArray();
        int misses = claim.allowedMisses(sorted.length);
        return misses < 0
                ? "A bound on nine windows of ten takes "
                        + Figures.count(claim.leastReplications(0))
                        + " replications."
                : "Nine windows of ten have at most "
                        + MetricWords.value(unit, sorted[sorted.length - 1 - misses])
                        + ", with the same confidence.";
    }

    private static String percent(double level) {
        return Amounts.share(level);
    }
}
