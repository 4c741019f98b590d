package dev.stowage.sim.energy;

import dev.stowage.sim.energy.response.ResponseTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * What a server does at a load under whoever sets it.
 *
 * @param itrMicros delay of interrupts
 * @param ghz mean frequency
 * @param watts mean power
 * @param p90Micros 90th percentile of response time; infinite without a steady state
 * @param p99Micros 99th percentile
 */
public record Operation(
        double itrMicros, double ghz, double watts, double p90Micros, double p99Micros) {
    /** True if requests do not pile up. */
    boolean isSteady() {
        return Double.isFinite(p99Micros);
    }

    /** One operating point. */
    static Operation of(OperatingPoint point, Percentiles by) {
        return by == Percentiles.FORMULA
                ? new Operation(
                        point.itrMicros(),
                        point.ghz(),
                        point.watts(),
                        point.percentileMicros(0.9),
                        point.percentileMicros(0.99))
                : mixed(new OperatingPoint[] {point}, new double[] {1}, by);
    }

    /** Cores that pass through several frequencies, each for a share of the time. */
    static Operation mixed(
            EnergyModel model, double perSecond, double itr, double[] shares, Percentiles by) {
        OperatingPoint[] points = new OperatingPoint[shares.length];
        for (int level = 0; level < shares.length; level++) {
            points[level] = model.at(perSecond, model.platform().frequenciesGhz().get(level), itr);
        }
        return mixed(points, shares, by);
    }

    private static Operation mixed(OperatingPoint[] points, double[] shares, Percentiles by) {
        double watts = 0;
        double ghz = 0;
        Mixture mixture = new Mixture();
        for (int level = 0; level < shares.length; level++) {
            watts += shares[level] * points[level].watts();
            ghz += shares[level] * points[level].ghz();
            if (shares[level] > 0) {
                mixture.add(points[level], shares[level], by);
            }
        }
        return new Operation(
                points[0].itrMicros(),
                ghz,
                watts,
                mixture.percentile(0.9),
                mixture.percentile(0.99));
    }

    /** Laws of response times, each for a share of the requests. */
    private static final class Mixture {
        private final List<DoubleUnaryOperator> laws = new ArrayList<>();
        private double longest;
        private double stuck;

        void add(OperatingPoint point, double share, Percentiles by) {
            if (by == Percentiles.EXACT) {
                ResponseTimes.Law law = ResponseTimes.of(point.core());
                if (law == null) {
                    stuck += share;
                } else {
                    add(law.longest(), micros -> share * law.exceeds(micros));
                }
            } else if (point.isSteady()) {
                add(point.longest(), micros -> share * point.exceeds(micros));
            } else {
                stuck += share;
            }
        }

        private void add(double most, DoubleUnaryOperator law) {
            longest = Math.max(longest, most);
            laws.add(law);
        }

        double percentile(double share) {
            return stuck >= 1 - share
                    ? Double.POSITIVE_INFINITY
                    : CoalescedQueue.falls(this::exceeds, 1 - share, longest);
        }

        private double exceeds(double micros) {
            double sum = stuck;
            for (DoubleUnaryOperator law : laws) {
                sum += law.applyAsDouble(micros);
            }
            return sum;
        }
    }
}
