package dev.stowage.forecast.history;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * An amount that a series reaches again and again and never passes, while all that is below it
 * wanders: what was wanted above it was not seen.
 *
 * @param amount the most that was seen
 * @param buckets that are at it
 * @param spread standard deviation of what is below it, beside level and season
 */
public record Ceiling(double amount, BitSet buckets, double spread) {
    private static final int LEAST = 5;
    private static final double LEAST_SHARE = 0.02;

    /** Of a series that is at its top for most of the time, nothing tells what it would do. */
    private static final double MOST_SHARE = 0.5;

    /** So many spreads of the series are one step below the ceiling. */
    private static final double STEP = 0.1;

    /** So many steps below the ceiling are looked at, and each has so many times fewer buckets. */
    private static final int STEPS = 5;

    private static final int TIMES = 4;

    /**
     * Looks for one. The tail of any usual distribution thins out: its topmost step has fewer
     * buckets than the next ones. Where the topmost has several times more, something cuts it off.
     *
     * @param values at least 0
     * @param skipped buckets that are not looked at
     * @param period of its season; 1 for none
     */
    static Optional<Ceiling> of(double[] values, BitSet skipped, int period) {
        double most = most(values, skipped);
        double spread = spread(values, skipped, period, most);
        double step = Math.max(STEP * spread, RobustPattern.grain(values));
        if (most <= 0 || step <= 0) {
            return Optional.empty();
        }
        BitSet top = new BitSet();
        int[] below = new int[STEPS + 1];
        for (int i = 0; i < values.length; i++) {
            double steps = (most - values[i]) / step;
            if (!skipped.get(i) && steps < STEPS + 0.5) {
                below[(int) (steps + 0.5)]++;
                top.set(i, steps < 0.5);
            }
        }
        int count = top.cardinality();
        int next = Arrays.stream(below, 1, below.length).max().orElseThrow();
        boolean isThere =
                count >= Math.max(LEAST, LEAST_SHARE * values.length)
                        && count <= MOST_SHARE * values.length
                        && count > TIMES * next;
        return isThere ? Optional.of(new Ceiling(most, top, spread)) : Optional.empty();
    }

    private static double most(double[] values, BitSet skipped) {
        double most = 0;
        for (int i = 0; i < values.length; i++) {
            most = skipped.get(i) ? most : Math.max(most, values[i]);
        }
        return most;
    }

    /** What buckets below the top wander by. */
    private static double spread(double[] values, BitSet skipped, int period, double most) {
        BitSet atTop = (BitSet) skipped.clone();
        for (int i = 0; i < values.length; i++) {
            atTop.set(i, skipped.get(i) || values[i] == most);
        }
        RobustPattern pattern = RobustPattern.of(values, skipped, period);
        double[] deviations = new double[values.length];
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (!atTop.get(i)) {
                deviations[count++] = Math.abs(values[i] - pattern.usual(i));
            }
        }
        return RobustPattern.BY_MEDIAN * RobustPattern.median(Arrays.copyOf(deviations, count));
    }
}
