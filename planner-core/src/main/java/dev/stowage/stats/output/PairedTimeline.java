package dev.stowage.stats.output;

import java.util.Arrays;

/**
 * The mean difference between two runs on the same tasks, from the differences of single tasks
 * summed in consecutive windows of time: paired batch means. Neighbouring tasks wait for the same
 * reasons, so windows are joined until neighbours hardly correlate, as in {@link SteadyMean}, and
 * the mean per task is a ratio, as windows hold different numbers of tasks.
 *
 * <p>As with any single run, the interval speaks of a workload that goes on like this; it says
 * nothing about another day.
 */
public final class PairedTimeline {
    private static final int FINE = 200;
    private static final int FEWEST_FINE = 100;
    private static final int FINE_PER_BATCH = 10;
    private static final int MOST_BATCHES = 20;
    private static final int FEWEST_TASKS = 1000;

    private PairedTimeline() {}

    /**
     * The mean difference per task; without an interval if the run is too short to say.
     *
     * @param differences sum of the differences of the tasks of each window, in order of time
     * @param tasks number of tasks in each window, at least 1
     */
    public static Difference difference(double[] differences, double[] tasks, double level) {
        double all = Arrays.stream(tasks).sum();
        double mean = all == 0 ? 0 : Arrays.stream(differences).sum() / all;
        int[] fine = groups(tasks, all / FINE);
        for (int length = 1; all >= FEWEST_TASKS; length *= 2) {
            int left = fine.length / length;
            if (left < FEWEST_FINE) {
                break;
            }
            double[] off = joined(differences, fine, length);
            double[] sizes = joined(tasks, fine, length);
            for (int i = 0; i < off.length; i++) {
                off[i] -= mean * sizes[i];
            }
            if (Autocorrelation.lag1(off) <= SteadyMean.MOST_CORRELATED) {
                int atLeast = (fine.length + MOST_BATCHES - 1) / MOST_BATCHES;
                int perBatch = Math.max(length * FINE_PER_BATCH, atLeast);
                return Difference.ofClusters(
                        joined(differences, fine, perBatch), joined(tasks, fine, perBatch), level);
            }
        }
        return new Difference(mean, null, null, level);
    }

    /** Ends of groups of neighbouring windows with about so many tasks each; all are in one. */
    private static int[] groups(double[] tasks, double wanted) {
        int[] ends = new int[FINE + 1];
        int groups = 0;
        double seen = 0;
        for (int i = 0; i < tasks.length; i++) {
            seen += tasks[i];
            if (seen >= wanted * (groups + 1) * (1 - 1e-12) || i == tasks.length - 1) {
                ends[groups] = i + 1;
                groups = Math.min(FINE, groups + 1);
            }
        }
        return Arrays.copyOf(ends, groups);
    }

    /** Sums over {@code length} neighbouring groups each; the last may have more of them. */
    private static double[] joined(double[] values, int[] ends, int length) {
        double[] sums = new double[ends.length / length];
        int group = 0;
        for (int i = 0; i < values.length; i++) {
            while (i >= ends[group]) {
                group++;
            }
            sums[Math.min(sums.length - 1, group / length)] += values[i];
        }
        return sums;
    }
}
