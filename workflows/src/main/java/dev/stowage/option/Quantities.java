package dev.stowage.option;

import dev.stowage.basis.DecimalText;
import dev.stowage.basis.InputException;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.PriceMonth;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes, times and shares as one types them on the command line; exact, never through a {@code
 * double} where the product counts in integers.
 */
public final class Quantities {
    private static final String DECIMAL = "([0-9]{1,12}(?:\\.[0-9]{1,12})?)";
    private static final Pattern SIZE = Pattern.compile(DECIMAL + "c" + DECIMAL + "g");
    private static final Pattern TIME = Pattern.compile(DECIMAL + "(ms|us|s|min|mo|m|h|d|w|y|)");
    private static final Pattern BYTES = Pattern.compile(DECIMAL + "([kmgt])(?:i?b)?");
    private static final Pattern SHARE = Pattern.compile(DECIMAL + "(%?)");

    private static final long MOST_MICROS = 3_650_000L * 86_400_000_000L; // sums still fit

    private static final Pattern GROWTH =
            Pattern.compile("([+-]?[0-9]{1,6}(?:\\.[0-9]{1,6})?)%(?:/y)?");

    private static final Pattern NUMBER = Pattern.compile(DECIMAL);

    private Quantities() {}

    /** {@code 12.5}: a number of at least 0. */
    public static double number(String place, String text) {
        if (NUMBER.matcher(text).matches()) {
            return Double.parseDouble(text);
        }
        throw InputException.at(place, "\"" + text + "\"", "a number such as 12.5, or 5%", null);
    }

    /** {@code 48c256g} or {@code 0.5c0.5g}: cores and GiB. */
    public static Resources size(String place, String text) {
        Matcher matcher = SIZE.matcher(text);
        if (matcher.matches()) {
            Resources size =
                    new Resources(
                            DecimalText.truncate(matcher.group(1), Resources.MICRO_CORES_PER_CORE),
                            DecimalText.truncate(matcher.group(2), Resources.BYTES_PER_GIB));
            if (size.cpuMicroCores() > 0 && size.memoryBytes() > 0) {
                return size;
            }
        }
        throw InputException.at(
                place,
                "\"" + text + "\"",
                "cores and GiB, both above 0, as in 48c256g or 0.5c0.5g",
                null);
    }

    /** {@code 90}, {@code 90s}, {@code 250ms}, {@code 1.5h}: a time in microseconds. */
    public static long micros(String place, String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw InputException.at(
                    place,
                    "\"" + text + "\"",
                    "a time such as 90, 90s, 250ms, 15m, 1.5h, 2d, 8w, 6mo or 1y",
                    null);
        }
        if (matcher.group(2).equals("us") || matcher.group(2).equals("ms")) {
            long scale = matcher.group(2).equals("us") ? 1 : 1_000;
            return DecimalText.truncate(matcher.group(1), scale);
        }
        long secondsPerUnit =
                switch (matcher.group(2)) {
                    case "m", "min" -> 60L;
                    case "h" -> 3600L;
                    case "d" -> 86_400L;
                    case "w" -> 604_800L;
                    case "mo" -> PriceMonth.SECONDS;
                    case "y" -> 365 * 86_400L;
                    default -> 1L;
                };
        long micros = DecimalText.secondsToMicros(matcher.group(1));
        if (micros > MOST_MICROS / secondsPerUnit) {
            throw InputException.at(
                    place, "\"" + text + "\"", "at most 3650000d, ten thousand years", null);
        }
        return micros * secondsPerUnit;
    }

    /** {@code 4g}, {@code 1.5g}, {@code 500m}: bytes in binary units. */
    public static long bytes(String place, String text) {
        Matcher matcher = BYTES.matcher(text.toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            long unit =
                    switch (matcher.group(2)) {
                        case "k" -> 1L << 10;
                        case "m" -> 1L << 20;
                        case "t" -> 1L << 40;
                        default -> Resources.BYTES_PER_GIB;
                    };
            long bytes = DecimalText.truncate(matcher.group(1), unit);
            if (bytes > 0) {
                return bytes;
            }
        }
        throw InputException.at(
                place, "\"" + text + "\"", "a size above 0, as in 4g, 1.5g or 500m", null);
    }

    /** {@code 30%} or {@code -5%}: growth of a year, above -1. */
    public static double yearlyGrowth(String place, String text) {
        Matcher matcher = GROWTH.matcher(text);
        double share = matcher.matches() ? Double.parseDouble(matcher.group(1)) / 100 : -1;
        if (share <= -1) {
            throw InputException.at(
                    place,
                    "\"" + text + "\"",
                    "a share of a year above -100%, as in 30% or -5%",
                    null);
        }
        return share;
    }

    /** {@code 1%} or {@code 0.01}: a share from 0 to 1. */
    public static double share(String place, String text) {
        Matcher matcher = SHARE.matcher(text);
        if (matcher.matches()) {
            double value = Double.parseDouble(matcher.group(1));
            double share = matcher.group(2).isEmpty() ? value : value / 100;
            if (share <= 1) {
                return share;
            }
        }
        throw InputException.at(
                place, "\"" + text + "\"", "a share from 0% to 100%, as in 1% or 0.01", null);
    }
}
