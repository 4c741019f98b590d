package dev.stowage.sim.energy;

/**
 * Response times of a core whose requests come by Poisson arrivals and are held back until the
 * interrupt of their batch: it comes a delay after the batch's first request. Times in
 * microseconds.
 *
 * <p>A batch has {@code 1 + Poisson(l D)} requests. Batches come at intervals of {@code D +
 * Exp(l)}, so that {@code ca^2 + cb^2 = 2 / (1 + l D)} for exponential services of mean {@code s}.
 * The mean wait of Kraemer and Langenbach-Belz is then {@code g rho s / (1 - rho)}, with {@code g}
 * their factor for arrivals more even than Poisson's, and the wait with the service is above t with
 * probability {@code (1 - g) exp(-t / s) + g exp(-t (1 - rho) / s)}. With no delay g is 1 and this
 * is M/M/1, exactly. A request finds ahead of it those of its batch; the first waits the whole
 * delay, the others come evenly over it. Source of the factor: W. Kraemer, M. Langenbach-Belz, 8th
 * International Teletraffic Congress, 1976.
 */
final class CoalescedQueue {
    private static final int STEPS = 40;

    private final double servicesMean;
    private final double slow;
    private final double fast;
    private final double uneven;
    private final double firstShare;
    private final double firstOffset;
    private final double lowOffset;
    private final double highOffset;
    private final double utilisation;

    /**
     * @param rate requests per microsecond
     * @param delay of interrupts
     * @param service mean time of a request with its share of interrupts
     */
    CoalescedQueue(double rate, double delay, double service) {
        servicesMean = service;
        utilisation = rate * service;
        fast = 1 / service;
        slow = (1 - utilisation) / service;
        double size = 1 + rate * delay;
        double arrivals = 1 / (size * size);
        uneven =
                utilisation <= 0
                        ? 1
                        : Math.exp(
                                -2
                                        * (1 - utilisation)
                                        * (1 - arrivals)
                                        * (1 - arrivals)
                                        / (3 * utilisation * 2 / size));
        firstShare = 1 / size;
        firstOffset = delay;
        double end = size * service;
        lowOffset = Math.min(delay + service, end);
        highOffset = Math.max(delay + service, end);
    }

    /** Share of time that the core works. */
    double utilisation() {
        return utilisation;
    }

    /** Probability that a batch finds the core at work. */
    double busyShare() {
        return utilisation * uneven;
    }

    /** Probability that a response takes longer than a time; 1 without a steady state. */
    double exceeds(double time) {
        if (!(utilisation < 1)) {
            return 1;
        }
        double others = firstShare < 1 ? (1 - firstShare) * spread(time) : 0;
        return firstShare * tail(time - firstOffset) + others;
    }

    private double tail(double time) {
        return time <= 0
                ? 1
                : (1 - uneven) * Math.exp(-fast * time) + uneven * Math.exp(-slow * time);
    }

    /** The same for offsets that lie evenly between the lowest and the highest. */
    private double spread(double time) {
        double width = highOffset - lowOffset;
        if (width < 1e-9 * servicesMean) {
            return tail(time - lowOffset);
        }
        if (time <= lowOffset) {
            return 1;
        }
        double until = Math.min(time, highOffset);
        double inside = (1 - uneven) * area(fast, time, until) + uneven * area(slow, time, until);
        return (inside + Math.max(0, highOffset - time)) / width;
    }

    private double area(double rate, double time, double until) {
        return (Math.exp(-rate * (time - until)) - Math.exp(-rate * (time - lowOffset))) / rate;
    }

    /** A time that practically no response exceeds. */
    double longest() {
        return firstOffset + highOffset + 60 / slow;
    }

    /** Mean response. */
    double mean() {
        double offset = firstShare * firstOffset + (1 - firstShare) * (lowOffset + highOffset) / 2;
        return offset + (1 - uneven) / fast + uneven / slow;
    }

    /** Where a falling function of time falls to {@code rest}, between 0 and {@code most}. */
    static double falls(java.util.function.DoubleUnaryOperator tail, double rest, double most) {
        double low = 0;
        double high = most;
        for (int step = 0; step < STEPS; step++) {
            double middle = (low + high) / 2;
            if (tail.applyAsDouble(middle) > rest) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }
}
