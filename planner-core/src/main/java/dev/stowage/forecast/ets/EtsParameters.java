package dev.stowage.forecast.ets;

import dev.stowage.basis.Check;

/**
 * How fast a model of exponential smoothing learns, in the form of Hyndman et al. (2008), in which
 * the slope moves by {@code beta} times the error (and not by {@code alpha} times another weight).
 *
 * @param alpha weight of the error in the level, 0 to 1
 * @param beta in the slope, 0 to {@code alpha}; 0 without a trend, or with one that never changes
 * @param gamma in the season, 0 to {@code 1 - alpha}; 0 without a season
 * @param phi what is left of the slope after a bucket, above 0, at most 1; 1 unless damped
 */
public record EtsParameters(double alpha, double beta, double gamma, double phi) {
    private static final double ROUNDING = 1e-12;

    public EtsParameters {
        Check.inRange("alpha", alpha, 0, 1);
        Check.inRange("beta", beta, 0, alpha + ROUNDING);
        Check.inRange("gamma", gamma, 0, 1 - alpha + ROUNDING);
        Check.inRange("phi", phi, Double.MIN_NORMAL, 1);
    }
}
