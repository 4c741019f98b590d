package dev.stowage.words;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;

/**
 * Figures that stand beside each other: where rounding would make two read alike that differ, they
 * get as many digits as it takes to tell them apart.
 */
public final class Apart {
    private static final int MOST_DIGITS = 17; // enough for every double

    private Apart() {}

    /**
     * A figure as usual, or with more digits.
     *
     * @param usual how a figure is written, rounded
     * @param full how one is written of which the digits are given, as {@code 355.67}
     * @param scale what the figure is multiplied by before its digits are given
     * @param others what stands beside it
     */
    public static String text(
            double value,
            DoubleFunction<String> usual,
            UnaryOperator<String> full,
            double scale,
            double... others) {
        String text = usual.apply(value);
        int digits = 0;
        for (double other : others) {
            boolean isAlike =
                    Double.isFinite(value)
                            && Double.isFinite(other)
                            && value != other
                            && usual.apply(other).equals(text);
            if (isAlike) {
                digits = Math.max(digits, needed(value * scale, other * scale));
            }
        }
        return digits == 0 ? text : full.apply(rounded(value * scale, digits));
    }

    private static int needed(double one, double other) {
        int digits = 4;
        while (digits < MOST_DIGITS && rounded(one, digits).equals(rounded(other, digits))) {
            digits++;
        }
        return digits;
    }

    private static String rounded(double value, int digits) {
        return new BigDecimal(value)
                .round(new MathContext(digits))
                .stripTrailingZeros()
                .toPlainString();
    }
}
