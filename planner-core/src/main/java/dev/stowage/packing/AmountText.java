package dev.stowage.packing;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Amounts of resources for people: {@code 1.5 cores}, {@code 96 GiB}. */
public final class AmountText {
    private static final int DECIMALS = 3;
    private static final MathContext TWO_DIGITS = new MathContext(2, RoundingMode.FLOOR);

    private AmountText() {}

    /** An amount that is asked for: never shown as less than it is. */
    public static String asked(PackingResource resource, long amount) {
        return text(resource, amount, DECIMALS, RoundingMode.CEILING);
    }

    /** An amount that is there: never shown as more than it is. */
    public static String there(PackingResource resource, long amount) {
        return text(resource, amount, DECIMALS, RoundingMode.FLOOR);
    }

    /** As {@link #asked}, with digits enough to tell it from an amount that differs by so much. */
    public static String asked(PackingResource resource, long amount, long difference) {
        return text(resource, amount, decimals(resource, amount, difference), RoundingMode.CEILING);
    }

    /** As {@link #there}, with digits enough to tell it from an amount that differs by so much. */
    public static String there(PackingResource resource, long amount, long difference) {
        return text(resource, amount, decimals(resource, amount, difference), RoundingMode.FLOOR);
    }

    /** Three, or as many as show a difference to two digits. */
    private static int decimals(PackingResource resource, long amount, long difference) {
        BigDecimal value =
                BigDecimal.valueOf(difference)
                        .divide(BigDecimal.valueOf(unit(resource, amount)), TWO_DIGITS);
        return Math.max(DECIMALS, value.stripTrailingZeros().scale());
    }

    /** Units of the resource in what an amount is shown in. */
    private static long unit(PackingResource resource, long amount) {
        return switch (resource.unit()) {
            case "micro-cores", "millionths", "bits/s" -> 1_000_000;
            case "bytes" -> amount >= 1L << 30 ? 1L << 30 : 1L << 20;
            default -> 1;
        };
    }

    private static String text(
            PackingResource resource, long amount, int decimals, RoundingMode rounding) {
        long unit = unit(resource, amount);
        BigDecimal value =
                BigDecimal.valueOf(amount).divide(BigDecimal.valueOf(unit), decimals, rounding);
        String number = value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
        return number
                + switch (resource.unit()) {
                    case "micro-cores" -> number.equals("1") ? " core" : " cores";
                    case "millionths" -> number.equals("1") ? " GPU" : " GPUs";
                    case "bytes" -> unit == 1L << 30 ? " GiB" : " MiB";
                    case "bits/s" -> " Mbit/s";
                    default -> " " + resource.unit();
                };
    }
}
