package dev.stowage.words;

import dev.stowage.model.Resources;
import java.util.Locale;

/** Numbers as people read them: thousands separators, units, few digits. */
public final class Figures {
    private static final double MINUTE = 60;
    private static final double HOUR = 3600;
    private static final double DAY = 86_400;

    private Figures() {}

    /** {@code 1,234,567}. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** About four digits: {@code 0.01235}, {@code 12.35}, {@code 12,346}. */
    public static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return count((long) value);
        }
        double size = Math.abs(value);
        if (!Double.isFinite(value) || size < 1e-4 || size >= 1e15) {
            return String.format(Locale.ROOT, "%.3g", value);
        }
        int digits = Math.max(0, 3 - (int) Math.floor(Math.log10(size)));
        return trimmed(String.format(Locale.ROOT, "%,." + digits + "f", value));
    }

    /** A share as {@code 12.3 %}. */
    public static String share(double value) {
        return rounded(value * 100, "%.1f") + " %";
    }

    /** The one rounding of shares: half up, from the decimal text of the number. */
    static String rounded(double value, String format) {
        return String.format(Locale.ROOT, format, value);
    }

    /** A length of time in the unit that suits it: {@code 0.25 s}, {@code 4.2 min}. */
    public static String seconds(double value) {
        double size = Math.abs(value);
        if (size < 2 * MINUTE) {
            return number(value) + " s";
        }
        if (size < 2 * HOUR) {
            return number(value / MINUTE) + " min";
        }
        return size < 2 * DAY ? number(value / HOUR) + " h" : number(value / DAY) + " d";
    }

    /** Microseconds as {@link #seconds}. */
    public static String micros(long value) {
        return seconds(value / 1e6);
    }

    /** {@code 1 core, 4 GiB}. */
    public static String size(Resources size) {
        return number(size.cores())
                + (size.cpuMicroCores() == Resources.MICRO_CORES_PER_CORE ? " core, " : " cores, ")
                + number(size.gib())
                + " GiB";
    }

    /** Without zeros at its end. */
    static String trimmed(String text) {
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }

    /** With two decimals, never more than it is. */
    public static String hundredths(double value) {
        return String.format(Locale.ROOT, "%.2f", Math.floor(value * 100 + 1e-6) / 100);
    }

    /** With two decimals, never less than it is. */
    public static String hundredthsAbove(double value) {
        return String.format(Locale.ROOT, "%.2f", Math.ceil(value * 100 - 1e-6) / 100);
    }
}
