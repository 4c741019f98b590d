package dev.stowage.billing;

import dev.stowage.basis.Check;
import dev.stowage.model.cloud.SpotPrice;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;

/**
 * Equal VMs that were rented at the same time and given back at the same time. Times are seconds
 * from the start of the period.
 *
 * @param offer type, region and prices
 * @param isSpot whether the spot price is paid; else that on demand
 * @param count how many, at least 1
 * @param startSeconds when they were started, at least 0
 * @param workedUntilSeconds when they stopped to be of use, at least the start
 * @param endSeconds when they were given back, at least the start
 * @param isInterrupted whether the provider took them back: charged to the second then, without
 *     quantum and minimum
 */
public record VmUsage(
        VmOffer offer,
        boolean isSpot,
        int count,
        long startSeconds,
        long workedUntilSeconds,
        long endSeconds,
        boolean isInterrupted) {
    public VmUsage {
        Check.positive("count", count);
        Check.notNegative("startSeconds", startSeconds);
        if (workedUntilSeconds < startSeconds || endSeconds < startSeconds) {
            throw new IllegalArgumentException(
                    "workedUntilSeconds = "
                            + workedUntilSeconds
                            + ", endSeconds = "
                            + endSeconds
                            + ", expected at least startSeconds = "
                            + startSeconds);
        }
        if (isSpot && offer.spot().isEmpty()) {
            throw new IllegalArgumentException(offer.type().name() + " has no spot price");
        }
    }

    /** What one of them costs, USD an hour; exact. */
    public BigDecimal usdPerHour() {
        return isSpot ? offer.spot().map(SpotPrice::usdPerHour).orElseThrow() : offer.usdPerHour();
    }
}
