package dev.stowage.stats.density;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Families of distributions over the whole numbers from an origin on, for counts. */
public enum CountFamily {
    /** {@code p (1 - p)^k} for k from 0; p in (0, 1]. */
    GEOMETRIC("geometric", "p"),
    /** {@code (k + 1)^-s / zeta(s)} for k from 0: a power law; s above 1. */
    ZETA("zeta", "s"),
    /** {@code Gamma(k + r) / (k! Gamma(r)) p^r (1 - p)^k} for k from 0; r above 0, p in (0, 1]. */
    NEGATIVE_BINOMIAL("negative-binomial", "r,p");

    private final String spelling;
    private final String parameterNames;

    CountFamily(String spelling, String parameterNames) {
        this.spelling = spelling;
        this.parameterNames = parameterNames;
    }

    /** As model files and reports write it: {@code negative-binomial}. */
    public String spelling() {
        return spelling;
    }

    /** Names of the parameters in order. */
    public List<String> parameterNames() {
        return List.of(parameterNames.split(",", -1));
    }

    /** True if a parameter of that name may have that value. */
    public boolean allows(String name, double value) {
        return switch (name) {
            case "p" -> value > 0 && value <= 1;
            case "s" -> value > 1 && value <= Zeta.MAX_EXPONENT;
            default -> value > 0 && Double.isFinite(value);
        };
    }

    /** What {@link #allows} allows, in words. */
    public static String range(String name) {
        return switch (name) {
            case "p" -> "a number above 0, at most 1";
            case "s" -> "a number above 1, at most " + (int) Zeta.MAX_EXPONENT;
            default -> "a number above 0";
        };
    }

    /** The family of that spelling, if there is one. */
    public static Optional<CountFamily> parse(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(values()).filter(f -> f.spelling.equals(wanted)).findFirst();
    }
}
