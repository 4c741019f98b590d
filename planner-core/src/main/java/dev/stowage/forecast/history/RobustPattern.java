package dev.stowage.forecast.history;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A series as a level and a season, both by medians, so that single values move neither: what is
 * usual, to tell what is not.
 *
 * @param level running median of each bucket's surroundings
 * @param season effect of each bucket of the period
 * @param spread standard deviation of what is left, by the median absolute deviation
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
record RobustPattern(double[] level, double[] season, double spread) {
    /** Of normal deviations: the standard one over the median absolute one. */
    static final double BY_MEDIAN = 1.4826;

    private static final int LEAST_HALF = 3;

    /** Level without a season, and level and season in turns. */
    private static final int PASSES = 3;

    /**
     * Of a series.
     *
     * @param skipped buckets that are not looked at
     * @param period of its season; 1 for none
     */
    static RobustPattern of(double[] values, BitSet skipped, int period) {
        double[] season = new double[period];
        double[] level = levels(values, skipped, season);
        for (int pass = 1; pass < PASSES && period > 1; pass++) {
            season = effects(values, skipped, level, period);
            level = levels(values, skipped, season);
        }
        RobustPattern pattern = new RobustPattern(level, season, 0);
        double[] deviations =
                IntStream.range(0, values.length)
                        .filter(i -> !skipped.get(i))
                        .mapToDouble(i -> Math.abs(values[i] - pattern.usual(i)))
                        .toArray();
        return new RobustPattern(level, season, BY_MEDIAN * median(deviations));
    }

    /** Running medians of what is left beside a season. */
    private static double[] levels(double[] values, BitSet skipped, double[] season) {
        double[] rest = new double[values.length];
        Arrays.setAll(rest, i -> values[i] - season[i % season.length]);
        int half = Math.max(LEAST_HALF, season.length / 2);
        double[] level = new double[values.length];
        Arrays.setAll(level, i -> around(rest, skipped, i, half));
        return level;
    }

    private static double[] effects(double[] values, BitSet skipped, double[] level, int period) {
        double[] season = new double[period];
        for (int first = 0; first < period; first++) {
            int phase = first;
            season[phase] =
                    median(
                            IntStream.iterate(phase, i -> i < values.length, i -> i + period)
                                    .filter(i -> !skipped.get(i))
                                    .mapToDouble(i -> values[i] - level[i])
                                    .toArray());
        }
        return season;
    }

    /** What is usual in a bucket. */
    double usual(int bucket) {
        return level[bucket] + season[bucket % season.length];
    }

    /** The median around a bucket; further around where buckets are skipped. */
    private static double around(double[] values, BitSet skipped, int middle, int half) {
        for (int reach = half; ; reach *= 2) {
            int from = Math.max(0, middle - reach);
            int until = Math.min(values.length, middle + reach + 1);
            double[] near = new double[until - from];
            int count = 0;
            for (int i = from; i < until; i++) {
                if (!skipped.get(i)) {
                    near[count++] = values[i];
                }
            }
            boolean isAll = from == 0 && until == values.length;
            if (count >= LEAST_HALF || isAll) {
                return median(Arrays.copyOf(near, count));
            }
        }
    }

    /** The step of amounts that come in whole steps, as numbers of servers do; else 0. */
    static double grain(double[] values) {
        double[] distinct = Arrays.stream(values).sorted().distinct().toArray();
        double least = Double.POSITIVE_INFINITY;
        for (int i = 1; i < distinct.length; i++) {
            least = Math.min(least, distinct[i] - distinct[i - 1]);
        }
        return 2 * distinct.length < values.length && Double.isFinite(least) ? least : 0;
    }

    /** The median; of an even number of values the mean of the middle two; 0 of none. */
    static double median(double[] values) {
        if (values.length == 0) {
            return 0;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
