package dev.stowage.forecast;

import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import java.util.Random;

/** Series drawn from a model of exponential smoothing, by another recursion than the product's. */
public final class Draws {
    private Draws() {}

    public static double[] of(
            EtsForm form, EtsParameters p, EtsState start, double sigma, int length, long seed) {
        Random random = new Random(seed);
        double[] values = new double[length];
        double[] season = start.season();
        double level = start.level();
        double slope = start.slope();
        for (int t = 0; t < length; t++) {
            double error = sigma * random.nextGaussian();
            int place = t % form.period();
            values[t] = level + p.phi() * slope + season[place] + error;
            level = level + p.phi() * slope + p.alpha() * error;
            slope = p.phi() * slope + p.beta() * error;
            season[place] = season[place] + p.gamma() * error;
        }
        return values;
    }

    /** Effects of a season like a sine, which sum to zero. */
    public static double[] season(int period, double size) {
        double[] season = new double[period];
        for (int i = 0; i < period && period > 1; i++) {
            season[i] = size * Math.sin(2 * Math.PI * i / period);
        }
        return season;
    }
}
