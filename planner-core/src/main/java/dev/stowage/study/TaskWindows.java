package dev.stowage.study;

import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog;
import java.util.Arrays;

/**
 * The waiting times and slowdowns of a run's tasks in windows of their submit time, in bounded
 * memory: windows of a second at first; when a task lies beyond the last one, neighbours are merged
 * and the length doubles. Two runs of one workload have the same windows, so that they can be
 * compared in pairs.
 *
 * <p>Slowdown is bounded: response time over run time, run times counted as at least {@value
 * #LEAST_RUN_MICROS} microseconds. Source: D. G. Feitelson, L. Rudolph, Metrics and benchmarking
 * for parallel job scheduling, JSSPP 1998.
 *
 * <p>Hot: one division and a few additions per task.
 */
public final class TaskWindows implements TaskLog {
    static final int WINDOWS = 4096;

    private static final long FIRST_LENGTH_MICROS = 1_000_000;
    private static final long LEAST_RUN_MICROS = 10_000_000;

    private final long originMicros;
    private final double[] waitSeconds = new double[WINDOWS];
    private final double[] started = new double[WINDOWS];
    private final double[] slowdowns = new double[WINDOWS];
    private final double[] ended = new double[WINDOWS];
    private long lengthMicros = FIRST_LENGTH_MICROS;

    /** Windows from {@code originMicros} on, the submit of the first task. */
    public TaskWindows(long originMicros) {
        this.originMicros = originMicros;
    }

    @Override
    public void task(TaskEntry entry) {
        if (!entry.isStarted()) {
            return;
        }
        int window = window(entry.submitMicros);
        waitSeconds[window] += entry.waitMicros() * 1e-6;
        started[window]++;
        if (entry.fate == Fate.FINISHED) {
            double run = Math.max(LEAST_RUN_MICROS, entry.endMicros - entry.lastStartMicros);
            slowdowns[window] += Math.max(1, (entry.endMicros - entry.submitMicros) / run);
            ended[window]++;
        }
    }

    private int window(long submitMicros) {
        long window = (submitMicros - originMicros) / lengthMicros;
        while (window >= WINDOWS) {
            lengthen();
            window = (submitMicros - originMicros) / lengthMicros;
        }
        return (int) window;
    }

    private void lengthen() {
        merge(waitSeconds);
        merge(started);
        merge(slowdowns);
        merge(ended);
        lengthMicros *= 2;
    }

    private static void merge(double[] sums) {
        for (int i = 0; i < WINDOWS / 2; i++) {
            sums[i] = sums[2 * i] + sums[2 * i + 1];
        }
        Arrays.fill(sums, WINDOWS / 2, WINDOWS, 0);
    }

    /** Merges windows until they are as long as those of {@code other}. */
    private void lengthenTo(TaskWindows other) {
        while (lengthMicros < other.lengthMicros) {
            lengthen();
        }
    }

    /** Waiting times of started tasks. */
    WindowSums waits() {
        return new WindowSums(waitSeconds, started);
    }

    /** Slowdowns of finished tasks. */
    WindowSums slowdowns() {
        return new WindowSums(slowdowns, ended);
    }

    /** Gives the windows of all runs the same length. */
    static void align(Iterable<TaskWindows> runs) {
        for (TaskWindows run : runs) {
            for (TaskWindows other : runs) {
                run.lengthenTo(other);
            }
        }
    }
}
