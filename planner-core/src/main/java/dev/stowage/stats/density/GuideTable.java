package dev.stowage.stats.density;

/**
 * The inverse of a cumulative share by look-up: for each of equal steps of probability, a power of
 * two of them so that the step of a probability is exact, where the search begins. A step or less
 * on average, whatever the shares.
 *
 * <p>Hot: a look-up for each parameter of each generated job. Guarded by {@code bench/synth/run}.
 *
 * <p>Source: Chen, Asau, "On generating random variates from an empirical distribution", AIIE
 * Transactions 6(2), 1974.
 */
final class GuideTable {
    private static final int LEAST_STEPS = 1 << 10;
    private static final int MOST_STEPS = 1 << 20;

    /** So many per entry, at most, so that few steps hold the end of one. */
    private static final int STEPS_PER_ENTRY = 4;

    /** More than these in one step are halved until they are fewer. */
    private static final int SCANNED = 8;

    private final double[] cumulative;
    private final int[] guide;
    private final int steps;

    /**
     * A table over shares that are not changed afterwards.
     *
     * @param cumulative not descending, from 0 or above to 1
     */
    GuideTable(double[] cumulative) {
        this.cumulative = cumulative;
        long wanted = (long) STEPS_PER_ENTRY * cumulative.length;
        long bounded = Math.min(MOST_STEPS, Math.max(LEAST_STEPS, wanted));
        steps = (int) Long.highestOneBit(bounded);
        guide = new int[steps + 2];
        int first = 0;
        for (int k = 0; k <= steps; k++) {
            while (first < cumulative.length && cumulative[first] < (double) k / steps) {
                first++;
            }
            guide[k] = first;
        }
        guide[steps + 1] = cumulative.length;
    }

    /**
     * The first entry with a share of at least {@code probability}.
     *
     * @param probability what is beyond [0, 1] counts as its end
     */
    int first(double probability) {
        double p = Math.min(1, probability);
        int step = p > 0 ? (int) (p * steps) : 0;
        int first = guide[step];
        int end = guide[step + 1];
        while (end - first > SCANNED) {
            int middle = (first + end) >>> 1;
            if (cumulative[middle] < p) {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        while (first < end && cumulative[first] < p) {
            first++;
        }
        return first;
    }
}
