package dev.stowage.study;

import dev.stowage.stats.output.Difference;
import dev.stowage.stats.output.PairedTimeline;
import java.util.Arrays;

/** A figure of tasks, summed in consecutive windows. */
final class WindowSums {
    private final double[] sums;
    private final double[] counts;

    /** Sums over the tasks of each window, and how many tasks that are; not copied. */
    WindowSums(double[] sums, double[] counts) {
        this.sums = sums;
        this.counts = counts;
    }

    /** Mean over all tasks; 0 without any. */
    double mean() {
        double count = Arrays.stream(counts).sum();
        return count == 0 ? 0 : Arrays.stream(sums).sum() / count;
    }

    /** Tasks that count in one run and not in the other, so that they have no pair. */
    double unpaired(WindowSums other) {
        double tasks = 0;
        for (int i = 0; i < counts.length; i++) {
            tasks += Math.abs(counts[i] - other.counts[i]);
        }
        return tasks;
    }

    /**
     * The mean difference per task, this minus the other, over windows in which the same number of
     * tasks counts in both.
     */
    Difference minus(WindowSums other, double level) {
        double[] differences = new double[counts.length];
        double[] members = new double[counts.length];
        int n = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && counts[i] == other.counts[i]) {
                differences[n] = sums[i] - other.sums[i];
                members[n++] = counts[i];
            }
        }
        return PairedTimeline.difference(
                Arrays.copyOf(differences, n), Arrays.copyOf(members, n), level);
    }
}
