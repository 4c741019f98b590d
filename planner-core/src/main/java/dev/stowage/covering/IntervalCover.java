package dev.stowage.covering;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigInteger;
import java.util.ArrayDeque;
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
 * <p>The better of two bounds counts:
 *
 * <ul>
 *   <li>At each instant what is paid for an hour is at least the cheapest cover of what is needed,
 *       at the place where that is least. Equal periods that add up to a price an hour are fewest
 *       if each starts as late as possible.
 *   <li>{@link IntervalProgramme} over the places, where it isn't too large.
 * </ul>
 */
public final class IntervalCover {
    private static final double NANO_USD_MICROS = 1e9 * 3.6e9;

    /** More than a sum in whole numbers may gain when it becomes a double. */
    private static final double ROUNDING = 1 - 1e-15;

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
        long[] prices = cheapestCovers();
        if (periodMicros <= SHORT_MICROS) {
            return levelsAlone(prices);
        }
        Optimum covers = latestStarts(prices);
        return IntervalProgramme.of(places, demand, periodMicros)
                .map(programme -> programme.solve(nodes))
                .filter(each -> each.isExact() || each.boundUsd() > covers.boundUsd())
                .orElse(covers);
    }

    private static Optimum bound(BigInteger nanoUsdMicros, String method) {
        double usd = nanoUsdMicros.doubleValue() / NANO_USD_MICROS * ROUNDING;
        return new Optimum(usd, OptionalDouble.empty(), method);
    }

    /** What the cheapest cover of each level costs, at the best place, nano USD an hour. */
    private long[] cheapestCovers() {
        List<ExactCover> exact = places.stream().map(ExactCover::new).toList();
        Map<Resources, Long> prices = new HashMap<>();
        long[] covers = new long[demand.levels()];
        for (int i = 0; i < covers.length; i++) {
            covers[i] = prices.computeIfAbsent(demand.at(i), need -> cheapest(exact, need));
        }
        return covers;
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

    /** Each level for as long as it lasts. */
    private Optimum levelsAlone(long[] prices) {
        BigInteger sum = BigInteger.ZERO;
        for (int i = 0; i < prices.length; i++) {
            sum = sum.add(cost(prices[i], demand.endMicros(i) - demand.startMicros(i)));
        }
        return bound(sum, "cheapest cover of each level of the demand");
    }

    private static BigInteger cost(long nanoUsdPerHour, long micros) {
        return BigInteger.valueOf(nanoUsdPerHour).multiply(BigInteger.valueOf(micros));
    }

    /** A price an hour that is paid for a period. */
    private record Period(long endMicros, long nanoUsdPerHour) {}

    /** Periods that together pay at least the price of each level, each from as late as it may. */
    private Optimum latestStarts(long[] prices) {
        Deque<Period> running = new ArrayDeque<>(); // by end, as all are of one length
        long paid = 0;
        BigInteger sum = BigInteger.ZERO;
        int started = 0;
        for (int level = 0; level < prices.length; level++) {
            long now = demand.startMicros(level);
            while (now < demand.endMicros(level)) {
                while (!running.isEmpty() && running.getFirst().endMicros() <= now) {
                    paid -= running.removeFirst().nanoUsdPerHour();
                }
                long missing = prices[level] - paid;
                if (missing > 0) {
                    running.add(new Period(now + periodMicros, missing));
                    sum = sum.add(cost(missing, periodMicros));
                    paid += missing;
                    if (++started > MOST_PERIODS) {
                        return levelsAlone(prices);
                    }
                }
                long next = running.isEmpty() ? Long.MAX_VALUE : running.getFirst().endMicros();
                now = Math.min(demand.endMicros(level), next);
            }
        }
        return bound(sum, "cheapest covers in whole periods");
    }
}
