package dev.stowage.stats.output;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The mean of a stationary process from one run, the warm-up removed; without an interval. Batch
 * means cover what they say where a run is long for its load, and miss it where it is not, and
 * nothing in the run itself tells which it is: those that look independent enough are the calm
 * ones. Intervals come from independent replications, see {@link MedianInterval}.
 *
 * @param mean mean of the observations that were kept; of all if the warm-up can't be told; NaN
 *     without any
 * @param kept observations that the mean rests on
 * @param dropped observations left out at the start
 * @param warmUpEndMicros time of the last of them; null if there are none
 * @param shortfall why the warm-up can't be told; null if it was
 */
public record SteadyMean(
        double mean,
        long kept,
        long dropped,
        @Nullable Long warmUpEndMicros,
        @Nullable Shortfall shortfall) {
    private static final int FEWEST = 1000 / Mser5.BATCH;

    /** What a run lacks. */
    public enum Shortfall {
        /** Fewer observations than the rule needs. */
        TOO_FEW("too few observations to tell the warm-up: at least 1,000 are needed"),
        /** The rule of {@link Mser5} would drop half of the run or more. */
        WARMING_UP("the run is too short: it is still warming up at its half");

        private final String text;

        Shortfall(String text) {
            this.text = text;
        }

        /** In words. */
        public String text() {
            return text;
        }
    }

    /**
     * Of consecutive batches.
     *
     * @param ofAll mean of all observations, also those of no full batch; NaN without any
     * @param count number of all observations
     */
    static SteadyMean of(double[] means, long size, long[] endMicros, double ofAll, long count) {
        int n = means.length;
        if (n < FEWEST) {
            return new SteadyMean(ofAll, count, 0, null, Shortfall.TOO_FEW);
        }
        int dropped = Mser5.truncation(means, n);
        if (dropped == n / 2) {
            return new SteadyMean(ofAll, count, 0, null, Shortfall.WARMING_UP);
        }
        return new SteadyMean(
                Arrays.stream(means, dropped, n).average().orElseThrow(),
                (n - dropped) * size,
                dropped * size,
                dropped == 0 ? null : endMicros[dropped - 1],
                null);
    }
}
