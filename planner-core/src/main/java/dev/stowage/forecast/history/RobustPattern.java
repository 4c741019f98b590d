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

    private static final double[] LEFT = {1, 1, 0.708, 0.464, 0.721, 0.728, 0.781, 0.819, 0.833};

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
        double slope = slope(values, skipped, period);
        double[] level = levels(values, skipped, season, slope, period == 1);
        for (int pass = 1; pass < PASSES && period > 1; pass++) {
            season = effects(values, skipped, level, period);
            level = levels(values, skipped, season, slope, true);
        }
        RobustPattern pattern = new RobustPattern(level, season, 0);
        double[] deviations =
                IntStream.range(0, values.length)
                        .filter(i -> !skipped.get(i))
                        .mapToDouble(
                                i ->
                                        Math.abs(values[i] - pattern.usual(i))
                                                / left(seen(skipped, i, period, values.length)))
                        .toArray();
        double apart = BY_MEDIAN * median(deviations);
        return new RobustPattern(level, season, apart / left(2 * half(period) + 1));
    }

    /** Buckets that have the effect of the season that a bucket has. */
    private static int seen(BitSet skipped, int bucket, int period, int length) {
        if (period == 1) {
            return length;
        }
        int seen = 0;
        for (int i = bucket % period; i < length; i += period) {
            seen += skipped.get(i) ? 0 : 1;
        }
        return seen;
    }

    /**
     * What is left of a standard deviation around the median of so many values: they pull it
     * towards themselves. Drawn, 200,000 normal samples each; 1 - 1.25 / n from 9 values on, within
     * 0.002.
     */
    private static double left(int values) {
        return values < LEFT.length ? LEFT[values] : 1 - 1.25 / values;
    }

    private static int half(int period) {
        return Math.max(LEAST_HALF, period / 2);
    }

    /**
     * Running medians of what is left beside a season and the slope of the whole. At the ends,
     * where a window has no other side, beside the slope of the last whole window too.
     */
    private static double[] levels(
            double[] values, BitSet skipped, double[] season, double slope, boolean hasSeason) {
        int n = values.length;
        double[] rest = new double[n];
        Arrays.setAll(rest, i -> values[i] - season[i % season.length] - slope * i);
        int half = half(season.length);
        int whole = Math.min(n, 2 * half + 1);
        int wide = Math.min(n, 4 * half + 1);
        double first = hasSeason ? slope(rest, skipped, 0, wide) : 0;
        double last = hasSeason ? slope(rest, skipped, n - wide, n) : 0;
        double[] level = new double[n];
        Arrays.setAll(
                level,
                i ->
                        slope * i
                                + (i < half
                                        ? at(rest, skipped, 0, whole, i, first)
                                        : i + half >= n
                                                ? at(rest, skipped, n - whole, n, i, last)
                                                : around(rest, skipped, i, half)));
        return level;
    }

    /** Median of the slopes of all pairs (Theil and Sen); 0 of less than two buckets. */
    private static double slope(double[] values, BitSet skipped, int from, int until) {
        int[] kept = IntStream.range(from, until).filter(i -> !skipped.get(i)).toArray();
        double[] slopes = new double[kept.length * (kept.length - 1) / 2];
        int count = 0;
        for (int i = 0; i < kept.length; i++) {
            for (int j = i + 1; j < kept.length; j++) {
                slopes[count++] = (values[kept[j]] - values[kept[i]]) / (kept[j] - kept[i]);
            }
        }
        double slope = median(slopes);
        return off(values, kept, slope) < off(values, kept, 0) ? slope : 0; // a step is no slope
    }

    /** Median distance from a line of a given slope. */
    private static double off(double[] values, int[] kept, double slope) {
        double[] rest = Arrays.stream(kept).mapToDouble(i -> values[i] - slope * i).toArray();
        double middle = median(rest);
        return median(Arrays.stream(rest).map(each -> Math.abs(each - middle)).toArray());
    }

    /** Median of the changes from one period to the next, by bucket. */
    private static double slope(double[] values, BitSet skipped, int period) {
        int lag = Math.max(2 * LEAST_HALF + 1, period);
        return median(
                IntStream.range(0, Math.max(0, values.length - lag))
                        .filter(i -> !skipped.get(i) && !skipped.get(i + lag))
                        .mapToDouble(i -> (values[i + lag] - values[i]) / lag)
                        .toArray());
    }

    /** A line of a given slope through the median of a stretch, at a bucket. */
    private static double at(
            double[] rest, BitSet skipped, int from, int until, int bucket, double slope) {
        double[] near =
                IntStream.range(from, until)
                        .filter(i -> !skipped.get(i))
                        .mapToDouble(i -> rest[i] - slope * (i - bucket))
                        .toArray();
        return near.length < LEAST_HALF
                ? around(rest, skipped, bucket, until - from)
                : median(near);
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
