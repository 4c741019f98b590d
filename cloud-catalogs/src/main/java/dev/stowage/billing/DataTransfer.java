package dev.stowage.billing;

import dev.stowage.basis.Check;
import java.math.BigDecimal;

/**
 * Data that left a region of a provider.
 *
 * @param provider that it left, and that charges for it
 * @param region that it left
 * @param atSeconds when, from the start of the period, at least 0
 * @param gib how much, at least 0; exact
 * @param usdPerGib price, at least 0; exact
 */
public record DataTransfer(
        String provider, String region, long atSeconds, BigDecimal gib, BigDecimal usdPerGib) {
    public DataTransfer {
        Check.notBlank("provider", provider);
        Check.notBlank("region", region);
        Check.notNegative("atSeconds", atSeconds);
        if (gib.signum() < 0 || usdPerGib.signum() < 0) {
            throw new IllegalArgumentException(
                    "gib = " + gib + ", usdPerGib = " + usdPerGib + ": below 0");
        }
    }
}
