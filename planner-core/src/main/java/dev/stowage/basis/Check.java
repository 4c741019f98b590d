package dev.stowage.basis;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Argument checks for programming errors; each returns the value that it checked. */
public final class Check {
    private Check() {}

    /** Returns {@code value} if it is at least 1. */
    public static int positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " = " + value + ", expected at least 1");
        }
        return value;
    }

    /** Returns {@code value} if it is at least 1. */
    public static long positive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " = " + value + ", expected at least 1");
        }
        return value;
    }

    /** Returns {@code value} if it is greater than 0 and finite; NaN is refused. */
    public static double positive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    name + " = " + value + ", expected a finite number above 0");
        }
        return value;
    }

    /** Returns {@code value} if it is greater than 0. */
    public static BigDecimal positive(String name, BigDecimal value) {
        if (value.signum() <= 0) {
            throw new IllegalArgumentException(
                    name + " = " + value + ", expected a number above 0");
        }
        return value;
    }

    /** Returns {@code value} if it is at least 0. */
    public static long notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " = " + value + ", expected at least 0");
        }
        return value;
    }

    /** Returns {@code value} if it is at least 0 and finite; NaN is refused. */
    public static double notNegative(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                    name + " = " + value + ", expected a finite number of at least 0");
        }
        return value;
    }

    /** Returns {@code value} if it lies in [{@code low}, {@code high}]; NaN is refused. */
    public static double inRange(String name, double value, double low, double high) {
        if (!(value >= low && value <= high)) {
            throw new IllegalArgumentException(
                    name + " = " + value + ", expected a number from " + low + " to " + high);
        }
        return value;
    }

    /** Returns {@code value} if it is neither null nor blank. */
    public static String notBlank(String name, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(name + " is empty, expected a text");
        }
        return value;
    }
}
