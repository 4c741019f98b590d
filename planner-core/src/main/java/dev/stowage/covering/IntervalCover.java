package dev.stowage.covering;

import dev.stowage.model.Check;
import dev.stowage.model.Resources;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The least that it can cost to hold a demand over time with VMs that are rented for whole charging
 * periods, at one of several places at a time, if all of the demand is known beforehand: a bound
 * that no plan undercuts, and the optimum where it can be proven.
 *
 * <p>Where a charging period is no longer than a decision, each decision stands alone: the sum of
 * the cheapest covers. For longer periods there are two bounds, the better of which counts:
 *
 * <ul>
 *   <li>At prices of a core and a GiB at which no VM of a place is worth more than it costs, the
 *       worth of the demand at the place where that is least must be held by periods of worth.
 *       Equal periods of one good are fewest if each starts as late as possible.
 *   <li>With one place, the linear relaxation of {@link IntervalProgramme}.
 * </ul>
 */
public final class IntervalCover {
    private static final double NANO_USD_HOURS = 1e9;

    private final List<CoverPool> places;
    private final List<Resources> needs;
    private final int period;
    private final double hoursPerDecision;

    /**
     * @param places what can be rented at each place, not empty
     * @param needs what each decision must hold
     * @param periodDecisions length of a charging period in decisions, at least 1; of several the
     *     shortest
     * @param decisionSeconds time between two decisions
     */
    public IntervalCover(
            List<CoverPool> places,
            List<Resources> needs,
            int periodDecisions,
            long decisionSeconds) {
        this.places = List.copyOf(places);
        this.needs = List.copyOf(needs);
        this.period = Check.positive("periodDecisions", periodDecisions);
        this.hoursPerDecision = Check.positive("decisionSeconds", decisionSeconds) / 3_600.0;
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
        if (period == 1) {
            return new Optimum(
                    decisionsAlone(), OptionalDouble.empty(), "cheapest cover of each decision");
        }
        double worth = latestStarts();
        if (places.size() == 1) {
            Optimum programme =
                    new IntervalProgramme(places.get(0), needs, period, hoursPerDecision)
                            .solve(nodes);
            if (programme.isExact() || programme.boundUsd() >= worth) {
                return programme;
            }
        }
        return new Optimum(worth, OptionalDouble.empty(), "worth of the demand at dual prices");
    }

    /** Sum of the cheapest covers of each decision, each at the best place, USD. */
    private double decisionsAlone() {
        List<ExactCover> exact = places.stream().map(ExactCover::new).toList();
        Resources last = Resources.NONE;
        long price = 0;
        double sum = 0;
        for (Resources need : needs) {
            if (!need.equals(last)) {
                price = cheapest(exact, need);
                last = need;
            }
            sum += price;
        }
        return sum * hoursPerDecision / NANO_USD_HOURS;
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

    /** Periods of the least worth over all places, each place at those prices that suit it best. */
    private double latestStarts() {
        double[] least = new double[needs.size()];
        for (int i = 0; i < least.length; i++) {
            least[i] = Double.POSITIVE_INFINITY;
        }
        for (CoverPool place : places) {
            double[] worth = worth(place);
            for (int i = 0; i < least.length; i++) {
                least[i] = Math.min(least[i], worth[i]);
            }
        }
        return periods(least) * period * hoursPerDecision / NANO_USD_HOURS;
    }

    /** Worth of each decision's need at the vertex that gives the place the highest bound. */
    private double[] worth(CoverPool place) {
        DualBound bound = place.bound(place.items().size() - 1);
        double[] best = {};
        double most = -1;
        for (int vertex = 0; vertex < bound.vertices(); vertex++) {
            double[] worth = new double[needs.size()];
            for (int i = 0; i < worth.length; i++) {
                worth[i] = bound.atVertex(vertex, needs.get(i).cores(), needs.get(i).gib());
            }
            double sum = periods(worth);
            if (sum > most) {
                most = sum;
                best = worth;
            }
        }
        return best;
    }

    /** The least sum of sizes of periods that together reach {@code worth} at each decision. */
    private double periods(double[] worth) {
        double[] started = new double[worth.length];
        double active = 0;
        double sum = 0;
        for (int i = 0; i < worth.length; i++) {
            if (i >= period) {
                active -= started[i - period];
            }
            started[i] = Math.max(0, worth[i] - active);
            active += started[i];
            sum += started[i];
        }
        return sum * (1 - 1e-9); // sums and differences of doubles
    }
}
