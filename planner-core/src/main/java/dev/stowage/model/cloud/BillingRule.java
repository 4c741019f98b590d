package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import java.util.List;
import java.util.Optional;

/**
 * How a provider turns the time that a VM ran into the time that it charges.
 *
 * @param provider whose rule it is
 * @param quantumSeconds time is charged in whole multiples of this, at least 1
 * @param minimumSeconds what every start costs at least, at least 0
 * @param rounding what happens to a quantum that is not full
 * @param currency ISO 4217 code
 * @param source where the provider says so
 * @param sustainedUse what running through much of a month saves, by family; none if nothing
 */
public record BillingRule(
        String provider,
        long quantumSeconds,
        long minimumSeconds,
        Rounding rounding,
        String currency,
        String source,
        List<SustainedUse> sustainedUse) {
    private static final long MICROS_PER_SECOND = 1_000_000L;

    /** What happens to a quantum that is not full. */
    public enum Rounding {
        /** It is charged. */
        UP,
        /** It is free. */
        DOWN
    }

    public BillingRule {
        sustainedUse = List.copyOf(sustainedUse);
        Check.notBlank("provider", provider);
        Check.positive("quantumSeconds", quantumSeconds);
        Check.notNegative("minimumSeconds", minimumSeconds);
        Check.notBlank("currency", currency);
        Check.notBlank("source", source);
    }

    /** A rule without sustained use. */
    public BillingRule(
            String provider,
            long quantumSeconds,
            long minimumSeconds,
            Rounding rounding,
            String currency,
            String source) {
        this(provider, quantumSeconds, minimumSeconds, rounding, currency, source, List.of());
    }

    /** What running a type of {@code family} through much of a month saves; empty if nothing. */
    public Optional<SustainedUse> sustainedUse(String family) {
        return sustainedUse.stream().filter(each -> each.families().contains(family)).findFirst();
    }

    /** Seconds charged for a VM that ran for {@code ranMicros}, at least 0. */
    public long chargedSeconds(long ranMicros) {
        Check.notNegative("ranMicros", ranMicros);
        long quantumMicros = Math.multiplyExact(quantumSeconds, MICROS_PER_SECOND);
        long quanta =
                rounding == Rounding.UP
                        ? -Math.floorDiv(-ranMicros, quantumMicros)
                        : ranMicros / quantumMicros;
        return Math.max(minimumSeconds, Math.multiplyExact(quanta, quantumSeconds));
    }
}
