package dev.stowage.study;

import dev.stowage.stats.output.BestOf;
import dev.stowage.stats.output.MedianInterval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One metric of several alternatives.
 *
 * @param metric which one
 * @param intervals its mean and median in each alternative, in order; without intervals where each
 *     is a single number
 * @param best which has least of it and how far the others are from that; null if each is a single
 *     number, of whose difference nothing can be claimed
 */
public record MetricComparison(
        StudyMetric metric, List<MedianInterval> intervals, @Nullable BestOf best) {
    public MetricComparison {
        intervals = List.copyOf(intervals);
    }

    /** The mean in each alternative, in order. */
    public List<Double> means() {
        return intervals.stream().map(MedianInterval::mean).toList();
    }

    /** The alternative with the smallest value, ties to the first. */
    public int least() {
        if (best != null) {
            return best.best();
        }
        List<Double> means = means();
        int least = 0;
        for (int i = 1; i < means.size(); i++) {
            if (means.get(i) < means.get(least)) {
                least = i;
            }
        }
        return least;
    }
}
