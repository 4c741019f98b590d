package dev.stowage.sim.serverless;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Requests whose number in each minute is known, or its mean: within a minute they arrive at
 * random, each moment as likely as any other.
 *
 * @param counts requests of each minute
 * @param demand what a request needs
 * @param isPoisson true for a Poisson process with these counts as means, false for as many
 */
public record MinuteCounts(List<Long> counts, Demand demand, boolean isPoisson)
        implements Arrivals {
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
    public long requests() {
        return isPoisson ? UNKNOWN : counts.stream().mapToLong(count -> count).sum();
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
                return isPoisson ? nextOfProcess() : nextOfCount();
            }

            private long nextOfProcess() {
                while (minute < counts.size()) {
                    double end = (minute + 1) * MINUTE_NANOS;
                    long count = minute < 0 ? 0 : counts.get(minute);
                    if (count > 0) {
                        nanos -= MINUTE_NANOS / count * Math.log(1 - random.nextDouble());
                    }
                    if (count > 0 && nanos < end) {
                        return (long) nanos;
                    }
                    minute++; // what is drawn beyond the minute is drawn anew: no memory
                    nanos = end;
                }
                return Long.MAX_VALUE;
            }

            private long nextOfCount() {
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
