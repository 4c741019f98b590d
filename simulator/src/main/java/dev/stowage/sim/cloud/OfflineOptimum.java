package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverPool;
import dev.stowage.covering.IntervalCover;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.math3.util.ArithmeticUtils;

/**
 * What holding a demand costs at least if all of it is known beforehand, VMs are rented and boot at
 * any instant, moves are free, and any mix of types of one place at a time may be rented. It goes
 * by the changes of the demand, so it is below plans that decide more often, too. Where use that is
 * sustained is cheaper, it is the better of two: as if every VM ran throughout, or layer by layer.
 *
 * @param boundUsd no policy spends less on VMs
 * @param usd what the best plan costs, if it is proven: then equal to the bound
 * @param decidedUsd no plan spends less that decides as rarely as the policies do; at least the
 *     bound
 * @param method how the bound came about, in words
 */
public record OfflineOptimum(
        double boundUsd, OptionalDouble usd, double decidedUsd, String method) {
    private static final double NANO_USD_SECONDS = 1e9 * 3_600;
    private static final long MICROS_PER_SECOND = 1_000_000L;

    /** Branches to try for a proof. */
    private static final int NODES = 40;

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
        boolean isTakenBack = spec.interruptionsPerHour() > 0;
        long period = isTakenBack ? 1 : commonPeriod(markets); // one taken back pays by the second
        List<Market> atLeast =
                markets.stream().map(m -> SustainedPrices.of(m, demand.endMicros())).toList();
        IntervalCover.Optimum optimum = solve(atLeast, demand, period);
        double decided =
                solve(atLeast, demand.decidedEvery(spec.decisionSeconds()), period).boundUsd();
        boolean isListPrice = atLeast.equals(markets);
        double layered = isListPrice ? 0 : SustainedBound.usd(markets, demand);
        double bound = Math.max(optimum.boundUsd(), layered);
        boolean isProvable = !isTakenBack && isListPrice && !spec.limits().bindPlans();
        return new OfflineOptimum(
                bound,
                isProvable ? proven(markets, demand, optimum) : OptionalDouble.empty(),
                Math.max(decided, bound),
                layered > optimum.boundUsd()
                        ? "layers of the demand at the rates of sustained use, CPU and memory as one"
                        : optimum.method()
                                + (isTakenBack ? ", by the second" : "")
                                + (isListPrice
                                        ? ""
                                        : ", at the prices of VMs that run throughout"));
    }

    private static IntervalCover.Optimum solve(
            List<Market> markets, ServiceDemand demand, long periodSeconds) {
        List<CoverPool> places = markets.stream().map(Market::pool).toList();
        return new IntervalCover(places, demand, periodSeconds * MICROS_PER_SECOND).solve(NODES);
    }

    private static OptionalDouble proven(
            List<Market> markets, ServiceDemand demand, IntervalCover.Optimum optimum) {
        boolean isOfPeriods =
                markets.stream()
                        .map(Market::billing)
                        .allMatch(
                                each ->
                                        each.quantumSeconds() == commonPeriod(markets)
                                                && each.minimumSeconds() <= each.quantumSeconds());
        if (optimum.isExact()) {
            return isOfPeriods ? optimum.usd() : OptionalDouble.empty();
        }
        return planOfLevels(markets, demand) <= optimum.boundUsd() * (1 + ROUNDING)
                ? OptionalDouble.of(optimum.boundUsd())
                : OptionalDouble.empty();
    }

    /**
     * What all charging periods are multiples of: periods of that length are never dearer. Minimum
     * charges are left out, which only lowers the bound.
     */
    private static long commonPeriod(List<Market> markets) {
        return markets.stream()
                .mapToLong(market -> market.billing().quantumSeconds())
                .reduce(0, ArithmeticUtils::gcd);
    }

    /**
     * Cost of the plan that rents the cheapest mix of one place for each level, and gives it back.
     */
    private static double planOfLevels(List<Market> markets, ServiceDemand demand) {
        double cost = 0;
        int from = 0;
        for (int i = 1; i <= demand.levels(); i++) {
            if (i == demand.levels() || !demand.at(i).equals(demand.at(from))) {
                long end = i == demand.levels() ? demand.endMicros() : demand.startMicros(i);
                long seconds = -Math.floorDiv(-(end - demand.startMicros(from)), MICROS_PER_SECOND);
                cost += planOfLevel(markets, demand.at(from), seconds);
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
