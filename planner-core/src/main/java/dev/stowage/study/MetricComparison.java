package dev.stowage.study;

import dev.stowage.stats.output.BestOf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One metric of several alternatives.
 *
 * @param metric which one
 * @param means its mean in each alternative, in order
 * @param halfWidths half-width of each mean's interval; null where there is none
 * @param best which has least of it and how far the others are from that; null if each is a single
 *     number, of whose difference nothing can be claimed
 * @param independentHalfWidths half-widths that the differences from the best would have without
 *     common random numbers (Welch); empty if that can't be told
 */
public record MetricComparison(
        StudyMetric metric,
        List<Double> means,
        List<@Nullable Double> halfWidths,
        @Nullable BestOf best,
        List<@Nullable Double> independentHalfWidths) {
    /** The alternative with the smallest value, ties to the first. */
    public int least() {
        if (best != null) {
            return best.best();
        }
        int least = 0;
        for (int i = 1; i < means.size(); i++) {
            if (means.get(i) < means.get(least)) {
                least = i;
            }
        }
        return least;
    }
}
