package dev.stowage.ingest.text;

import dev.stowage.basis.DecimalText;
import dev.stowage.basis.Digits;

/** Whole numbers in text, without an object; hot, as {@link RowScanner}. */
public final class WholeNumber {
    private static final int SAFE_DIGITS = 18;

    private WholeNumber() {}

    /**
     * The number in {@code text[from, to)}, or {@link DecimalText#MALFORMED} or {@link
     * DecimalText#OVERFLOW}.
     */
    public static long parse(byte[] text, int from, int to) {
        long digits = Digits.parse(text, from, to);
        if (digits != Digits.NONE) {
            return digits;
        }
        if (from >= to) {
            return DecimalText.MALFORMED;
        }
        if (to - from > SAFE_DIGITS || text[from] == '-') {
            return parseLong(text, from, to);
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return DecimalText.MALFORMED;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private static long parseLong(byte[] text, int from, int to) {
        boolean isNegative = text[from] == '-';
        int first = isNegative ? from + 1 : from;
        if (first >= to || to - from > DecimalText.MAX_LENGTH) {
            return DecimalText.MALFORMED;
        }
        long value = 0;
        boolean isTooLarge = false;
        for (int i = first; i < to; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return DecimalText.MALFORMED;
            }
            isTooLarge |= value > (Long.MAX_VALUE - digit) / 10;
            value = value * 10 + digit;
        }
        if (isTooLarge) {
            return DecimalText.OVERFLOW;
        }
        return isNegative ? -value : value;
    }
}
