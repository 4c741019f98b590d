package dev.stowage.forecast;

import dev.stowage.forecast.ets.Errors;
import java.util.Arrays;

/** On which scale errors and trends add up. */
public enum Scale {
    /** By amounts. */
    LINEAR,
    /** Trends by amounts, errors and seasons by per cent. Needs values above 0. */
    RELATIVE,
    /** By per cent: the logarithm is smoothed. Needs values above 0. */
    LOG;

    /** True if all values can be on this scale. */
    boolean takes(double[] values) {
        return this == LINEAR || Arrays.stream(values).allMatch(value -> value > 0);
    }

    /** How errors enter a model on this scale. */
    Errors errors() {
        return this == RELATIVE ? Errors.RELATIVE : Errors.ADDITIVE;
    }

    /** From amounts. */
    double[] of(double[] values) {
        return this == LOG ? Arrays.stream(values).map(Math::log).toArray() : values;
    }

    /** To an amount. */
    double amount(double value) {
        return this == LOG ? Math.exp(value) : value;
    }

    /** From an amount; minus infinity for the logarithm of none. */
    double inverse(double amount) {
        return this == LOG ? amount > 0 ? Math.log(amount) : Double.NEGATIVE_INFINITY : amount;
    }

    /** What the likelihood on this scale lacks to one of the amounts: the log of the Jacobian. */
    double jacobian(double[] values) {
        return this == LOG ? -Arrays.stream(values).map(Math::log).sum() : 0;
    }
}
