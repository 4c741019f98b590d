package dev.stowage.stats.density;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as descriptions write them: six significant digits, no locale. */
final class Text {
    private static final MathContext DIGITS = new MathContext(6);

    private Text() {}

    static String of(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.precision() - rounded.scale() > 12 || rounded.scale() > 12
                ? rounded.toString()
                : rounded.toPlainString();
    }
}
