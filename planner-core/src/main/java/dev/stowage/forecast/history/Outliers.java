package dev.stowage.forecast.history;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.DoubleUnaryOperator;

/** Buckets that are far from what is usual around them, on both scales that they can be on. */
final class Outliers {
    /** So many standard deviations are no chance, in a history of any length. */
    private static final double FAR = 6;

    /**
     * The spread is at least this share of the level: very smooth series have small ripples. Of
     * amounts in whole steps it is at least half a step.
     */
    private static final double LEAST_SPREAD = 0.01;

    private Outliers() {}

    /** Finds them; buckets that are skipped are none. */
    static BitSet of(double[] values, BitSet skipped, int period) {
        double grain = RobustPattern.grain(values) / 2;
        double least = Math.max(LEAST_SPREAD * usual(values), grain);
        BitSet found = far(values, skipped, period, least);
        if (Arrays.stream(values).allMatch(value -> value > 0)) {
            found.and(far(mapped(values, Math::log), skipped, period, LEAST_SPREAD));
        }
        return found;
    }

    /** True if they come at equal distances, as a task at each end of a month does. */
    static boolean isRecurring(BitSet found) {
        int[] at = found.stream().toArray();
        if (at.length < 3) {
            return false;
        }
        int[] gaps = new int[at.length - 1];
        Arrays.setAll(gaps, i -> at[i + 1] - at[i]);
        Arrays.sort(gaps);
        return gaps[0] > 1 && gaps[gaps.length - 1] - gaps[0] <= Math.max(1, gaps[0] / 10);
    }

    private static double usual(double[] values) {
        return RobustPattern.median(mapped(values, Math::abs));
    }

    private static double[] mapped(double[] values, DoubleUnaryOperator function) {
        return Arrays.stream(values).map(function).toArray();
    }

    private static BitSet far(double[] values, BitSet skipped, int period, double least) {
        RobustPattern pattern = RobustPattern.of(values, skipped, period);
        double far = FAR * Math.max(least, pattern.spread());
        BitSet found = new BitSet();
        for (int i = 0; i < values.length; i++) {
            if (!skipped.get(i) && Math.abs(values[i] - pattern.usual(i)) > far) {
                found.set(i);
            }
        }
        return found;
    }
}
