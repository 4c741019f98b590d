package dev.stowage.rightsizing.evidence;

import dev.stowage.rightsizing.evidence.PeaksOfUse.Peaks;
import dev.stowage.rightsizing.evidence.UseShape.Kind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Finds a trend or a step in the mean use of a replica over its history.
 *
 * <p>What returns every day is taken off first: the median of each hour of the day. A trend is
 * Kendall's, over pairs of the same hour of different days, with the slope of Theil and Sen
 * (Hirsch, Slack and Smith, Water Resources Research 18(1), 1982). A step is where the means before
 * and after differ most, or else where the ranks do (Pettitt, Applied Statistics 28(2), 1979), if
 * Mann and Whitney's statistic is at least four deviations and most of what comes after lies beyond
 * nine tenths of what came before. Steps are looked for again after a step, so that the last one
 * counts. Of both the one that leaves less squared error is taken. Peaks that come back each week
 * or month ({@link PeaksOfUse}) are no steps, and are left out where a step or a trend is looked
 * for.
 */
final class ShapeOfUse {
    private static final int LEAST_DAYS = 3;
    private static final int LEAST_SLOTS = 3; // after a step
    private static final double LEAST_Z = 4;
    private static final double LEAST_TAU = 0.5;
    private static final double APART = 0.75;
    private static final double LEAST_CHANGE = 0.15;
    private static final int MOST_STEPS = 8;
    private static final double HIGH = 0.9;

    private final SlotUse use;
    private final double[] at; // slots, as days since the first
    private final int[] slotOf;
    private final double[] raw;
    private final double[] rest; // without what returns every day

    private ShapeOfUse(SlotUse use, BitSet without) {
        this.use = use;
        int[] measured = new int[use.slots()];
        int n = 0;
        for (int i = 0; i < use.slots(); i++) {
            if (!Double.isNaN(use.mean(i)) && !without.get(i)) {
                measured[n++] = i;
            }
        }
        slotOf = Arrays.copyOf(measured, n);
        raw = Arrays.stream(slotOf).mapToDouble(use::mean).toArray();
        at = Arrays.stream(slotOf).mapToDouble(i -> i / use.slotsPerDay()).toArray();
        rest = raw.clone();
        takeDaysOff();
    }

    /**
     * What was found.
     *
     * @param peaks slots of peaks, also where the shape is another one
     */
    record Found(UseShape shape, BitSet peaks) {}

    /** The shape; unknown if there are fewer than three days. O(slots times days). */
    static Found of(SlotUse use) {
        ShapeOfUse all = new ShapeOfUse(use, new BitSet());
        int n = all.raw.length;
        if (n < LEAST_DAYS * use.slotsPerDay() / 2
                || all.at[n - 1] - all.at[0] < LEAST_DAYS - 0.5) {
            return new Found(UseShape.UNKNOWN, new BitSet());
        }
        Peaks peaks = PeaksOfUse.of(use, all.slotOf, all.rest, median(all.raw));
        if (peaks == null) {
            return new Found(all.find(), new BitSet());
        }
        boolean isSingle = peaks.kind() == Kind.SINGLE;
        UseShape shape = isSingle ? all.find() : new ShapeOfUse(use, peaks.slots()).find();
        if (shape.kind() != Kind.STEADY) {
            return new Found(shape, isSingle ? new BitSet() : peaks.slots());
        }
        double[] high = peaks.slots().stream().mapToDouble(use::mean).toArray();
        UseShape withPeaks =
                new UseShape(
                        peaks.kind(),
                        peaks.lastMicros(),
                        shape.levelBefore(),
                        rounded(median(high)),
                        0);
        return new Found(withPeaks, peaks.slots());
    }

    private int hour(int i) {
        return (int) Math.floorMod((long) Math.floor(at[i] * 24 + 1e-9), 24L);
    }

    private void takeDaysOff() {
        for (int hour = 0; hour < 24; hour++) {
            int wanted = hour;
            int[] same = indices(i -> hour(i) == wanted);
            double median = median(Arrays.stream(same).mapToDouble(i -> raw[i]).toArray());
            for (int i : same) {
                rest[i] = raw[i] - median;
            }
        }
    }

    private int[] indices(IntPredicate which) {
        return IntStream.range(0, raw.length).filter(which).toArray();
    }

    private UseShape find() {
        double level = median(raw);
        double perDay = trend(level);
        int step = lastStep();
        boolean isTrend =
                perDay != 0 && (step < 0 || squaredError(perDay) <= squaredErrorOfStep(step));
        if (isTrend) {
            return new UseShape(
                    Kind.TREND,
                    use.startMicros(0),
                    rounded(level),
                    rounded(level),
                    rounded(perDay));
        }
        if (step >= 0) {
            return new UseShape(
                    Kind.STEP,
                    use.startMicros(slotOf[step]),
                    rounded(median(Arrays.copyOfRange(raw, 0, step))),
                    rounded(median(Arrays.copyOfRange(raw, step, raw.length))),
                    0);
        }
        return new UseShape(Kind.STEADY, use.startMicros(0), rounded(level), rounded(level), 0);
    }

    private static long rounded(double amount) {
        return Math.round(amount);
    }

    /** Change a day; 0 if there is no trend that matters. */
    private double trend(double level) {
        double[] slopes = new double[1024];
        int size = 0;
        long balance = 0;
        for (int hour = 0; hour < 24; hour++) {
            int wanted = hour;
            int[] same = indices(i -> hour(i) == wanted);
            for (int a = 0; a < same.length; a++) {
                for (int b = a + 1; b < same.length; b++) {
                    double slope = (raw[same[b]] - raw[same[a]]) / (at[same[b]] - at[same[a]]);
                    balance += Long.signum(Double.compare(slope, 0));
                    if (size == slopes.length) {
                        slopes = Arrays.copyOf(slopes, 2 * size);
                    }
                    slopes[size++] = slope;
                }
            }
        }
        if (size == 0 || Math.abs(balance) < LEAST_TAU * size) {
            return 0;
        }
        double slope = median(Arrays.copyOf(slopes, size));
        double change = Math.abs(slope) * (at[at.length - 1] - at[0]);
        return change >= LEAST_CHANGE * Math.abs(level) ? slope : 0;
    }

    /** Where the last step begins; -1 if there is none. */
    private int lastStep() {
        int from = 0;
        int found = -1;
        for (int round = 0; round < MOST_STEPS; round++) {
            int step = step(from);
            if (step < 0) {
                return found;
            }
            found = step;
            from = step;
        }
        return found;
    }

    /** The first step from a slot on: where means differ most, or else where ranks do. */
    private int step(int from) {
        int n = rest.length - from;
        if (n < 2 * LEAST_SLOTS) {
            return -1;
        }
        double[] values = Arrays.copyOfRange(rest, from, rest.length);
        double[] ranks = ranks(values);
        int byMean = split(values);
        int byRank = split(ranks);
        for (int split : new int[] {byMean, byRank}) {
            if (z(ranks, split) >= LEAST_Z && isApart(from, from + split)) {
                return from + split;
            }
        }
        return -1;
    }

    /** Where the means before and after explain the most. */
    private static int split(double[] values) {
        int n = values.length;
        double mean = Arrays.stream(values).average().orElse(0);
        double sum = 0;
        double best = -1;
        int split = LEAST_SLOTS;
        for (int t = 1; t <= n - LEAST_SLOTS; t++) {
            sum += values[t - 1] - mean;
            double explained = sum * sum / ((double) t * (n - t));
            if (t >= LEAST_SLOTS && explained > best) {
                best = explained;
                split = t;
            }
        }
        return split;
    }

    /** Mann and Whitney's statistic of a split over its deviation. */
    private static double z(double[] ranks, int split) {
        double n = ranks.length;
        double u = 2 * Arrays.stream(ranks, 0, split).sum() - split * (n + 1);
        return Math.abs(u) / Math.sqrt(split * (n - split) * (n + 1) / 3);
    }

    /** True if most of what comes after lies beyond nearly all of what came before. */
    private boolean isApart(int from, int split) {
        double[] before = Arrays.copyOfRange(rest, from, split);
        double[] after = Arrays.copyOfRange(rest, split, rest.length);
        double change = median(after) - median(before);
        double level = Math.abs(median(Arrays.copyOfRange(raw, from, split)));
        if (Math.abs(change) < LEAST_CHANGE * level || change == 0) {
            return false;
        }
        double limit = quantile(before, change > 0 ? HIGH : 1 - HIGH);
        long beyond = Arrays.stream(after).filter(v -> change > 0 ? v > limit : v < limit).count();
        return beyond >= APART * after.length;
    }

    private double squaredError(double perDay) {
        double[] left = new double[rest.length];
        Arrays.setAll(left, i -> rest[i] - perDay * at[i]);
        return squares(left, 0, left.length);
    }

    private double squaredErrorOfStep(int step) {
        return squares(rest, 0, step) + squares(rest, step, rest.length);
    }

    private static double squares(double[] values, int from, int to) {
        double mean = Arrays.stream(values, from, to).average().orElse(0);
        return Arrays.stream(values, from, to).map(v -> (v - mean) * (v - mean)).sum();
    }

    /** Ranks from 1 on, equal values at the mean of theirs. */
    private static double[] ranks(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double[] ranks = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            int below = lower(sorted, values[i]);
            int upTo = lower(sorted, Math.nextUp(values[i]));
            ranks[i] = (below + 1 + upTo) / 2.0;
        }
        return ranks;
    }

    /** How many of ascending values are less. */
    private static int lower(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    static double median(double[] values) {
        return quantile(values, 0.5);
    }

    private static double quantile(double[] values, double share) {
        if (values.length == 0) {
            return 0;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }
}
