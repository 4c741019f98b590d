package dev.stowage.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Exact conversion of decimal text to scaled integers, never through a {@code double}: requests and
 * capacities by truncation, seconds to microseconds by rounding half up.
 */
public final class DecimalText {
    private DecimalText() {}

    /** {@code text * scale} with the fraction cut off. */
    public static long truncate(String text, long scale) {
        return convert(text, scale, RoundingMode.DOWN);
    }

    /** Seconds as decimal text to microseconds, halves rounded up. */
    public static long secondsToMicros(String text) {
        return convert(text, 1_000_000L, RoundingMode.HALF_UP);
    }

    private static long convert(String text, long scale, RoundingMode mode) {
        return new BigDecimal(text)
                .multiply(BigDecimal.valueOf(scale))
                .setScale(0, mode)
                .longValueExact();
    }
}
