package dev.stowage.stats.output;

import java.util.Arrays;

/** The correlation of neighbours in a sequence, and what it does to the variance of the mean. */
final class Autocorrelation {
    /** Beyond, a sequence is too short for any correction. */
    private static final double MOST = 0.9;

    private Autocorrelation() {}

    /** Correlation of neighbours, in [-1, 1]; 0 if all values are equal. */
    static double lag1(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        double squares = 0;
        double products = 0;
        for (int i = 0; i < values.length; i++) {
            squares += (values[i] - mean) * (values[i] - mean);
            products += i == 0 ? 0 : (values[i] - mean) * (values[i - 1] - mean);
        }
        return squares == 0 ? 0 : products / squares;
    }

    /**
     * By how much the variance of the mean is larger than for independent values: (1 + r) / (1 - r)
     * of an autoregressive process of order 1; 1 if neighbours are not positively correlated.
     */
    static double inflation(double[] values) {
        double r = Math.min(MOST, Math.max(0, lag1(values)));
        return (1 + r) / (1 - r);
    }
}
