package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * What running through much of a month saves: the month is cut into equal parts, and each further
 * part costs a smaller share of the price.
 *
 * @param families families of VM types that have it
 * @param rates share of the price in each part of the month, in order, above 0 and at most 1; exact
 * @param source where the provider says so
 */
public record SustainedUse(List<String> families, List<BigDecimal> rates, String source) {
    public SustainedUse {
        families = List.copyOf(families);
        rates = List.copyOf(rates);
        Check.notBlank("source", source);
        if (families.isEmpty() || rates.isEmpty()) {
            throw new IllegalArgumentException("families or rates is empty, expected at least one");
        }
        for (BigDecimal rate : rates) {
            if (rate.signum() <= 0 || rate.compareTo(BigDecimal.ONE) > 0) {
                throw new IllegalArgumentException(
                        "rates = " + rates + ", expected numbers above 0 and at most 1");
            }
        }
    }

    /**
     * Hours charged in full for {@code hours} of use in a month of {@code hoursOfMonth}; exact if
     * the month divides into the parts.
     *
     * @throws IllegalArgumentException unless {@code 0 <= hours <= hoursOfMonth}
     */
    public BigDecimal chargedHours(BigDecimal hours, BigDecimal hoursOfMonth) {
        if (hours.signum() < 0 || hours.compareTo(hoursOfMonth) > 0) {
            throw new IllegalArgumentException(
                    "hours = " + hours + ", expected 0 to " + hoursOfMonth);
        }
        BigDecimal part =
                hoursOfMonth.divide(BigDecimal.valueOf(rates.size()), MathContext.DECIMAL128);
        BigDecimal charged = BigDecimal.ZERO;
        BigDecimal left = hours;
        for (BigDecimal rate : rates) {
            BigDecimal inPart = left.min(part);
            charged = charged.add(inPart.multiply(rate));
            left = left.subtract(inPart);
        }
        return charged;
    }
}
