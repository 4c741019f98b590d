package dev.stowage.covering;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The least that it can cost to hold a demand over time with VMs that are rented for whole charging
 * periods from any instant on, at one of several places at a time, if all of the demand is known
 * beforehand: a bound that no plan undercuts, and the optimum where it can be proven. It goes by
 * the changes of the demand itself, so that deciding rarely doesn't raise it.
 *
 * <p>The best of three bounds counts:
 *
 * <ul>
 *   <li>Each level by itself: its cheapest cover for as long as it lasts.
 *   <li>At prices of a core and a GiB at which no VM of a place is worth more than it costs, the
 *       worth of the demand at the place where that is least must be held by periods of worth.
 *       Equal periods of one good are fewest if each starts as late as possible.
 *   <li>{@link IntervalProgramme} over the types of all places, as if a plan could mix them.
 * </ul>
 */
public final class IntervalCover {
    private static final double NANO_USD_MICROS = 1e9 * 3.6e9;

    /** Periods up to which the latest starts are counted; more of them gain little. */
    private static final int MOST_PERIODS = 2_000_000;

    /** Periods no longer than this bind too little to be worth a programme. */
    private static final long SHORT_MICROS = 60_000_000L;

    private final List<CoverPool> places;
    private final ServiceDemand demand;
    private final long periodMicros;

    /**
     * @param places what can be rented at each place, not empty
     * @param periodMicros length of a charging period, at least 1; of several their greatest common
     *     divisor
     */
    public IntervalCover(List<CoverPool> places, ServiceDemand demand, long periodMicros) {
        this.places = List.copyOf(places);
        this.demand = demand;
        this.periodMicros = Check.positive("periodMicros", periodMicros);
    }

    /**
     * What is known of the optimum.
     *
     * @param boundUsd no plan costs less
     * @param usd what the best plan costs, if that is proven: then equal to the bound
     * @param method how the bound came about, in words
     */
    public record Optimum(double boundUsd, OptionalDouble usd, String method) {
        /** True if no plan costs less than one that exists. */
        public boolean isExact() {
            return usd.isPresent();
        }
    }

    /** The optimum or a bound; {@code nodes} is how many branches to try for a proof. */
    public Optimum solve(int nodes) {
        Optimum best = bound(levelsAlone(), "cheapest cover of each level of the demand");
        if (periodMicros <= SHORT_MICROS) {
            return best;
        }
        Optimum programme = new IntervalProgramme(places, demand, periodMicros).solve(nodes);
        if (programme.isExact()) {
            return programme;
        }
        best = programme.boundUsd() > best.boundUsd() ? programme : best;
        double worth = latestStarts();
        return worth > best.boundUsd() ? bound(worth, "worth of the demand at dual prices") : best;
    }

    private static Optimum bound(double usd, String method) {
        return new Optimum(usd, OptionalDouble.empty(), method);
    }

    /** Sum of the cheapest covers of each level, each at the best place, USD; rounded down. */
    private double levelsAlone() {
        List<ExactCover> exact = places.stream().map(ExactCover::new).toList();
        Map<Resources, Long> micros = new HashMap<>();
        for (int i = 0; i < demand.levels(); i++) {
            micros.merge(demand.at(i), endMicros(i) - demand.startMicros(i), Math::addExact);
        }
        BigInteger sum = BigInteger.ZERO;
        for (Map.Entry<Resources, Long> level : micros.entrySet()) {
            BigInteger price = BigInteger.valueOf(cheapest(exact, level.getKey()));
            sum = sum.add(price.multiply(BigInteger.valueOf(level.getValue())));
        }
        return sum.doubleValue() / NANO_USD_MICROS * (1 - 1e-15);
    }

    private static long cheapest(List<ExactCover> places, Resources need) {
        long best = Long.MAX_VALUE;
        for (ExactCover place : places) {
            if (place.bound(need) < best) {
                best = Math.min(best, place.leastNanoUsdPerHour(need));
            }
        }
        return best;
    }

    private long endMicros(int level) {
        return level + 1 < demand.levels() ? demand.startMicros(level + 1) : demand.endMicros();
    }

    /**
     * Periods of the least worth over all places, each place at those prices that suit it best,
     * USD; 0 if there would be too many periods.
     */
    private double latestStarts() {
        double[] least = new double[demand.levels()];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (CoverPool place : places) {
            double[] worth = worth(place);
            for (int i = 0; i < least.length; i++) {
                least[i] = Math.min(least[i], worth[i]);
            }
        }
        return periods(least) * periodMicros / NANO_USD_MICROS;
    }

    /** Worth of each level's need at the vertex that gives the place the highest bound. */
    private double[] worth(CoverPool place) {
        DualBound bound = place.bound(place.items().size() - 1);
        double[] best = new double[demand.levels()];
        double most = -1;
        for (int vertex = 0; vertex < bound.vertices(); vertex++) {
            double[] worth = new double[demand.levels()];
            for (int i = 0; i < worth.length; i++) {
                worth[i] = bound.atVertex(vertex, demand.at(i).cores(), demand.at(i).gib());
            }
            double sum = periods(worth);
            if (sum > most) {
                most = sum;
                best = worth;
            }
        }
        return best;
    }

    /** A period that runs. */
    private record Period(long endMicros, double worth) {}

    /** The least sum of worth of periods that together reach {@code worth} at each instant. */
    private double periods(double[] worth) {
        Deque<Period> running = new ArrayDeque<>(); // by end, as all are of one length
        double active = 0;
        double sum = 0;
        int started = 0;
        for (int level = 0; level < worth.length; level++) {
            long now = demand.startMicros(level);
            while (now < endMicros(level)) {
                while (!running.isEmpty() && running.getFirst().endMicros() <= now) {
                    active -= running.removeFirst().worth();
                }
                if (worth[level] > active) {
                    running.add(new Period(now + periodMicros, worth[level] - active));
                    sum += worth[level] - active;
                    active = worth[level];
                    if (++started > MOST_PERIODS) {
                        return 0;
                    }
                }
                now =
                        running.isEmpty()
                                ? endMicros(level)
                                : Math.min(endMicros(level), running.getFirst().endMicros());
            }
        }
        return sum * (1 - 1e-9); // sums and differences of doubles
    }
}
