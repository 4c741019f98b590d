package dev.stowage.study;

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
}
