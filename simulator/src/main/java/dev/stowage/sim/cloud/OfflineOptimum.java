package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverPool;
import dev.stowage.covering.IntervalCover;
import dev.stowage.model.BillingRule;
import dev.stowage.model.Resources;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.ServiceDemand;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.LongStream;

/**
 * What holding a demand costs at least if all of it is known beforehand, VMs boot at once, moves
 * are free, and any mix of types of one place at a time may be rented.
 *
 * @param boundUsd no policy spends less on VMs
 * @param usd what the best plan costs, if it is proven: then equal to the bound
 * @param method how the bound came about, in words
 */
public record OfflineOptimum(double boundUsd, OptionalDouble usd, String method) {
    private static final double NANO_USD_SECONDS = 1e9 * 3_600;

    /** Branches to try for a proof. */
    private static final int NODES = 2_000;

    /** Relative difference below which a plan meets the bound: that of adding up doubles. */
    private static final double ROUNDING = 1e-9;

    /** True if a plan is known that costs no more than the bound. */
    public boolean isExact() {
        return usd.isPresent();
    }

    /** How far a cost is above the bound, as a share of it; 0 if the bound is 0. */
    public double gap(double costUsd) {
        return boundUsd > 0 ? Math.max(0, costUsd / boundUsd - 1) : 0;
    }

    /** Solves for a demand; {@code markets} is not empty. */
    public static OfflineOptimum of(
            List<Market> markets, ServiceDemand demand, DeploymentSpec spec) {
        List<Resources> needs = List.of(demand.atDecisions(spec.decisionSeconds()));
        long period = periods(markets).min().orElseThrow();
        int decisions = Math.toIntExact(Math.max(1, period / spec.decisionSeconds()));
        List<CoverPool> places = markets.stream().map(Market::pool).toList();
        IntervalCover.Optimum optimum =
                new IntervalCover(places, needs, decisions, spec.decisionSeconds()).solve(NODES);
        boolean hasOnePeriod = periods(markets).distinct().count() == 1;
        OptionalDouble usd = OptionalDouble.empty();
        if (decisions == 1) {
            double plan = planOfLevels(markets, needs, spec.decisionSeconds());
            if (plan <= optimum.boundUsd() * (1 + ROUNDING)) {
                usd = OptionalDouble.of(optimum.boundUsd());
            }
        } else if (hasOnePeriod && period % spec.decisionSeconds() == 0) {
            usd = optimum.usd();
        }
        return new OfflineOptimum(optimum.boundUsd(), usd, optimum.method());
    }

    /** Quanta of the places; minimum charges are left out, which only lowers the bound. */
    private static LongStream periods(List<Market> markets) {
        return markets.stream().map(Market::billing).mapToLong(BillingRule::quantumSeconds);
    }

    /**
     * Cost of the plan that rents the cheapest mix of one place for each level, and gives it back.
     */
    private static double planOfLevels(
            List<Market> markets, List<Resources> needs, long decisionSeconds) {
        double cost = 0;
        int from = 0;
        for (int i = 1; i <= needs.size(); i++) {
            if (i == needs.size() || !needs.get(i).equals(needs.get(from))) {
                cost += planOfLevel(markets, needs.get(from), (i - from) * decisionSeconds);
                from = i;
            }
        }
        return cost;
    }

    private static double planOfLevel(List<Market> markets, Resources need, long seconds) {
        if (need.equals(Resources.NONE)) {
            return 0;
        }
        double best = Double.POSITIVE_INFINITY;
        for (Market market : markets) {
            double least = market.bound(need) * seconds / NANO_USD_SECONDS;
            if (least < best) {
                long price = market.cheapestMix(need).nanoUsdPerHour();
                best =
                        Math.min(
                                best,
                                price * charged(market.billing(), seconds) / NANO_USD_SECONDS);
            }
        }
        return best;
    }

    /** Seconds charged for a VM that is given back after the charging period it is in. */
    private static double charged(BillingRule billing, long seconds) {
        long quantum = billing.quantumSeconds();
        long periods = -Math.floorDiv(-seconds, quantum);
        return Math.max(VmGroup.leastSeconds(billing), quantum * periods);
    }
}
