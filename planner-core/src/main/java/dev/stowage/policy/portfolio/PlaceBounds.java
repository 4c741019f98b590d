package dev.stowage.policy.portfolio;

import dev.stowage.covering.CoverItem;
import dev.stowage.covering.DualBound;
import dev.stowage.policy.deployment.Market;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a portfolio at one place costs at least, if VMs came in fractions, whatever of the shared
 * commitments given is bought. vCPUs and memory count by the core and the GiB, on demand too.
 */
final class PlaceBounds {
    private static final double NANO = 1e9;

    /** Steps of either resource in which places are compared roughly, and finely. */
    private static final int ROUGH = 150;

    private static final int FINE = 1_500;

    private final Market market;
    private final DemandCurve demand;
    private final List<CoverItem> committed;

    /** How plans of spending count. */
    private enum Spending {
        /** As if they were sold by the hour. */
        BY_THE_HOUR,
        /** As if each USD held the most CPU and the most memory that it can. */
        AT_MOST,
        /** As VMs that are bought, which no mix is better than where CPU and memory are one. */
        OF_ONE_GOOD
    }

    /**
     * @param committed VMs to commit to, at what an hour costs
     */
    PlaceBounds(Market market, DemandCurve demand, List<CoverItem> committed) {
        this.market = market;
        this.demand = demand;
        this.committed = committed;
    }

    /** A bound that takes little time, USD. */
    double roughUsd(Optional<CoverItem> spot, List<SharedTerms> terms) {
        return relaxed(demand.atLeast(ROUGH), spot, terms);
    }

    /** The best bound, USD. */
    double usd(Optional<CoverItem> spot, List<SharedTerms> terms) {
        LevelHours levels = demand.atLeast(FINE);
        double fine = relaxed(levels, spot, terms);
        if (!isSpending(terms)) {
            return fine;
        }
        DualBound rented = rented(spot, terms, Spending.OF_ONE_GOOD);
        List<CoverItem> bought = bought(terms, Spending.OF_ONE_GOOD);
        return Math.max(fine, new WeightedNeed(levels, rented, bought).least() / NANO);
    }

    private static boolean isSpending(List<SharedTerms> terms) {
        return terms.stream().anyMatch(each -> each.kind().isSpending());
    }

    /** The larger of two bounds, where plans of spending are for sale. */
    private double relaxed(LevelHours levels, Optional<CoverItem> spot, List<SharedTerms> terms) {
        double byTheHour = relaxed(levels, spot, terms, Spending.BY_THE_HOUR).least();
        double most =
                isSpending(terms)
                        ? relaxed(levels, spot, terms, Spending.AT_MOST).least()
                        : byTheHour;
        return Math.max(byTheHour, most) / NANO;
    }

    /** Without shared commitments. */
    RelaxedCost relaxed(LevelHours levels, Optional<CoverItem> spot) {
        return relaxed(levels, spot, List.of(), Spending.BY_THE_HOUR);
    }

    private RelaxedCost relaxed(
            LevelHours levels,
            Optional<CoverItem> spot,
            List<SharedTerms> terms,
            Spending spending) {
        List<CoverItem> bought = bought(terms, spending);
        Optional<DualBound> dual =
                bought.isEmpty() ? Optional.empty() : Optional.of(DualBound.of(bought, List.of()));
        return new RelaxedCost(levels, rented(spot, terms, spending), dual);
    }

    private DualBound rented(Optional<CoverItem> spot, List<SharedTerms> terms, Spending spending) {
        List<CoverItem> items = new ArrayList<>(market.pool().items());
        spot.ifPresent(items::add);
        for (SharedTerms each : terms) {
            Optional<ResourceOffer.Prices> prices = each.resourcePrices();
            if (prices.isPresent()) {
                double paid = ResourceOffer.paid(each);
                items.addAll(ResourceOffer.units(each, prices.get().listed(), paid));
            } else if (spending == Spending.BY_THE_HOUR) {
                items.addAll(each.atRates());
            }
        }
        return DualBound.of(items, market.pool().custom());
    }

    private List<CoverItem> bought(List<SharedTerms> terms, Spending spending) {
        List<CoverItem> bought = new ArrayList<>(committed);
        for (SharedTerms each : terms) {
            Optional<ResourceOffer.Prices> prices = each.resourcePrices();
            if (prices.isPresent()) {
                bought.addAll(ResourceOffer.units(each, prices.get().committed(), 1));
            } else if (spending == Spending.AT_MOST) {
                bought.add(each.mostForADollar());
            } else if (spending == Spending.OF_ONE_GOOD) {
                bought.addAll(each.atRates());
            }
        }
        return bought;
    }
}
