package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/**
 * The price of one VM for somebody who pays for it through a whole term, used or not. Of plans of
 * spending it is the price at which the VM counts against what is spent; of committed use it is
 * that of its vCPUs and memory.
 *
 * @param kind what the provider calls it
 * @param termMonths length of the term, at least 1
 * @param usdPerHour what each hour of the term costs, at least 0; exact
 * @param upfrontUsd what is paid at its start, at least 0; exact. Not both are 0
 * @param source who published the price
 */
public record Commitment(
        Kind kind, int termMonths, BigDecimal usdPerHour, BigDecimal upfrontUsd, String source) {
    private static final int MONTHS_PER_YEAR = 12;

    /** What providers call their commitments. */
    public enum Kind {
        /** Reserved instance, one type. */
        RESERVED,
        /** Reserved instance that may be exchanged for another type. */
        CONVERTIBLE,
        /** Spending per hour, on any type of the provider. */
        SAVINGS_PLAN,
        /** Spending per hour, on any type of one family. */
        FAMILY_SAVINGS_PLAN,
        /** Committed use of vCPUs and memory. */
        COMMITTED_USE;

        /** True if it is a sum that is spent, whatever types it is spent on. */
        public boolean isSpending() {
            return this == SAVINGS_PLAN || this == FAMILY_SAVINGS_PLAN;
        }

        /** As names spell it: {@code committed-use}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public Commitment {
        Check.positive("termMonths", termMonths);
        Check.notBlank("source", source);
        if (usdPerHour.signum() < 0 || upfrontUsd.signum() < 0) {
            throw new IllegalArgumentException(
                    "usdPerHour = " + usdPerHour + ", upfrontUsd = " + upfrontUsd + ": below 0");
        }
        if (usdPerHour.signum() + upfrontUsd.signum() == 0) {
            throw new IllegalArgumentException("a commitment that costs nothing");
        }
    }

    /** Kind, term and payment: {@code reserved-1y-no-upfront}. */
    public String name() {
        String term =
                termMonths % MONTHS_PER_YEAR == 0
                        ? termMonths / MONTHS_PER_YEAR + "y"
                        : termMonths + "m";
        String payment =
                upfrontUsd.signum() == 0 ? "no" : usdPerHour.signum() == 0 ? "all" : "partial";
        return kind.label() + "-" + term + "-" + payment + "-upfront";
    }

    /**
     * True if the source says that nobody published this price: it calls it an estimate. One that
     * says {@code savings plans: estimate} means plans of spending alone.
     */
    public boolean isEstimated() {
        String said = source.toLowerCase(Locale.ROOT);
        return said.contains("estimate")
                && (kind.isSpending() || !said.contains("savings plans: estimate"));
    }

    /** What an hour of the term costs with its share of the payment at the start, USD. */
    public BigDecimal effectiveUsdPerHour() {
        BigDecimal hours = PriceMonth.EXACT_HOURS.multiply(BigDecimal.valueOf(termMonths));
        return usdPerHour.add(upfrontUsd.divide(hours, MathContext.DECIMAL64));
    }
}
