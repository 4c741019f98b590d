package dev.stowage.policy.deployment;

import dev.stowage.basis.Check;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CustomSizes;
import dev.stowage.model.Resources;
import java.util.Optional;

/**
 * Sizes that are cut to the demand, at a share of their price.
 *
 * @param sizes what is sold
 * @param factor share of the price, above 0 and at most 1
 */
public record ScaledSizes(CustomSizes sizes, double factor) implements CustomSizes {
    public ScaledSizes {
        Check.positive("factor", factor);
    }

    /**
     * A VM at a share of its own price, rounded down to a billionth of a USD an hour; what it needs
     * beside itself costs what it does.
     */
    public static CoverItem scaled(CoverItem item, double factor) {
        long beside = item.extrasNanoUsdPerHour();
        return item.at(scaled(item.nanoUsdPerHour(), beside, factor));
    }

    private static long scaled(long nanoUsd, long beside, double factor) {
        return Math.max(1, (long) Math.floor((nanoUsd - beside) * factor) + beside);
    }

    @Override
    public String family() {
        return sizes.family();
    }

    @Override
    public Optional<CoverItem> cheapestCovering(Resources need) {
        return sizes.cheapestCovering(need).map(item -> scaled(item, factor));
    }

    /** Without an offer made of it: sizes that are cut to the demand need nothing beside. */
    @Override
    public long nanoUsdCovering(Resources need) {
        long nanoUsd = sizes.nanoUsdCovering(need);
        return nanoUsd == NONE ? NONE : scaled(nanoUsd, 0, factor);
    }

    @Override
    public double nanoUsdPerCore() {
        return sizes.nanoUsdPerCore() * factor;
    }

    @Override
    public double nanoUsdPerGib() {
        return sizes.nanoUsdPerGib() * factor;
    }

    @Override
    public double leastGibPerCore() {
        return sizes.leastGibPerCore();
    }

    @Override
    public double mostGibPerCore() {
        return sizes.mostGibPerCore();
    }

    @Override
    public Resources largest() {
        return sizes.largest();
    }

    @Override
    public Resources unit() {
        return sizes.unit();
    }
}
