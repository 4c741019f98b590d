package dev.stowage.model;

import java.math.BigDecimal;
import java.time.LocalDate;

/**
 * What one VM type costs in one region, on demand, with an operating system that is free of charge.
 *
 * @param type the type
 * @param region as the provider writes it
 * @param usdPerHour price, USD an hour, above 0; exact
 * @param source who published the price
 * @param date when it held
 */
public record VmOffer(
        VmType type, String region, BigDecimal usdPerHour, String source, LocalDate date) {
    public VmOffer {
        Check.notBlank("region", region);
        Check.notBlank("source", source);
        if (usdPerHour.signum() <= 0) {
            throw new IllegalArgumentException(
                    "usdPerHour = " + usdPerHour + ", expected a number above 0");
        }
    }
}
