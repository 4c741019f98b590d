package dev.stowage.sim.energy;

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
        double longest = 0;
        double stuck = 0;
        for (int level = 0; level < shares.length; level++) {
            watts += shares[level] * points[level].watts();
            ghz += shares[level] * points[level].ghz();
            if (!points[level].isSteady()) {
                stuck += shares[level];
            } else if (shares[level] > 0) {
                longest = Math.max(longest, points[level].longest());
            }
        }
        double itr = points[0].itrMicros();
        if (by == Percentiles.FORMULA) {
            Mixture mixture = new Mixture(points, shares, longest, stuck);
            return new Operation(
                    itr, ghz, watts, mixture.percentile(0.9), mixture.percentile(0.99));
        }
        double[] found = SimulatedRequests.percentiles(points, shares, by, 0.9, 0.99);
        return new Operation(itr, ghz, watts, found[0], found[1]);
    }

    private record Mixture(
            @SuppressWarnings("ArrayRecordComponent") OperatingPoint[] points,
            @SuppressWarnings("ArrayRecordComponent") double[] shares,
            double longest,
            double stuck) {
        double percentile(double share) {
            return stuck >= 1 - share
                    ? Double.POSITIVE_INFINITY
                    : CoalescedQueue.falls(this::exceeds, 1 - share, longest);
        }

        private double exceeds(double micros) {
            double sum = 0;
            for (int i = 0; i < shares.length; i++) {
                sum += shares[i] == 0 ? 0 : shares[i] * points[i].exceeds(micros);
            }
            return sum;
        }
    }
}
