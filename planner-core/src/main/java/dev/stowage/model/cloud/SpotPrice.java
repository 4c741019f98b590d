package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What a VM costs that the provider may take back at any time.
 *
 * @param usdPerHour price, USD an hour, above 0; exact
 * @param source who published or estimated the price
 * @param interruptionsPerHour how often a running VM is taken back on average, at least 0; empty if
 *     nobody says
 */
public record SpotPrice(BigDecimal usdPerHour, String source, OptionalDouble interruptionsPerHour) {
    public SpotPrice {
        Check.notBlank("source", source);
        Check.positive("usdPerHour", usdPerHour);
        if (interruptionsPerHour.isPresent()) {
            Check.notNegative("interruptionsPerHour", interruptionsPerHour.getAsDouble());
        }
    }

    /** True if the source says that nobody published this price: it calls it an estimate. */
    public boolean isEstimated() {
        return source.toLowerCase(Locale.ROOT).contains("estimate");
    }
}
