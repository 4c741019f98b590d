package dev.stowage.forecast;

import dev.stowage.basis.Seeds;
import dev.stowage.forecast.history.Ceiling;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * A series with what may have been wanted above a {@link Ceiling}. A model is fitted, what was cut
 * off gets its expected value given that it is above, and again, until nothing changes (expectation
 * and maximization; the likelihood of Tobin, Econometrica 26, 1958, for the one-step errors of
 * exponential smoothing). At last it is drawn, since expected values alone would spread too little.
 * Where many buckets in a row are cut off, the likelihood hardly falls however high they were: they
 * are taken to be at most {@value #MOST_SPREADS} spreads of the series above the ceiling.
 */
final class CensoredDemand {
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
    private static final int MOST_ROUNDS = 30;
    private static final double STILL = 0.02;
    static final int MOST_SPREADS = 4;
    private static final List<Scale> SCALES = List.of(Scale.LINEAR, Scale.LOG);
    private static final long SEED = 1;

    /** Beyond so many deviations the tail of the normal distribution is its asymptote. */
    private static final double FAR = 6;

    private CensoredDemand() {}

    /**
     * Fills.
     *
     * @param values amounts; those of the buckets of the ceiling are at it
     * @param periods seasons that it may have
     */
    static double[] filled(double[] values, Ceiling ceiling, List<Integer> periods) {
        Seasons seasons = Seasons.of(periods);
        int[] at = ceiling.buckets().stream().toArray();
        double[] amounts = values.clone();
        double[] variances = new double[at.length];
        for (int round = 1; ; round++) {
            QuickSelection fit = QuickSelection.of(amounts, seasons, SCALES);
            double[] scaled = fit.scale().of(amounts);
            double[] errors = fit.ets().errors();
            double cut = fit.scale().inverse(ceiling.amount());
            double left = Arrays.stream(errors).map(error -> error * error).sum();
            left += Arrays.stream(variances).sum();
            double sigma = Math.sqrt(left / errors.length);
            if (!(sigma > 0)) {
                return amounts;
            }
            double most = 0;
            boolean isLast = round == MOST_ROUNDS;
            double[] expected = new double[at.length];
            for (int k = 0; k < at.length; k++) {
                double mean = scaled[at[k]] - errors[at[k]];
                double z = (cut - mean) / sigma;
                double hazard = hazard(z);
                expected[k] = mean + sigma * hazard;
                variances[k] = sigma * sigma * Math.max(0, 1 + z * hazard - hazard * hazard);
                most = Math.max(most, Math.abs(expected[k] - scaled[at[k]]) / sigma);
            }
            for (int k = 0; k < at.length; k++) {
                double value =
                        isLast || most < STILL
                                ? drawn(scaled[at[k]] - errors[at[k]], sigma, cut, k)
                                : expected[k];
                amounts[at[k]] = within(fit.scale().amount(value), ceiling);
            }
            if (isLast || most < STILL) {
                return amounts;
            }
        }
    }

    private static double within(double amount, Ceiling ceiling) {
        double most = ceiling.amount() + MOST_SPREADS * ceiling.spread();
        return Math.min(most, Math.max(ceiling.amount(), amount));
    }

    /** Mean of a standard normal number given that it is above z: density over tail. */
    private static double hazard(double z) {
        return z > FAR ? z + 1 / z : NORMAL.density(z) / NORMAL.cumulativeProbability(-z);
    }

    /** A normal number given that it is above a cut. */
    private static double drawn(double mean, double sigma, double cut, int k) {
        double z = (cut - mean) / sigma;
        double uniform = Seeds.uniform(SEED, 0, k);
        return z > FAR
                ? cut - sigma * Math.log1p(-uniform) / z
                : mean
                        - sigma
                                * NORMAL.inverseCumulativeProbability(
                                        (1 - uniform) * NORMAL.cumulativeProbability(-z));
    }
}
