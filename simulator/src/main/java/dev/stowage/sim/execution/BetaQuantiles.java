package dev.stowage.sim.execution;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * The quantile function of the Beta distribution that has a given mean and variance (method of
 * moments), tabulated at {@value #STEPS} equal steps and linear between them; constant if no Beta
 * distribution has them.
 *
 * <p>Source: Johnson, Kotz, Balakrishnan, "Continuous univariate distributions", vol. 2, 2nd ed.,
 * 1995, section 25.4 (moment estimates).
 */
final class BetaQuantiles {
    private static final int STEPS = 1024;

    private final double[] quantiles = new double[STEPS + 1];

    private BetaQuantiles() {}

    /** The distribution with this mean and variance, of values in [0, 1]. */
    static BetaQuantiles of(double mean, double variance) {
        double spread = mean * (1 - mean);
        BetaQuantiles table = new BetaQuantiles();
        if (!(variance > 0 && variance < spread)) {
            java.util.Arrays.fill(table.quantiles, mean);
            return table;
        }
        double sum = spread / variance - 1;
        BetaDistribution beta = BetaDistribution.of(mean * sum, (1 - mean) * sum);
        for (int i = 0; i <= STEPS; i++) {
            table.quantiles[i] = beta.inverseCumulativeProbability((double) i / STEPS);
        }
        return table;
    }

    /** The quantile of {@code p} in [0, 1). */
    double at(double p) {
        double place = p * STEPS;
        int below = (int) place;
        double low = quantiles[below];
        return low + (quantiles[below + 1] - low) * (place - below);
    }
}
