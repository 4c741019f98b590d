package dev.stowage.forecast;

import java.util.Arrays;

/** On which scale errors and trends add up. */
public enum Scale {
    /** By amounts. */
    LINEAR,
    /** By per cent: the logarithm is smoothed. Needs values above 0. */
    LOG;

    /** True if all values can be on this scale. */
    boolean takes(double[] values) {
        return this == LINEAR || Arrays.stream(values).allMatch(value -> value > 0);
    }

    /** From amounts. */
    double[] of(double[] values) {
        return this == LINEAR ? values : Arrays.stream(values).map(Math::log).toArray();
    }

    /** To an amount. */
    double amount(double value) {
        return this == LINEAR ? value : Math.exp(value);
    }

    /** What the likelihood on this scale lacks to one of the amounts: the log of the Jacobian. */
    double jacobian(double[] values) {
        return this == LINEAR ? 0 : -Arrays.stream(values).map(Math::log).sum();
    }
}
