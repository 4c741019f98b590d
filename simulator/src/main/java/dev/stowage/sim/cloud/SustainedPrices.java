package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.covering.CustomSizes;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.SustainedUse;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.ScaledSizes;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Prices of a place as they are after sustained use if every VM runs throughout. No use of a
 * resource costs less: each further part of a month is cheaper than the one before, and no VM runs
 * longer than the demand. Spot VMs have no part in it.
 */
public final class SustainedPrices {
    /** The shortest month, in which a time is the largest share. */
    private static final BigDecimal LEAST_MONTH_HOURS = BigDecimal.valueOf(28 * 24);

    private static final BigDecimal MICROS_PER_HOUR = BigDecimal.valueOf(3_600_000_000L);

    private SustainedPrices() {}

    /** The place at these prices; the same if nothing of it has sustained use in that time. */
    public static Market of(Market market, long micros) {
        List<CoverItem> items = new ArrayList<>();
        boolean isChanged = false;
        for (CoverItem item : market.items()) {
            double factor =
                    item.pricing() == Pricing.SPOT
                            ? 1
                            : factor(market.billing(), item.offer().type().family(), micros);
            isChanged |= factor < 1;
            items.add(factor < 1 ? ScaledSizes.scaled(item, factor) : item);
        }
        List<CustomSizes> custom = new ArrayList<>();
        for (CustomSizes sizes : market.pool().custom()) {
            double factor = factor(market.billing(), sizes.family(), micros);
            isChanged |= factor < 1;
            custom.add(factor < 1 ? new ScaledSizes(sizes, factor) : sizes);
        }
        return isChanged
                ? new Market(market.provider(), market.region(), market.billing(), items, custom)
                : market;
    }

    /** Share of the price that a VM costs which runs for a time, at least. */
    private static double factor(BillingRule rule, String family, long micros) {
        Optional<SustainedUse> sustained = rule.sustainedUse(family);
        if (sustained.isEmpty()) {
            return 1;
        }
        BigDecimal hours =
                BigDecimal.valueOf(micros)
                        .divide(MICROS_PER_HOUR, MathContext.DECIMAL64)
                        .min(LEAST_MONTH_HOURS);
        return sustained
                .get()
                .chargedHours(hours, LEAST_MONTH_HOURS)
                .divide(hours, MathContext.DECIMAL64)
                .doubleValue();
    }
}
