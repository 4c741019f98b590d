package dev.stowage.plan.bound;

import java.util.Arrays;

/**
 * Work that must be done inside each window of a grid, wherever each task starts between its
 * earliest and its latest start.
 *
 * <p>The overlap of a task with a window, as a function of its start, rises, stays and falls;
 * between two starts it is least at one of the two. Source of the argument: energetic reasoning; P.
 * Baptiste, C. Le Pape and W. Nuijten, Constraint-Based Scheduling, 2001, chapter 3.
 */
final class WindowLoad {
    private final long lengthMicros;
    private double[] work = new double[64];

    WindowLoad(long lengthMicros) {
        this.lengthMicros = lengthMicros;
    }

    /** A task that starts from {@code earliest} to {@code latest}, times from the first submit. */
    void add(long earliest, long latest, long duration, long amount) {
        long end = earliest + duration; // later windows have no overlap with the earliest run
        for (long window = latest / lengthMicros; window * lengthMicros < end; window++) {
            long from = window * lengthMicros;
            long overlap =
                    Math.min(overlap(earliest, duration, from), overlap(latest, duration, from));
            if (overlap > 0) {
                int slot = slot(window);
                work[slot] += (double) overlap * amount;
            }
        }
    }

    private long overlap(long start, long duration, long from) {
        return Math.max(0, Math.min(start + duration, from + lengthMicros) - Math.max(start, from));
    }

    private int slot(long window) {
        int slot = Math.toIntExact(window);
        if (slot >= work.length) {
            work = Arrays.copyOf(work, Math.max(slot + 1, 2 * work.length));
        }
        return slot;
    }

    /** Mean use over the busiest window, micro-cores or bytes. */
    double peakMean() {
        return Arrays.stream(work).max().orElse(0) / lengthMicros;
    }
}
