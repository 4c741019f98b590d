package dev.stowage.workflow.simulate;

import dev.stowage.stats.output.BestOf;
import dev.stowage.stats.output.Difference;
import dev.stowage.study.MetricComparison;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.words.MetricWords;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The verdict of a comparison in one sentence.
 *
 * @param names the alternatives
 * @param level confidence level
 */
record ComparisonWords(List<String> names, double level) {

    /** Which alternative is better by the metric, by how much, and whether that is significant. */
    String sentence(MetricComparison comparison) {
        String words = MetricWords.ofComparison(comparison.metric().name());
        int least = comparison.least();
        BestOf best = comparison.best();
        boolean isSame =
                comparison.means().stream().allMatch(comparison.means().get(least)::equals);
        if (isSame) {
            return "The " + words + " is " + value(comparison, least) + " in all alternatives.";
        }
        List<String> equal =
                IntStream.range(0, names.size())
                        .filter(
                                i ->
                                        comparison
                                                .means()
                                                .get(i)
                                                .equals(comparison.means().get(least)))
                        .mapToObj(names::get)
                        .toList();
        boolean isTied = best == null && equal.size() > 1;
        String head =
                (isTied
                                ? String.join(" and ", equal) + " have the "
                                : names.get(least) + " has the ")
                        + (comparison.metric().isLessBetter() ? "best (smallest) " : "smallest ")
                        + words
                        + ", "
                        + value(comparison, least);
        if (best == null) {
            return head
                    + ". One run supports no interval: whether this holds for other tasks or other"
                    + " luck, --replications with a model or a policy that draws can tell.";
        }
        if (names.size() == 2) {
            return pair(comparison, best, words);
        }
        if (best.isDecided()) {
            return head
                    + "; every other has more in most of the replications that differ"
                    + confidence()
                    + ".";
        }
        return head
                + "; no significant difference from "
                + String.join(", ", best.rivals().stream().map(names::get).toList())
                + confidence()
                + ".";
    }

    private String pair(MetricComparison comparison, BestOf best, String words) {
        int least = best.best();
        int other = 1 - least;
        Difference difference = best.againstBest().get(other);
        String gap =
                MetricWords.value(MetricWords.symbol(comparison.metric().unit()), difference.mean())
                        + " on average (from "
                        + value(comparison, other)
                        + " to "
                        + value(comparison, least)
                        + ")";
        int differing = difference.more() + difference.less();
        String count =
                ", and less in "
                        + Figures.count(difference.more())
                        + " of "
                        + Figures.count(differing)
                        + " replications that differ";
        if (difference.isSignificant()) {
            return names.get(least)
                    + (comparison.metric().isLessBetter() ? " is better than " : " differs from ")
                    + names.get(other)
                    + ": "
                    + words
                    + " less by "
                    + gap
                    + count
                    + ": significant"
                    + confidence()
                    + ".";
        }
        return "No significant difference in "
                + words
                + confidence()
                + ": "
                + names.get(least)
                + " less by "
                + gap
                + count
                + ", which may be chance.";
    }

    private String confidence() {
        return " with " + Amounts.share(level) + " confidence";
    }

    private static String value(MetricComparison comparison, int alternative) {
        return MetricWords.value(
                MetricWords.symbol(comparison.metric().unit()),
                comparison.means().get(alternative));
    }
}
