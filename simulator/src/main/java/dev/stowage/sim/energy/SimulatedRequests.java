package dev.stowage.sim.energy;

import dev.stowage.basis.Seeds;
import java.util.random.RandomGenerator;

/**
 * Response times of single requests of a core under the planning model: Poisson arrivals, an
 * interrupt a delay after the first request of a batch, exponential services in the order of
 * arrival, and the exit of the deepest sleep state whose residency the gap before a batch reached.
 * Nothing is assumed of waits, unlike in {@link CoalescedQueue}. The same points give the same
 * requests, whoever asks.
 */
final class SimulatedRequests {
    private static final int BINS = 1 << 16;
    private static final int WARM_UP = 1_000;

    private final int[] counts = new int[BINS + 1];
    private final double width;
    private long all;

    private SimulatedRequests(double longest) {
        width = longest / BINS;
    }

    /**
     * A percentile under settings that a core passes through.
     *
     * @param points settings
     * @param shares of the time in each
     * @param share of the responses that stay within it, for each percentile
     * @return microseconds; infinite if too many requests find no steady state
     */
    static double[] percentiles(
            OperatingPoint[] points, double[] shares, Percentiles by, double... share) {
        double longest = 0;
        for (int i = 0; i < points.length; i++) {
            boolean counts = shares[i] > 0 && points[i].isSteady();
            longest = counts ? Math.max(longest, points[i].longest()) : longest;
        }
        SimulatedRequests seen = new SimulatedRequests(longest);
        for (int i = 0; i < points.length; i++) {
            int requests = (int) Math.round(shares[i] * by.requests());
            if (points[i].isSteady()) {
                seen.simulate(points[i], requests, random(points[i], by));
            } else {
                seen.counts[BINS] += requests;
                seen.all += requests;
            }
        }
        double[] found = new double[share.length];
        for (int i = 0; i < found.length; i++) {
            found[i] = seen.percentile(share[i]);
        }
        return found;
    }

    private static RandomGenerator random(OperatingPoint point, Percentiles by) {
        long root = Double.hashCode(point.rate());
        root = 31 * root + Double.hashCode(point.ghz());
        root = 31 * root + Double.hashCode(point.itrMicros());
        return Seeds.stream(root, "requests", by.stream());
    }

    private void simulate(OperatingPoint point, int requests, RandomGenerator random) {
        double apart = 1 / point.rate();
        double now = 0;
        double interrupt = Double.NEGATIVE_INFINITY;
        double free = 0;
        for (int i = requests == 0 ? 0 : -WARM_UP; i < requests; i++) {
            now += apart * random.nextExponential();
            if (now > interrupt) {
                interrupt = now + point.itrMicros();
                if (interrupt > free) {
                    free = interrupt + point.exitMicros(interrupt - free);
                }
            }
            free = Math.max(free, interrupt) + point.serviceMicros() * random.nextExponential();
            if (i >= 0) {
                counts[(int) Math.min(BINS - 1, (point.baseMicros() + free - now) / width)]++;
            }
        }
        all += requests;
    }

    /** The upper end of the bin in which it lies. */
    private double percentile(double share) {
        double above = (1 - share) * all;
        long over = 0;
        for (int bin = BINS; bin >= 0; bin--) {
            over += counts[bin];
            if (over > above) {
                return bin == BINS ? Double.POSITIVE_INFINITY : (bin + 1) * width;
            }
        }
        return Double.POSITIVE_INFINITY;
    }
}
