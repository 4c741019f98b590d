package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.covering.CustomSizes;
import dev.stowage.covering.DualBound;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.SustainedUse;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What holding a demand costs at least where sustained use is cheaper. CPU and memory are one good,
 * so much for a core and so much for a GiB. Each layer of the need costs what its time in use does
 * under the cheapest rates: those of the n-th vCPU, over all time. Time charged under such rates
 * bends downwards, so that no division of the need among families, places and months costs less.
 * Months count as the shortest, and what is beyond one at the last rate.
 */
final class SustainedBound {
    private static final double LEAST_MONTH_HOURS = 28 * 24;
    private static final double MICROS_PER_HOUR = 3.6e9;
    private static final double NANO = 1e9;
    private static final int STEPS = 40;
    private static final int LAYERS = 4_000;

    /** Guards against rounding. */
    private static final double CAUTION = 1 - 1e-9;

    private final ServiceDemand demand;
    private final Map<List<BigDecimal>, List<CoverItem>> items = new HashMap<>();
    private final Map<List<BigDecimal>, List<CustomSizes>> custom = new HashMap<>();
    private final DualBound listed;

    private SustainedBound(List<Market> markets, ServiceDemand demand) {
        this.demand = demand;
        List<CoverItem> all = new ArrayList<>();
        List<CustomSizes> sizes = new ArrayList<>();
        for (Market market : markets) {
            for (CoverItem item : market.items()) {
                Optional<SustainedUse> use =
                        item.pricing() == Pricing.SPOT
                                ? Optional.empty()
                                : market.billing().sustainedUse(item.offer().type().family());
                items.computeIfAbsent(rates(use), rates -> new ArrayList<>()).add(item);
                all.add(item);
            }
            for (CustomSizes each : market.pool().custom()) {
                Optional<SustainedUse> use = market.billing().sustainedUse(each.family());
                custom.computeIfAbsent(rates(use), rates -> new ArrayList<>()).add(each);
                sizes.add(each);
            }
        }
        this.listed = DualBound.of(all, sizes);
    }

    private static List<BigDecimal> rates(Optional<SustainedUse> use) {
        return use.map(SustainedUse::rates).orElse(List.of(BigDecimal.ONE));
    }

    /** USD; nothing that holds the demand costs less while time is charged as it passes. */
    static double usd(List<Market> markets, ServiceDemand demand) {
        SustainedBound bound = new SustainedBound(markets, demand);
        double most = 0;
        for (int v = 0; v < bound.listed.vertices(); v++) {
            int next = Math.min(v + 1, bound.listed.vertices() - 1);
            for (int step = 0; step < STEPS; step++) {
                double share = step / (double) STEPS;
                double perCore =
                        (1 - share) * bound.listed.perCore(v) + share * bound.listed.perCore(next);
                double perGib =
                        (1 - share) * bound.listed.perGib(v) + share * bound.listed.perGib(next);
                most = Math.max(most, bound.nanoUsd(perCore, perGib));
            }
        }
        return most * CAUTION / NANO;
    }

    /** At weights of a core and a GiB. */
    private double nanoUsd(double perCore, double perGib) {
        Map<List<BigDecimal>, Double> prices = prices(perCore, perGib);
        Resources peak = demand.peak();
        double layer = (perCore * peak.cores() + perGib * peak.gib()) / LAYERS;
        double[] hours = new double[LAYERS + 1];
        for (int i = 0; i < demand.levels(); i++) {
            boolean isLast = i + 1 == demand.levels();
            long end = isLast ? demand.endMicros() : demand.startMicros(i + 1);
            Resources need = demand.at(i);
            double worth = perCore * need.cores() + perGib * need.gib();
            hours[(int) Math.min(LAYERS, worth / layer)] +=
                    (end - demand.startMicros(i)) / MICROS_PER_HOUR; // rounded down
        }
        double sum = 0;
        double inUse = 0;
        for (int i = LAYERS; i > 0; i--) {
            inUse += hours[i];
            sum += layer * least(prices, inUse);
        }
        return sum;
    }

    /** The least list price of the good, by rates. */
    private Map<List<BigDecimal>, Double> prices(double perCore, double perGib) {
        Map<List<BigDecimal>, Double> prices = new HashMap<>();
        items.forEach(
                (rates, of) -> {
                    for (CoverItem item : of) {
                        Resources size = item.provides();
                        double worth = perCore * size.cores() + perGib * size.gib();
                        prices.merge(rates, item.nanoUsdPerHour() / worth, Math::min);
                    }
                });
        custom.forEach(
                (rates, of) -> {
                    for (CustomSizes each : of) {
                        double lean = each.leastGibPerCore();
                        double rich = each.mostGibPerCore();
                        prices.merge(rates, price(each, lean, perCore, perGib), Math::min);
                        prices.merge(rates, price(each, rich, perCore, perGib), Math::min);
                    }
                });
        return prices;
    }

    private static double price(
            CustomSizes sizes, double gibPerCore, double perCore, double perGib) {
        return (sizes.nanoUsdPerCore() + gibPerCore * sizes.nanoUsdPerGib())
                / (perCore + gibPerCore * perGib);
    }

    private static double least(Map<List<BigDecimal>, Double> prices, double hours) {
        double least = Double.POSITIVE_INFINITY;
        for (Map.Entry<List<BigDecimal>, Double> each : prices.entrySet()) {
            least = Math.min(least, each.getValue() * charged(each.getKey(), hours));
        }
        return least;
    }

    private static double charged(List<BigDecimal> rates, double hours) {
        double charged = 0;
        double left = hours;
        for (int i = 0; i < rates.size(); i++) {
            boolean isLast = i + 1 == rates.size();
            double inPart = isLast ? left : Math.min(left, LEAST_MONTH_HOURS / rates.size());
            charged += inPart * rates.get(i).doubleValue();
            left -= inPart;
        }
        return charged;
    }
}
