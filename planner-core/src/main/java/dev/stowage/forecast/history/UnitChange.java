package dev.stowage.forecast.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From a bucket on amounts are another unit's: a thousand, 1,024 or 60 times as large or as small,
 * at once. Looked for before anything else, because the spread of the larger amounts hides the
 * smaller ones, and looks like shifts of them.
 *
 * @param bucket the first in the other unit
 * @param before median of the buckets before it
 * @param after median of those from it on
 */
public record UnitChange(int bucket, double before, double after) {
    /** Ratios of units that are often mistaken for each other. */
    private static final double[] UNITS = {
        60, 1e3, 1_024, 3_600, 1e6, 1_048_576, 1e9, 1_073_741_824
    };

    /** Noise and growth may move the ratio of two medians by so much. */
    private static final double SAME_UNIT = 0.15;

    private static final double FAR = 4;
    private static final int MOST = 4;

    /** So many buckets at the end tell a unit; one may be an exception. */
    private static final int LEAST_AFTER = 2;

    /** The ratio of units, above 1, that is nearest. */
    public double unit() {
        return nearest(after / before);
    }

    /**
     * What amounts before it are multiplied by to be as those after it; the unit or its inverse.
     */
    double factor() {
        return after > before ? unit() : 1 / unit();
    }

    /** All of a history, in order of time. */
    static List<UnitChange> of(double[] values, BitSet skipped, int longest) {
        int window = Math.max(LevelShift.LEAST_WINDOW, longest);
        List<UnitChange> changes = new ArrayList<>();
        int at = window;
        while (at + LEAST_AFTER <= values.length && changes.size() < MOST) {
            UnitChange change = at(values, skipped, at, window);
            if (change == null) {
                at++;
            } else {
                changes.add(change);
                at += window;
            }
        }
        return changes;
    }

    /**
     * The change at a bucket, of which no amount but one on each side may be on the wrong one; of
     * fewer than {@value LevelShift#LEAST_WINDOW} buckets at the end none.
     */
    private static @Nullable UnitChange at(double[] values, BitSet skipped, int at, int window) {
        if (!isFar(values[at] / values[at - 1])) {
            return null;
        }
        double[] before = sorted(values, skipped, at - window, at);
        int until = Math.min(values.length, at + window);
        double[] after = sorted(values, skipped, at, until);
        if (before.length <= window / 2 || after.length <= Math.max(1, (until - at) / 2)) {
            return null;
        }
        double from = before[before.length / 2];
        double to = after[after.length / 2];
        double unit = from > 0 && to > 0 ? nearest(to / from) : Double.NaN;
        boolean isUp = to > from;
        double[] lower = isUp ? before : after;
        double[] upper = isUp ? after : before;
        double between = Math.sqrt(from) * Math.sqrt(to);
        boolean isApart =
                lower[lower.length - 1 - wrong(lower)] < between && upper[wrong(upper)] > between;
        boolean isHere = !skipped.get(at) && (values[at] > between) == isUp;
        boolean wasNot = skipped.get(at - 1) || (values[at - 1] > between) != isUp;
        return isApart && isHere && wasNot && !Double.isNaN(unit)
                ? new UnitChange(at, from, to)
                : null;
    }

    private static int wrong(double[] side) {
        return side.length < LevelShift.LEAST_WINDOW ? 0 : 1;
    }

    /** Quick to see: most buckets are like the one before. */
    private static boolean isFar(double ratio) {
        return ratio > FAR || ratio < 1 / FAR;
    }

    private static double nearest(double ratio) {
        double times = ratio < 1 ? 1 / ratio : ratio;
        double best = Double.NaN;
        double off = Math.log1p(SAME_UNIT);
        for (double unit : UNITS) {
            double its = Math.abs(Math.log(times / unit));
            if (its < off) {
                best = unit;
                off = its;
            }
        }
        return best;
    }

    private static double[] sorted(double[] values, BitSet skipped, int from, int until) {
        double[] kept = new double[until - from];
        int count = 0;
        for (int i = from; i < until; i++) {
            if (!skipped.get(i)) {
                kept[count++] = values[i];
            }
        }
        Arrays.sort(kept, 0, count);
        return Arrays.copyOf(kept, count);
    }

    /** What each bucket is multiplied by, so that all are in the unit of the last one. */
    static double[] factors(List<UnitChange> changes, int length) {
        double[] factors = new double[length];
        Arrays.fill(factors, 1);
        for (UnitChange each : changes) {
            for (int i = 0; i < each.bucket; i++) {
                factors[i] *= each.factor();
            }
        }
        return factors;
    }

    UnitChange later(int by) {
        return new UnitChange(bucket + by, before, after);
    }
}
