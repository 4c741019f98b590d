package dev.stowage.plan.mix;

import dev.stowage.basis.Check;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What one server of a kind takes, in millionths, each rounded half up.
 *
 * @param monthlyMicroUsd a month, USD
 * @param microWatts power with what the building takes, W; 0 where energy does not count
 * @param monthlyMicroKilograms CO2 a month, kg; 0 where it does not count
 */
public record Price(long monthlyMicroUsd, long microWatts, long monthlyMicroKilograms) {
    private static final long HALF_A_CENT = 5_000;
    private static final BigDecimal MICROS = BigDecimal.valueOf(1_000_000);

    public Price {
        Check.notNegative("monthlyMicroUsd", monthlyMicroUsd);
        Check.notNegative("microWatts", microWatts);
        Check.notNegative("monthlyMicroKilograms", monthlyMicroKilograms);
    }

    /** Only money. */
    public static Price ofUsd(long monthlyMicroUsd) {
        return new Price(monthlyMicroUsd, 0, 0);
    }

    /** Millionths, rounded half up. */
    public static long micros(BigDecimal amount) {
        return amount.multiply(MICROS).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    /** Millionths of a USD that may be spent: a sum is paid, and said, in whole cents. */
    public static long spendable(BigDecimal usd) {
        return micros(usd) + HALF_A_CENT - 1;
    }

    /** What so many millionths of a USD are, with cents and as many more places as they have. */
    public static BigDecimal usd(long micros) {
        BigDecimal exact = BigDecimal.valueOf(micros, 6).stripTrailingZeros();
        return exact.scale() < 2 ? exact.setScale(2) : exact;
    }

    /** What a sum of millionths is, to the hundredth. */
    public static BigDecimal hundredths(long micros) {
        return BigDecimal.valueOf(micros, 6).setScale(2, RoundingMode.HALF_UP);
    }

    /** What of it is to be as little as may be, millionths. */
    public long of(Aim aim) {
        return switch (aim) {
            case COST -> monthlyMicroUsd;
            case POWER -> microWatts;
            case CARBON -> monthlyMicroKilograms;
        };
    }
}
