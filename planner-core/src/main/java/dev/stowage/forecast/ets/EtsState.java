package dev.stowage.forecast.ets;

import java.util.Arrays;

/**
 * What a model of exponential smoothing knows between two buckets.
 *
 * @param level without season
 * @param slope of the level by bucket; 0 without a trend
 * @param season effects of the buckets to come, the next one first; without a season one effect of
 *     0, or of 1 if it is a factor
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record EtsState(double level, double slope, double[] season) {
    public EtsState {
        season = season.clone();
        if (season.length == 0) {
            throw new IllegalArgumentException("season is empty, expected at least one effect");
        }
    }

    /** Of a model without season. */
    public EtsState(double level, double slope) {
        this(level, slope, new double[1]);
    }

    @Override
    public double[] season() {
        return season.clone();
    }

    /** Level, slope and season in one vector, as {@link EtsRecursion} takes it. */
    double[] vector() {
        double[] vector = new double[2 + season.length];
        vector[0] = level;
        vector[1] = slope;
        System.arraycopy(season, 0, vector, 2, season.length);
        return vector;
    }

    /**
     * The state of a vector.
     *
     * @param buckets that have passed since the season was in order
     */
    static EtsState of(double[] vector, long buckets) {
        int period = vector.length - 2;
        int first = (int) (buckets % period);
        double[] season = new double[period];
        System.arraycopy(vector, 2 + first, season, 0, period - first);
        System.arraycopy(vector, 2, season, period - first, first);
        return new EtsState(vector[0], vector[1], season);
    }

    /** The same predictions with effects that sum to zero, or have a mean of one. */
    EtsState centred(EtsForm form) {
        if (season.length == 1 && !form.isRelative()) {
            return this;
        }
        double mean = Arrays.stream(season).average().orElse(0);
        if (form.isRelative()) {
            double[] effects = Arrays.stream(season).map(each -> each / mean).toArray();
            return new EtsState(level * mean, slope * mean, effects);
        }
        return new EtsState(
                level + mean, slope, Arrays.stream(season).map(each -> each - mean).toArray());
    }
}
