package dev.stowage.basis;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * Exact conversion of decimal text to scaled integers, never through a {@code double}: requests and
 * capacities by truncation, seconds to microseconds by rounding half up (away from zero, as {@link
 * RoundingMode#HALF_UP}).
 *
 * <p>Text is {@code [+-]digits[.digits][e[+-]digits]} with at least one digit, in ASCII, at most
 * {@link #MAX_LENGTH} characters. An exponent of any size is read in constant memory.
 *
 * <p>The {@code parse…} methods are hot: ingest calls them up to five times a row, so they work on
 * bytes, allocate nothing for numbers of up to 18 digits, and report a bad text by a value instead
 * of an exception. Guarded by the ingest benchmark.
 */
public final class DecimalText {
    /** Longest text that is read as a number. */
    public static final int MAX_LENGTH = 128;

    /** Result of the {@code parse…} methods: the text is not a number. */
    public static final long MALFORMED = Long.MIN_VALUE;

    /** Result of the {@code parse…} methods: the number does not fit. */
    public static final long OVERFLOW = Long.MIN_VALUE + 1;

    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final int FAST_DIGITS = 18;
    private static final int FAST_EXPONENT = 18;
    private static final int EXPONENT_CAP = 1_000_000;
    private static final long[] POWERS_OF_TEN = powersOfTen();

    private DecimalText() {}

    /**
     * {@code text * scale} with the fraction cut off.
     *
     * @throws NumberFormatException if the text is not a decimal number
     * @throws ArithmeticException if the result does not fit into 63 bits
     */
    public static long truncate(String text, long scale) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return orThrow(parseTruncated(bytes, 0, bytes.length, scale), text);
    }

    /**
     * Seconds as decimal text to microseconds, halves rounded up.
     *
     * @throws NumberFormatException if the text is not a decimal number
     * @throws ArithmeticException if the result does not fit into 63 bits
     */
    public static long secondsToMicros(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return orThrow(parseMicros(bytes, 0, bytes.length), text);
    }

    /**
     * {@code text[from, to) * scale} with the fraction cut off, or {@link #MALFORMED} or {@link
     * #OVERFLOW}.
     */
    public static long parseTruncated(byte[] text, int from, int to, long scale) {
        return parse(text, from, to, scale, false);
    }

    /**
     * The same for {@code 0} and for one digit, a point and up to 16 decimals, as nearly all
     * numbers of traces are; negative for any other text, and for one that takes more than 63 bits
     * on the way.
     */
    public static long parseShort(byte[] text, int from, int to, long scale) {
        return parseShort(text, from, to, scale, false);
    }

    /** Seconds in {@code text[from, to)} as microseconds, or {@link #MALFORMED} or overflow. */
    public static long parseMicros(byte[] text, int from, int to) {
        return parse(text, from, to, MICROS_PER_SECOND, true);
    }

    /**
     * True if a well-formed number in {@code text[from, to)} lies below 0, however little; minus
     * zero does not.
     */
    public static boolean isNegative(byte[] text, int from, int to) {
        if (from >= to || text[from] != '-') {
            return false;
        }
        for (int i = from + 1; i < to && (text[i] | 0x20) != 'e'; i++) {
            if (text[i] >= '1' && text[i] <= '9') {
                return true;
            }
        }
        return false;
    }

    private static long orThrow(long result, String text) {
        if (result == MALFORMED) {
            throw new NumberFormatException("\"" + text + "\" is not a decimal number");
        }
        if (result == OVERFLOW) {
            throw new ArithmeticException(text + " is too large");
        }
        return result;
    }

    private static long parse(byte[] text, int from, int to, long scale, boolean halfUp) {
        long result = parseShort(text, from, to, scale, halfUp);
        return result >= 0 ? result : parseAny(text, from, to, scale, halfUp);
    }

    private static long parseShort(byte[] text, int from, int to, long scale, boolean halfUp) {
        int fraction = to - from - 2;
        if (fraction <= 0 || text[from + 1] != '.') {
            return fraction == -1 && text[from] == '0' ? 0 : -1;
        }
        int whole = text[from] - '0';
        long decimals = Digits.parse(text, from + 2, to);
        if (decimals < 0 || whole < 0 || whole > 9) {
            return -1;
        }
        long significand = whole * POWERS_OF_TEN[fraction] + decimals;
        long product = significand * scale;
        boolean fits = Math.multiplyHigh(significand, scale) == 0 && product >= 0;
        return fits ? divided(product, POWERS_OF_TEN[fraction], halfUp) : -1;
    }

    private static long divided(long product, long divisor, boolean halfUp) {
        long quotient = product / divisor;
        boolean isUp = halfUp && product - quotient * divisor >= divisor - divisor / 2;
        return isUp ? quotient + 1 : quotient;
    }

    private static long parseAny(byte[] text, int from, int to, long scale, boolean halfUp) {
        int at = from;
        boolean negative = false;
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            negative = text[at] == '-';
            at++;
        }
        long significand = 0;
        int digits = 0;
        int significant = 0;
        int fraction = 0;
        boolean point = false;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits++;
                fraction += point ? 1 : 0;
                if (significant > 0 || digit != 0) {
                    significant++;
                    significand = significand * 10 + digit; // wraps beyond 18: then unused
                }
            } else if (text[at] == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (digits == 0 || to - from > MAX_LENGTH) {
            return MALFORMED;
        }
        int exponent = 0;
        if (at < to) {
            exponent = exponent(text, at, to);
            if (exponent == Integer.MIN_VALUE) {
                return MALFORMED;
            }
        }
        int power = exponent - fraction;
        if (significant <= FAST_DIGITS && power <= 0 && power >= -FAST_EXPONENT) {
            if (Math.multiplyHigh(significand, scale) == 0 && significand * scale >= 0) {
                long quotient = divided(significand * scale, POWERS_OF_TEN[-power], halfUp);
                return negative ? -quotient : quotient;
            }
        }
        return significant == 0
                ? 0
                : slow(text, from, to, new Parts(negative, significant, power, scale, halfUp));
    }

    private record Parts(
            boolean negative, int significant, int power, long scale, boolean halfUp) {}

    /** Numbers that are long or have a large exponent: exact, and bounded in size. */
    private static long slow(byte[] text, int from, int to, Parts parts) {
        int magnitude = parts.significant + parts.power; // value < 10^magnitude
        if (magnitude > 20) {
            return OVERFLOW; // at least 10^20, and the scale is at least 1
        }
        if (magnitude < -20) {
            return 0; // below 10^-20, times a scale of less than 10^19: below 0.1
        }
        StringBuilder digits = new StringBuilder(to - from);
        for (int i = from; i < to && (text[i] | 0x20) != 'e'; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                digits.append((char) text[i]);
            }
        }
        BigDecimal value =
                new BigDecimal(new BigInteger(digits.toString()), -parts.power)
                        .multiply(BigDecimal.valueOf(parts.scale))
                        .setScale(0, parts.halfUp ? RoundingMode.HALF_UP : RoundingMode.DOWN);
        BigInteger result = value.toBigInteger();
        if (result.bitLength() > 63) {
            return OVERFLOW;
        }
        return parts.negative ? -result.longValue() : result.longValue();
    }

    /** The exponent that starts with an e at {@code at}, or MIN_VALUE if it is malformed. */
    private static int exponent(byte[] text, int at, int to) {
        if ((text[at] | 0x20) != 'e') {
            return Integer.MIN_VALUE;
        }
        int i = at + 1;
        boolean negative = false;
        if (i < to && (text[i] == '-' || text[i] == '+')) {
            negative = text[i] == '-';
            i++;
        }
        if (i >= to) {
            return Integer.MIN_VALUE;
        }
        int value = 0;
        for (; i < to; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return Integer.MIN_VALUE;
            }
            value = Math.min(EXPONENT_CAP, value * 10 + digit);
        }
        return negative ? -value : value;
    }

    private static long[] powersOfTen() {
        long[] powers = new long[FAST_EXPONENT + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }
}
