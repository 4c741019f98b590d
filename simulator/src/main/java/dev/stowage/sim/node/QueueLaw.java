package dev.stowage.sim.node;

import dev.stowage.basis.Check;

/**
 * The percentile of a response time over load and cores, by the form of the node model: a response
 * at rest and a wait as in M/M/k, scaled to one measurement ({@link ErlangWait}). Cores need not be
 * whole: between two whole numbers the wait is interpolated; of less than one core, rest and wait
 * are as much longer. Above a utilisation of 0.98 there is no steady state to speak of: it is that
 * of 0.98, and what piles up is the caller's.
 */
public final class QueueLaw {
    /** Utilisation up to which the steady state is used. */
    public static final double BUSIEST = 0.98;

    private static final int MOST_SERVERS = 256;
    private static final int STEPS = 60;

    private final double restSeconds; // of one core or more
    private final double busyCores; // at load 1
    private final double logOdds;
    private final double scale; // seconds of a wait of 1
    private final ErlangWait[] waits = ErlangWait.upTo(MOST_SERVERS);

    /**
     * One measurement, at load 1.
     *
     * @param restSeconds percentile without other requests, on these cores
     * @param seconds percentile, above that
     * @param utilisation of the cores, above 0 and at most {@link #BUSIEST}
     * @param cores above 0
     * @param percentile as a share, above 0 and below 1
     */
    public record Measured(
            double restSeconds,
            double seconds,
            double utilisation,
            double cores,
            double percentile) {}

    /**
     * The law through a measurement.
     *
     * @throws IllegalArgumentException if it has a longer response than at rest, though at this
     *     percentile no request waits at its utilisation
     */
    public QueueLaw(Measured measured) {
        Check.positive("cores", measured.cores());
        Check.inRange("utilisation", measured.utilisation(), 1e-9, BUSIEST);
        restSeconds = measured.restSeconds() * Math.min(1, measured.cores());
        busyCores = measured.utilisation() * measured.cores();
        logOdds = -Math.log(1 - measured.percentile());
        double wait = wait(measured.utilisation(), measured.cores());
        if (!(wait > 0) || !(measured.seconds() > measured.restSeconds())) {
            throw new IllegalArgumentException(
                    "at a utilisation of "
                            + measured.utilisation()
                            + " no wait, but a response above that at rest");
        }
        scale = (measured.seconds() - measured.restSeconds()) / wait;
    }

    private double wait(double utilisation, double cores) {
        int below = (int) Math.max(1, Math.min(MOST_SERVERS, Math.floor(cores)));
        double low = waits[below].percentile(utilisation, logOdds);
        if (cores <= 1 || cores >= MOST_SERVERS) {
            return low * below / cores;
        }
        double high = waits[below + 1].percentile(utilisation, logOdds);
        return low + (cores - below) * (high - low);
    }

    /** Cores that are busy on average at a load. */
    public double busyCores(double load) {
        return load * busyCores;
    }

    /** The percentile in the steady state of a load on so many cores, above 0. */
    public double seconds(double load, double cores) {
        double utilisation = Math.min(BUSIEST, busyCores(load) / cores);
        return restSeconds / Math.min(1, cores) + scale * wait(utilisation, cores);
    }

    /**
     * The least cores, at a utilisation of at most {@link #BUSIEST}, on which the percentile of a
     * load is within a bound.
     *
     * @param bound above the response at rest of one core
     */
    public double cores(double load, double bound) {
        double low = busyCores(load) / BUSIEST;
        if (seconds(load, low) <= bound) {
            return low;
        }
        double high = Math.max(1, low);
        while (seconds(load, high) > bound) {
            high *= 2;
        }
        for (int step = 0; step < STEPS; step++) {
            double middle = (low + high) / 2;
            if (seconds(load, middle) <= bound) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
}
