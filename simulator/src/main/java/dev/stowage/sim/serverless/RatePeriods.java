package dev.stowage.sim.serverless;

import dev.stowage.basis.Check;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Requests at a rate that is constant within periods, evenly spaced or as a Poisson process.
 *
 * @param periods one after another
 * @param isPoisson true for exponential gaps, false for equal ones
 * @param demand what a request needs
 */
public record RatePeriods(List<Period> periods, boolean isPoisson, Demand demand)
        implements Arrivals {
    /** A time with one rate. */
    public record Period(double seconds, double perSecond) {
        public Period {
            Check.positive("seconds", seconds);
            Check.notNegative("perSecond", perSecond);
        }
    }

    public RatePeriods {
        periods = List.copyOf(periods);
    }

    @Override
    public boolean isDrawn() {
        return isPoisson || demand.isExponential();
    }

    @Override
    public long endNanos() {
        double seconds = 0;
        for (Period period : periods) {
            seconds += period.seconds();
        }
        return Math.round(seconds * 1e9);
    }

    @Override
    public Stream open(RandomGenerator random) {
        return new Stream() {
            private int number = -1;
            private double startNanos;
            private double endNanos;
            private double nanos;
            private long made;

            @Override
            public long nextNanos() {
                while (true) {
                    if (number >= 0 && periods.get(number).perSecond() > 0) {
                        double gap = 1e9 / periods.get(number).perSecond();
                        nanos =
                                isPoisson
                                        ? nanos - gap * Math.log(1 - random.nextDouble())
                                        : startNanos + (made++ + 0.5) * gap;
                        if (nanos < endNanos) {
                            return Math.round(nanos);
                        }
                    }
                    if (++number == periods.size()) {
                        number--;
                        return Long.MAX_VALUE;
                    }
                    startNanos = endNanos;
                    nanos = startNanos;
                    endNanos += periods.get(number).seconds() * 1e9;
                    made = 0;
                }
            }

            @Override
            public double demandNanos() {
                return demand.nextNanos(random);
            }
        };
    }
}
