package dev.stowage.cli;

import dev.stowage.model.VmCatalogue;
import dev.stowage.model.VmOffer;
import dev.stowage.sim.cloud.VmShare;
import java.util.ArrayList;
import java.util.List;

/**
 * Prices that an answer rests on and that are far below those of the same type in other regions: a
 * price list that is wrong in one place wins everything there.
 */
final class PriceDoubts {
    /** Share of the median of the other regions below which a price is doubtful. */
    private static final double DOUBTFUL = 1.0 / 3;

    /** Other regions that it takes to doubt. */
    private static final int LEAST_REGIONS = 3;

    private PriceDoubts() {}

    /**
     * One sentence for each doubtful price among the types that were rented, dearest total first.
     */
    static List<String> of(VmCatalogue catalogue, List<VmShare> shares) {
        List<String> doubts = new ArrayList<>();
        for (VmShare share : shares) {
            VmOffer offer = share.item().offer();
            double price = offer.usdPerHour().doubleValue();
            List<Double> elsewhere = elsewhere(catalogue, offer);
            if (elsewhere.size() >= LEAST_REGIONS) {
                double usual = elsewhere.get(elsewhere.size() / 2);
                if (price < usual * DOUBTFUL) {
                    doubts.add(sentence(offer, usual));
                }
            }
        }
        return doubts;
    }

    /** What the type costs in the other regions of the provider, rising. */
    private static List<Double> elsewhere(VmCatalogue catalogue, VmOffer offer) {
        List<Double> prices = new ArrayList<>();
        String provider = offer.type().provider();
        for (String region : catalogue.regions(provider)) {
            for (VmOffer other : catalogue.offers(provider, region)) {
                boolean isSameType = other.type().name().equals(offer.type().name());
                if (isSameType && !region.equals(offer.region())) {
                    prices.add(other.usdPerHour().doubleValue());
                }
            }
        }
        prices.sort(null);
        return prices;
    }

    private static String sentence(VmOffer offer, double usual) {
        return offer.type().name()
                + " costs "
                + offer.usdPerHour().stripTrailingZeros().toPlainString()
                + " USD an hour in "
                + offer.region()
                + " and about "
                + Figures.number(usual)
                + " in other regions; check it with `stowage catalog verify`, or leave the region"
                + " out.";
    }
}
