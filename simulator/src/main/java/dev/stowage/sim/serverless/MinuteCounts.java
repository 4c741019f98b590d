package dev.stowage.sim.serverless;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Requests whose number in each minute is known: within a minute they arrive at random, each moment
 * as likely as any other.
 *
 * @param counts requests of each minute
 * @param demand what a request needs
 */
public record MinuteCounts(List<Long> counts, Demand demand) implements Arrivals {
    private static final double MINUTE_NANOS = 60e9;

    public MinuteCounts {
        counts = List.copyOf(counts);
        for (long count : counts) {
            if (count < 0) {
                throw new IllegalArgumentException("count = " + count + ", expected at least 0");
            }
        }
    }

    @Override
    public boolean isDrawn() {
        return true;
    }

    @Override
    public long endNanos() {
        return Math.round(counts.size() * MINUTE_NANOS);
    }

    @Override
    public Stream open(RandomGenerator random) {
        return new Stream() {
            private int minute = -1;
            private long left;
            private double nanos;

            @Override
            public long nextNanos() {
                while (left == 0) {
                    if (++minute >= counts.size()) {
                        return Long.MAX_VALUE;
                    }
                    left = counts.get(minute);
                    nanos = minute * MINUTE_NANOS;
                }
                // the least of the uniform moments that are left in the rest of the minute
                double rest = (minute + 1) * MINUTE_NANOS - nanos;
                nanos += rest * (1 - Math.pow(1 - random.nextDouble(), 1.0 / left--));
                return (long) nanos;
            }

            @Override
            public double demandNanos() {
                return demand.nextNanos(random);
            }
        };
    }
}
