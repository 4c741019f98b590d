package dev.stowage.policy.commitment;

import dev.stowage.covering.CommitmentBound;
import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.Shortfall;
import dev.stowage.policy.deployment.VmList;
import dev.stowage.workload.demand.DemandLevels;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How many VMs to commit to at one place, if the demand repeats through the term and time is
 * charged as it passes: committed VMs work all of the time, the rest is the cheapest mix of each
 * level.
 *
 * @param market the place
 * @param lines what to commit to; none if that doesn't pay
 * @param usd what the demand costs so
 * @param onDemandUsd what it costs without commitments
 * @param boundUsd no number of commitments makes it cost less: linear relaxation
 * @param isSearchCut true if the search stopped at its limit, so that other numbers may cost less
 */
public record CommitmentPlan(
        Market market,
        List<Line> lines,
        double usd,
        double onDemandUsd,
        double boundUsd,
        boolean isSearchCut) {
    private static final long MICROS_PER_SECOND = 1_000_000L;

    /**
     * VMs of one type.
     *
     * @param item type
     * @param commitment its term and price
     * @param count how many, at least 1
     */
    public record Line(CoverItem item, Commitment commitment, int count) {}

    /**
     * What is rented on demand beside the commitments while a level lasts.
     *
     * @param fromSeconds begin of the level, to the second
     * @param toSeconds its end, later
     * @param vms the cheapest mix that holds what is missing; maybe none
     */
    public record Beside(long fromSeconds, long toSeconds, VmList vms) {}

    public CommitmentPlan {
        lines = List.copyOf(lines);
    }

    /** How far the cost is above the bound, as a share of the bound. */
    public double gapToBound() {
        return boundUsd > 0 ? Math.max(0, usd / boundUsd - 1) : Double.POSITIVE_INFINITY;
    }

    /** What the commitments save, as a share of the cost without them. */
    public double saving() {
        return onDemandUsd > 0 ? 1 - usd / onDemandUsd : 0;
    }

    /**
     * What is rented on demand beside the commitments, over time.
     *
     * @param demand that the plan is for
     */
    public List<Beside> beside(ServiceDemand demand) {
        Resources committed =
                new VmList(lines.stream().map(l -> new Cover.Line(l.item(), l.count())).toList())
                        .provides();
        Map<Resources, VmList> known = new HashMap<>();
        return beside(
                demand,
                need -> known.computeIfAbsent(Shortfall.of(need, committed), market::cheapestMix));
    }

    /**
     * What is rented on demand over time, to the second.
     *
     * @param vms what is rented while so much is needed
     */
    public static List<Beside> beside(ServiceDemand demand, Function<Resources, VmList> vms) {
        List<Beside> rented = new ArrayList<>();
        for (DemandLevels.Stretch level : DemandLevels.inTime(demand)) {
            long from = level.fromMicros() / MICROS_PER_SECOND;
            boolean isLast = level.toMicros() == demand.endMicros();
            long to = (level.toMicros() + (isLast ? MICROS_PER_SECOND - 1 : 0)) / MICROS_PER_SECOND;
            if (to > from) {
                rented.add(new Beside(from, to, vms.apply(level.need())));
            }
        }
        return rented;
    }

    /**
     * The cheapest of the plans of several places; empty if none sells VMs for the term. Places
     * where even committed VMs by the hour would cost more are not searched.
     *
     * @param termMonths terms of this length only
     */
    public static Optional<CommitmentPlan> cheapest(
            List<Market> markets, ServiceDemand demand, int termMonths) {
        Map<Resources, Double> hours = DemandLevels.hours(demand);
        Map<Market, Double> atLeast = new LinkedHashMap<>();
        for (Market market : markets) {
            CommitmentOffers offers = CommitmentOffers.of(market, termMonths);
            if (!offers.items().isEmpty()) {
                atLeast.put(market, offers.leastUsd(market, hours));
            }
        }
        CommitmentPlan best = null;
        List<Market> promising = new ArrayList<>(atLeast.keySet());
        promising.sort(Comparator.comparing(market -> atLeast.getOrDefault(market, 0.0)));
        for (Market market : promising) {
            if (best != null && atLeast.getOrDefault(market, 0.0) >= best.usd()) {
                break;
            }
            CommitmentPlan plan = of(market, demand, termMonths);
            best = best == null || plan.usd() < best.usd() ? plan : best;
        }
        return Optional.ofNullable(best);
    }

    /**
     * The best plan that a search from no commitments finds, and a bound. The search looks at
     * groups of many levels, then one by one.
     *
     * @param termMonths terms of this length only
     * @throws IllegalArgumentException if the place has custom sizes alone
     */
    public static CommitmentPlan of(Market market, ServiceDemand demand, int termMonths) {
        Map<Resources, Double> hours = DemandLevels.hours(demand);
        CommitmentOffers offers = CommitmentOffers.of(market, termMonths);
        CommitmentSearch groups =
                new CommitmentSearch(market, offers.items(), DemandLevels.most(hours));
        CommitmentSearch all = new CommitmentSearch(market, offers.items(), hours);
        int[] counts = all.refined(groups.best());
        return new CommitmentPlan(
                market,
                offers.lines(counts),
                all.usd(counts),
                all.usd(new int[counts.length]),
                boundUsd(market, demand, termMonths),
                all.isCut());
    }

    /**
     * No number of commitments at a place makes a demand cost less: the linear relaxation, over the
     * least that each group of levels needs.
     */
    public static double boundUsd(Market market, ServiceDemand demand, int termMonths) {
        return CommitmentBound.usd(
                CommitmentOffers.of(market, termMonths).items(),
                market.pool(),
                DemandLevels.least(DemandLevels.hours(demand)));
    }

    /** This with another number of VMs in one line; a line of none is left out. */
    public CommitmentPlan with(int line, int count) {
        List<Line> changed = new ArrayList<>(lines);
        Line old = changed.remove(line);
        if (count > 0) {
            changed.add(line, new Line(old.item(), old.commitment(), count));
        }
        return new CommitmentPlan(market, changed, usd, onDemandUsd, boundUsd, isSearchCut);
    }

    /** This without commitments. */
    public CommitmentPlan withoutLines() {
        return new CommitmentPlan(market, List.of(), usd, onDemandUsd, boundUsd, isSearchCut);
    }

    /**
     * This at what bills say.
     *
     * @param isCut true if the comparison of bills stopped at its limit
     */
    public CommitmentPlan billed(
            double billUsd, double billOnDemandUsd, double leastUsd, boolean isCut) {
        return new CommitmentPlan(
                market, lines, billUsd, billOnDemandUsd, leastUsd, isSearchCut || isCut);
    }
}
