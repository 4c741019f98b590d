package dev.stowage.forecast.ets;

import java.util.Arrays;

/**
 * Where the fit of a model with relative errors begins: the season as the ratio to a moving
 * average, level and slope by a line through what is left. Source: Hyndman et al. 2008, section
 * 2.6.1.
 */
final class RelativeStart {
    private static final int PERIODS = 4;
    private static final int LINE = 10;

    private RelativeStart() {}

    /** Of values above zero. */
    static EtsState of(double[] values, EtsForm form) {
        double[] season = season(values, form.period());
        int length = Math.min(values.length, Math.max(LINE, 2 * form.period()));
        double[] plain = new double[length];
        Arrays.setAll(plain, i -> values[i] / season[i % season.length]);
        double mean = Arrays.stream(plain).average().orElseThrow();
        if (!form.hasSlope()) {
            return new EtsState(mean, 0, season);
        }
        double middle = (length - 1) / 2.0;
        double across = 0;
        double square = 0;
        for (int i = 0; i < length; i++) {
            across += (i - middle) * (plain[i] - mean);
            square += (i - middle) * (i - middle);
        }
        double slope = across / square;
        double level = mean - slope * (middle + 1);
        return level > 0 ? new EtsState(level, slope, season) : new EtsState(mean, 0, season);
    }

    private static double[] season(double[] values, int period) {
        double[] effects = new double[period];
        int[] counts = new int[period];
        int length = Math.min(values.length, PERIODS * period);
        for (int i = 0; i + period <= length; i++) {
            double mean = Arrays.stream(values, i, i + period).average().orElseThrow();
            int middle = i + period / 2;
            effects[middle % period] += values[middle] / mean;
            counts[middle % period]++;
        }
        for (int i = 0; i < period; i++) {
            effects[i] = counts[i] > 0 ? effects[i] / counts[i] : 1;
        }
        double mean = Arrays.stream(effects).average().orElseThrow();
        return Arrays.stream(effects).map(each -> each / mean).toArray();
    }
}
