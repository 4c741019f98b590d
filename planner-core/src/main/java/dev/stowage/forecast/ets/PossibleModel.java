package dev.stowage.forecast.ets;

import java.util.Arrays;

/**
 * What a model may be, given its series.
 *
 * @param ets with its parameters and states
 * @param sigma standard deviation of its errors
 */
public record PossibleModel(EtsModel ets, double sigma) {
    /** The same without its trend. */
    public PossibleModel withoutTrend() {
        return new PossibleModel(ets.withoutTrend(), sigma);
    }

    /** Errors as they may come again: around zero, with its standard deviation. */
    public double[] innovations() {
        double[] errors = ets.errors();
        double mean = Arrays.stream(errors).average().orElse(0);
        double squares = Arrays.stream(errors).map(e -> (e - mean) * (e - mean)).sum();
        double stretch = squares > 0 ? sigma / Math.sqrt(squares / errors.length) : 0;
        return Arrays.stream(errors).map(e -> (e - mean) * stretch).toArray();
    }
}
