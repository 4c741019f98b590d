package dev.stowage.packing;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Amounts of resources for people: {@code 1.5 cores}, {@code 96 GiB}. */
public final class AmountText {
    private static final int DECIMALS = 3;

    private AmountText() {}

    /** An amount that is asked for: never shown as less than it is. */
    public static String asked(PackingResource resource, long amount) {
        return text(resource, amount, RoundingMode.CEILING);
    }

    /** An amount that is there: never shown as more than it is. */
    public static String there(PackingResource resource, long amount) {
        return text(resource, amount, RoundingMode.FLOOR);
    }

    private static String text(PackingResource resource, long amount, RoundingMode rounding) {
        return switch (resource.unit()) {
            case "micro-cores" -> scaled(amount, 1_000_000, rounding) + " cores";
            case "millionths" -> scaled(amount, 1_000_000, rounding) + " GPUs";
            case "bytes" ->
                    amount >= 1L << 30
                            ? scaled(amount, 1L << 30, rounding) + " GiB"
                            : scaled(amount, 1L << 20, rounding) + " MiB";
            case "bits/s" -> scaled(amount, 1_000_000, rounding) + " Mbit/s";
            default -> amount + " " + resource.unit();
        };
    }

    private static String scaled(long amount, long unit, RoundingMode rounding) {
        BigDecimal value =
                BigDecimal.valueOf(amount).divide(BigDecimal.valueOf(unit), DECIMALS, rounding);
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
