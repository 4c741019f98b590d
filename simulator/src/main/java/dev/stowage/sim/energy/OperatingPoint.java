package dev.stowage.sim.energy;

import dev.stowage.sim.energy.response.BatchCore;
import java.util.List;

/** A server at one load, one delay of interrupts and one frequency. */
public final class OperatingPoint {
    private final double ghz;
    private final double itrMicros;
    private final double baseMicros;
    private final double watts;
    private final CoalescedQueue queue;
    private final CoreTime time;
    private final double rate;
    private final List<SleepState> states;

    OperatingPoint(
            double ghz,
            double itrMicros,
            double rate,
            double baseMicros,
            double watts,
            CoalescedQueue queue,
            CoreTime time,
            List<SleepState> states) {
        this.ghz = ghz;
        this.itrMicros = itrMicros;
        this.baseMicros = baseMicros;
        this.watts = watts;
        this.queue = queue;
        this.time = time;
        this.rate = rate;
        this.states = states;
    }

    public double ghz() {
        return ghz;
    }

    public double itrMicros() {
        return itrMicros;
    }

    /** Requests per microsecond and core. */
    double rate() {
        return rate;
    }

    /** What it does to requests. */
    BatchCore core() {
        return new BatchCore(
                rate,
                itrMicros,
                serviceMicros(),
                baseMicros,
                states.stream()
                        .map(each -> new BatchCore.Sleep(each.exitMicros(), each.residencyMicros()))
                        .toList());
    }

    /** Mean time of a request with its share of an interrupt. */
    double serviceMicros() {
        return queue.utilisation() / rate;
    }

    /** Mean power; with all cores at work where there is no steady state. */
    public double watts() {
        return watts;
    }

    /** Share of time that a core works; 1 or more without a steady state. */
    public double utilisation() {
        return queue.utilisation();
    }

    /** True if the cores keep up. */
    public boolean isSteady() {
        return queue.utilisation() < 1;
    }

    /** Probability that a response takes longer. A batch that wakes its core waits for it. */
    double exceeds(double micros) {
        double left = micros - baseMicros;
        double sum = 0;
        double rest = 1;
        for (int i = 0; i < states.size(); i++) {
            double wakes = time.wakes()[i];
            if (wakes > 1e-6) {
                sum += wakes * queue.exceeds(left - states.get(i).exitMicros());
                rest -= wakes;
            }
        }
        return sum + Math.max(0, rest) * queue.exceeds(left);
    }

    /**
     * Response time that a share of the responses stays within; infinite without a steady state.
     */
    public double percentileMicros(double share) {
        return isSteady()
                ? CoalescedQueue.falls(this::exceeds, 1 - share, longest())
                : Double.POSITIVE_INFINITY;
    }

    double longest() {
        return baseMicros
                + queue.longest()
                + (states.isEmpty() ? 0 : states.get(states.size() - 1).exitMicros());
    }

    /** Mean response. */
    double meanMicros() {
        double sum = baseMicros + queue.mean();
        for (int i = 0; i < states.size(); i++) {
            sum += time.wakes()[i] * states.get(i).exitMicros();
        }
        return sum;
    }
}
