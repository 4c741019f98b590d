package dev.stowage.covering;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.SpotPrice;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A VM that can be rented any number of times, and what it counts for.
 *
 * @param offer type, region and prices
 * @param provides what one of them covers: its capacity, or that scaled by the speed of its CPU
 * @param pricing which of its prices is paid
 * @param nanoUsdPerHour what it costs with what it needs beside itself, in billionths of a USD an
 *     hour, at least 1
 * @param vms how many VMs it is: one, or one in each zone
 */
public record CoverItem(
        VmOffer offer, Resources provides, Pricing pricing, long nanoUsdPerHour, int vms) {
    private static final int NANO_DIGITS = 9;

    /** Which price of an offer is paid. */
    public enum Pricing {
        ON_DEMAND,
        /** The provider may take the VM back at any time. */
        SPOT
    }

    public CoverItem {
        Check.positive("provides.cpuMicroCores", provides.cpuMicroCores());
        Check.positive("provides.memoryBytes", provides.memoryBytes());
        Check.positive("nanoUsdPerHour", nanoUsdPerHour);
        Check.positive("vms", vms);
    }

    /** An offer on demand that counts for its capacity. */
    public static CoverItem of(VmOffer offer) {
        return of(offer, offer.type().capacity());
    }

    /** An offer on demand that counts for {@code provides}. */
    public static CoverItem of(VmOffer offer, Resources provides) {
        long nano = nanoUsd(offer.usdPerHour().add(offer.extrasUsdPerHour()));
        return new CoverItem(offer, provides, Pricing.ON_DEMAND, nano, 1);
    }

    /**
     * An offer at its spot price that counts for {@code provides}.
     *
     * @throws IllegalArgumentException if it has no spot price
     */
    public static CoverItem spot(VmOffer offer, Resources provides) {
        long nano = nanoUsd(spotUsd(offer).add(offer.extrasUsdPerHour()));
        return new CoverItem(offer, provides, Pricing.SPOT, nano, 1);
    }

    /** One VM in each of some zones, of which it provides what is left when one zone fails. */
    public CoverItem inZones(int zones) {
        Check.inRange("zones", zones, 2, Integer.MAX_VALUE);
        return new CoverItem(
                offer,
                new Resources(
                        Math.multiplyExact(provides.cpuMicroCores(), zones - 1L),
                        Math.multiplyExact(provides.memoryBytes(), zones - 1L)),
                pricing,
                Math.multiplyExact(nanoUsdPerHour, (long) zones),
                Math.multiplyExact(vms, zones));
    }

    /** This at the price of its offer, with what it needs. */
    public CoverItem atList() {
        BigDecimal usd = usdPerHour().add(offer.extrasUsdPerHour());
        return at(Math.multiplyExact(nanoUsd(usd), (long) vms));
    }

    /** This at another price, billionths of a USD an hour. */
    public CoverItem at(long nanoUsd) {
        return new CoverItem(offer, provides, pricing, nanoUsd, vms);
    }

    /** What it needs beside itself costs so much of its price, billionths of a USD an hour. */
    public long extrasNanoUsdPerHour() {
        BigDecimal usd = offer.extrasUsdPerHour();
        return usd.signum() == 0 ? 0 : Math.multiplyExact(nanoUsd(usd), (long) vms);
    }

    /** What is paid for a VM alone, USD an hour; exact. */
    public BigDecimal usdPerHour() {
        return switch (pricing) {
            case ON_DEMAND -> offer.usdPerHour();
            case SPOT -> spotUsd(offer);
        };
    }

    private static BigDecimal spotUsd(VmOffer offer) {
        return offer.spot()
                .map(SpotPrice::usdPerHour)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        offer.type().name() + " has no spot price"));
    }

    /** How many of them cover {@code demand} by themselves; 0 for no demand. */
    public long countFor(Resources demand) {
        return Math.max(
                -Math.floorDiv(-demand.cpuMicroCores(), provides.cpuMicroCores()),
                -Math.floorDiv(-demand.memoryBytes(), provides.memoryBytes()));
    }

    /** An amount in billionths of a USD, at least 1, rounded half up. */
    private static long nanoUsd(BigDecimal usd) {
        return Math.max(
                1,
                usd.movePointRight(NANO_DIGITS).setScale(0, RoundingMode.HALF_UP).longValueExact());
    }
}
