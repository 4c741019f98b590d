package dev.stowage.rightsizing.evidence;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.stowage.basis.DecimalText;
import dev.stowage.basis.InputException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A quantile of use over time: the least amount that use did not exceed for at least that share of
 * the measured time. The largest is the quantile of the whole time.
 *
 * <p>Source: the inverse of the empirical distribution function, type 1 of Hyndman and Fan, The
 * American Statistician 50(4), 1996, with times as weights; NumPy calls it {@code inverted_cdf}.
 *
 * @param millionths share of the time, from 1 to 1,000,000
 */
public record UseQuantile(int millionths) {
    private static final int WHOLE = 1_000_000;
    private static final Pattern TEXT = Pattern.compile("p([0-9]{1,2}(?:\\.[0-9]{1,4})?)");

    /** The largest amount. */
    public static final UseQuantile MAX = new UseQuantile(WHOLE);

    public UseQuantile {
        if (millionths < 1 || millionths > WHOLE) {
            throw new IllegalArgumentException(
                    "millionths = " + millionths + ", expected 1 to " + WHOLE);
        }
    }

    /** The quantile of so many per cent. */
    public static UseQuantile ofPercent(int percent) {
        return new UseQuantile(percent * (WHOLE / 100));
    }

    /**
     * Reads {@code p95}, {@code p99.9} or {@code max}.
     *
     * @throws InputException if the text is none
     */
    public static UseQuantile parse(String place, String text) {
        if (text.equals("max")) {
            return MAX;
        }
        Matcher matcher = TEXT.matcher(text);
        long share = matcher.matches() ? DecimalText.truncate(matcher.group(1), WHOLE / 100) : 0;
        if (share < 1) {
            throw InputException.at(
                    place,
                    "\"" + text + "\"",
                    "a quantile such as p95, p99.9 or max",
                    "The hundredth percentile is called max.");
        }
        return new UseQuantile((int) share);
    }

    /** The least weight of all {@code total} that lies at or below the quantile, rounded up. */
    long threshold(long total) {
        BigInteger[] parts =
                BigInteger.valueOf(total)
                        .multiply(BigInteger.valueOf(millionths))
                        .divideAndRemainder(BigInteger.valueOf(WHOLE));
        return parts[0].longValueExact() + parts[1].signum();
    }

    /** The share of the time beyond it. */
    double beyond() {
        return (double) (WHOLE - millionths) / WHOLE;
    }

    @Override
    @JsonValue
    public String toString() {
        return millionths == WHOLE
                ? "max"
                : "p" + BigDecimal.valueOf(millionths, 4).stripTrailingZeros().toPlainString();
    }
}
