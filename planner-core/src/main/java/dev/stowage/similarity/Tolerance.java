package dev.stowage.similarity;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a comparison can be held to. */
public enum Tolerance {
    /** Kolmogorov-Smirnov distance of each parameter, at most. */
    KS("ks"),
    /** Index of dispersion at each scale, relative difference. */
    DISPERSION("dispersion"),
    /** Each rank correlation, difference. */
    RANK("rank"),
    /** Mean and p99 utilisation, difference of shares. */
    UTILISATION("utilisation"),
    /** Median and p99 pending time, difference over the larger of the first side's and 1 s. */
    PENDING("pending");

    private final String key;

    Tolerance(String key) {
        this.key = key;
    }

    /** As one types it. */
    public String key() {
        return key;
    }

    /** The tolerance of that name, if there is one. */
    public static Optional<Tolerance> ofKey(String key) {
        return Arrays.stream(values()).filter(each -> each.key.equals(key)).findFirst();
    }

    /** All names. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(Tolerance::key).toList();
    }
}
