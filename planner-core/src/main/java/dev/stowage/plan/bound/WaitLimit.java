package dev.stowage.plan.bound;

import dev.stowage.plan.objective.Objective;
import java.util.ArrayList;
import java.util.List;

/**
 * How long tasks may wait: all but {@code exempt} of them at most {@code micros}.
 *
 * @param metric the bound that says so
 * @param micros longest wait, microseconds
 * @param exempt tasks that may wait longer
 */
record WaitLimit(String metric, long micros, long exempt) {
    private static final double MICROS_PER_SECOND = 1e6;

    private static final int[] PERCENTS = {50, 90, 95, 99};

    /**
     * The limits that an objective sets for a workload of {@code tasks}. A p-quantile is the
     * smallest wait that at least the share p of the tasks doesn't exceed, so floor((1 - p) N) may
     * wait longer (a run never understates a quantile); and those that may stay pending count as
     * waiting for ever.
     */
    static List<WaitLimit> of(Objective objective, long tasks) {
        List<WaitLimit> limits = new ArrayList<>();
        long mayStay = (long) Math.min((double) tasks, objective.limit("pending"));
        add(limits, objective, "pendingSeconds.max", mayStay);
        for (int percent : PERCENTS) {
            long mayWait = Math.multiplyExact(tasks, 100L - percent) / 100;
            add(limits, objective, "pendingSeconds.p" + percent, mayWait + mayStay);
        }
        return limits;
    }

    private static void add(
            List<WaitLimit> limits, Objective objective, String metric, long exempt) {
        double seconds = objective.limit(metric);
        double micros = Math.ceil(seconds * MICROS_PER_SECOND);
        if (micros < Long.MAX_VALUE / 4.0) {
            limits.add(new WaitLimit(metric, (long) micros, exempt));
        }
    }

    /** No limit at all on the waits of {@code tasks}. */
    static WaitLimit none(long tasks) {
        return new WaitLimit("none", 0, tasks);
    }

    /** Every task starts when it is submitted. */
    static WaitLimit immediate() {
        return new WaitLimit("immediate", 0, 0);
    }
}
