package dev.stowage.forecast;

import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import java.util.Arrays;
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
            double next = level + p.phi() * slope;
            double off = form.isRelative() ? next * error : error;
            double effect = season[place];
            values[t] = form.isRelative() ? effect * (next + off) : effect + next + off;
            level = next + p.alpha() * off;
            slope = p.phi() * slope + p.beta() * off;
            season[place] += p.gamma() * (form.isRelative() ? effect * error : error);
        }
        return values;
    }

    /** Effects of a season that multiply, with a mean of one. */
    public static double[] factors(int period, double size) {
        return Arrays.stream(season(period, size)).map(effect -> 1 + effect).toArray();
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
