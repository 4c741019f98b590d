package dev.stowage.sim.energy;

import java.util.List;

/**
 * What a core does with its time, as shares that add up to 1: work, leave sleep states, wait awake,
 * or sleep in each state.
 *
 * <p>A gap is a fixed part (what is left of the delay after the work on a batch) and an exponential
 * one; both have the mean that the utilisation leaves. It is spent in the deepest state whose
 * residency it reaches, less that state's exit. With Poisson arrivals and no work this is {@code
 * exp(-l (R - D)+)}.
 *
 * @param asleep share by state
 * @param wakes probability that a batch finds the core in a state
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
record CoreTime(double work, double leaving, double awake, double[] asleep, double[] wakes) {
    static CoreTime of(CoalescedQueue queue, double rate, double delay, List<SleepState> states) {
        double cycle = 1 / rate + delay;
        double idle = cycle * (1 - queue.utilisation());
        double gaps = 1 - queue.busyShare();
        double gap = idle / gaps;
        double fixed = Math.min(gap, Math.max(0, delay - cycle * queue.utilisation()));
        Gap law = new Gap(fixed, gap - fixed);
        double[] asleep = new double[states.size()];
        double[] wakes = new double[states.size()];
        double leaving = 0;
        double slept = 0;
        for (int i = 0; i < asleep.length; i++) {
            SleepState state = states.get(i);
            boolean isLast = i == asleep.length - 1;
            double from = state.residencyMicros();
            double to = isLast ? Double.POSITIVE_INFINITY : states.get(i + 1).residencyMicros();
            double often = gaps * (law.exceeds(from) - law.exceeds(to));
            double time = gaps * (law.above(from) - law.above(to)) / cycle;
            double exit = often * state.exitMicros() / cycle;
            wakes[i] = often;
            asleep[i] = time - exit;
            leaving += exit;
            slept += time;
        }
        double awake = Math.max(0, idle / cycle - slept);
        return new CoreTime(queue.utilisation(), leaving, awake, asleep, wakes);
    }

    /** Sum of all shares. */
    double sum() {
        double sum = work + leaving + awake;
        for (double each : asleep) {
            sum += each;
        }
        return sum;
    }

    private record Gap(double fixed, double mean) {
        double exceeds(double time) {
            return Double.isInfinite(time)
                    ? 0
                    : time <= fixed ? 1 : mean > 0 ? Math.exp(-(time - fixed) / mean) : 0;
        }

        /** Mean of the gap where it exceeds a time, times how often it does. */
        double above(double time) {
            return Double.isInfinite(time) ? 0 : exceeds(time) * (Math.max(time, fixed) + mean);
        }
    }
}
