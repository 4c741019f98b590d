package dev.stowage.workflow.cloud;

import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.portfolio.DemandCurve;
import dev.stowage.policy.portfolio.PlacePortfolio;
import dev.stowage.policy.portfolio.Portfolio;
import dev.stowage.policy.portfolio.SpotRisk;
import dev.stowage.sim.cloud.SustainedPrices;
import dev.stowage.workload.demand.ServiceDemand;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The portfolio with the lowest bill, over all places: the most promising place first, until no
 * other can cost less. Where a place has sustained use, the best at list prices and the best at
 * prices after it are both billed.
 */
final class PortfolioSearch {
    /** Searches of a place at a set of prices; beyond them the answer says that it was cut. */
    private static final int MOST_SEARCHED = 12;

    /** Share by which bills may be above time charged as it passes, to be looked at. */
    private static final double NEAR = 1e-3;

    private static final double TOLERANCE = 2e-4;

    private final List<Market> markets;
    private final ServiceDemand demand;
    private final DemandCurve curve;
    private final Set<Commitment.Kind> kinds;
    private final Optional<LocalDate> start;
    private final Function<String, BillingRule> rules;

    /**
     * @param markets not empty
     * @param kinds of commitments that may be bought
     * @param start first day of the demand; empty if it has none
     */
    PortfolioSearch(
            List<Market> markets,
            ServiceDemand demand,
            Set<Commitment.Kind> kinds,
            Optional<LocalDate> start,
            Function<String, BillingRule> rules) {
        this.markets = markets;
        this.demand = demand;
        this.curve = new DemandCurve(demand);
        this.kinds = kinds;
        this.start = start;
        this.rules = rules;
    }

    /**
     * What came of it.
     *
     * @param boundUsd nothing anywhere costs less, if time is charged as it passes
     * @param isExact true if the bound is that of whole VMs everywhere, and met
     * @param isCut true if a search stopped at its limit
     */
    record Found(BilledPortfolio best, double boundUsd, boolean isExact, boolean isCut) {}

    /** A place at a set of prices; {@code isBounding} if no bill there is below them. */
    private record Choice(PlacePortfolio place, double roughUsd, boolean isBounding) {}

    /**
     * The cheapest.
     *
     * @param mostMonths the longest term to commit for; 0 for none
     * @param risk empty for no spot VMs
     */
    Found cheapest(int mostMonths, Optional<SpotRisk> risk) {
        BilledPortfolio best = null;
        double bound = Double.POSITIVE_INFINITY;
        boolean isCut = false;
        int searched = 0;
        for (Choice choice : choices(mostMonths, risk)) {
            if (best != null && choice.roughUsd() >= best.usd()) {
                break;
            }
            if (searched == MOST_SEARCHED) {
                bound = Math.min(bound, choice.roughUsd());
                isCut = true;
                break;
            }
            searched++;
            double enough =
                    best == null || !choice.isBounding() ? Double.POSITIVE_INFINITY : best.usd();
            Portfolio found = choice.place().best(enough);
            isCut |= found.proof().isCut();
            bound = choice.isBounding() ? Math.min(bound, found.proof().boundUsd()) : bound;
            if (found.proof().usd() < enough * (1 + NEAR)) {
                BilledPortfolio billed = BilledPortfolio.of(found, demand, start, rules);
                best = best == null || billed.usd() < best.usd() ? billed : best;
            }
        }
        if (best == null) {
            throw new IllegalStateException("no place to search");
        }
        double least = Math.min(bound, best.usd());
        return new Found(best, least, isExact(best, least), isCut);
    }

    private static boolean isExact(BilledPortfolio best, double boundUsd) {
        return best.portfolio().proof().isExact() && best.usd() * (1 - 2 * TOLERANCE) <= boundUsd;
    }

    private PlacePortfolio place(Market market, int mostMonths, Optional<SpotRisk> risk) {
        return new PlacePortfolio(market, curve, mostMonths, kinds, risk);
    }

    private List<Choice> choices(int mostMonths, Optional<SpotRisk> risk) {
        List<Choice> choices = new ArrayList<>();
        for (Market market : markets) {
            Market sustained = SustainedPrices.of(market, demand.endMicros());
            PlacePortfolio place = place(sustained, mostMonths, risk);
            double rough = place.roughUsd();
            choices.add(new Choice(place, rough, true));
            if (!sustained.equals(market)) {
                PlacePortfolio listed = place(market, mostMonths, risk);
                choices.add(new Choice(listed, rough, false));
            }
        }
        choices.sort(Comparator.comparingDouble(Choice::roughUsd));
        return choices;
    }
}
