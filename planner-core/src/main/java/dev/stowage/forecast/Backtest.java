package dev.stowage.forecast;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * How far forecasts of a series would have been off: from several moments of its past the whole
 * procedure is repeated, selection and all, and held against what came.
 *
 * @param origins moments forecast from; 0 if the history is too short
 * @param buckets how far ahead, each time
 * @param naivePeriod of the seasonal naive forecast, which repeats the last season; 1 repeats the
 *     last value
 * @param mase mean absolute error over that of the naive forecast one step ahead within each past
 * @param naiveMase the same of the naive forecast itself
 * @param coverage80 share of values inside the 80 % interval
 * @param coverage95 share of values inside the 95 % interval
 */
public record Backtest(
        int origins,
        int buckets,
        int naivePeriod,
        double mase,
        double naiveMase,
        double coverage80,
        double coverage95) {
    private static final int MOST_ORIGINS = 8;
    private static final int PATHS = 1_000;

    /** An error that is so many times that of repeating the last season is clearly worse. */
    private static final double WORSE = 1.02;

    /** Largest share of the history that is forecast at once. */
    private static final int PARTS = 4;

    /**
     * What is forecast, and how.
     *
     * @param values amounts
     * @param aside buckets whose values are not those of the history: nothing is held against them
     * @param seasons to try
     * @param scales to try
     * @param growth given growth as natural logarithm by bucket; NaN for none
     * @param horizon buckets to look ahead, at most a quarter of the values are
     * @param seed of the draws of what parameters may be
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
    public record Request(
            double[] values,
            BitSet aside,
            Seasons seasons,
            List<Scale> scales,
            double growth,
            int horizon,
            long seed) {
        /** Buckets that are forecast at once. */
        int ahead() {
            return Math.max(1, Math.min(horizon, values.length / PARTS));
        }
    }

    /** Repeats the forecast over the past. Source: Hyndman and Koehler 2006 (MASE). */
    public static Backtest of(Request request) {
        return of(
                request,
                MOST_ORIGINS,
                past -> futures(request, ModelSelection.of(past, request).model()));
    }

    /** The same with models without a trend. */
    static Backtest flat(Request request) {
        return of(
                request,
                MOST_ORIGINS,
                past ->
                        futures(
                                request,
                                ModelSelection.flat(past, request, request.ahead()).model()));
    }

    /** Quantiles of a forecast of a past, counted over futures as those of the forecast are. */
    private static DoubleFunction<double[]> futures(Request request, DemandModel fitted) {
        int ahead = request.ahead();
        DemandModel model = fitted.grown(request.growth());
        DemandPaths paths = new DemandPaths(List.of(model), PATHS, ahead, request.seed());
        FutureQuantiles quantiles = FutureQuantiles.of(paths, FutureQuantiles.WRITTEN);
        return probability -> quantiles.of(0, probability);
    }

    /**
     * Repeats a forecast over the past.
     *
     * @param most moments at most
     * @param forecaster says of a past what is next: quantiles of the buckets to come
     */
    static Backtest of(
            Request request, int most, Function<double[], DoubleFunction<double[]>> forecaster) {
        int n = request.values().length;
        int ahead = request.ahead();
        int first = first(request, n - ahead);
        int naive =
                request.seasons().periods().stream()
                        .filter(p -> 2 * p <= first)
                        .findFirst()
                        .orElse(1);
        int spare = n - ahead - first;
        int origins = spare < 0 ? 0 : Math.min(most, spare + 1);
        Tally tally = new Tally();
        for (int i = 0; i < origins; i++) {
            int origin = first + (origins == 1 ? spare : (int) ((long) spare * i / (origins - 1)));
            tally.add(request, forecaster, origin, ahead, naive);
        }
        return tally.result(origins, ahead, naive);
    }

    /** The first moment: from where the seasons are seen that are seen now, if that leaves one. */
    private static int first(Request request, int latest) {
        int first = Math.max(ForecastStudy.LEAST_BUCKETS, request.values().length / 2);
        int seasons = request.seasons().seen();
        return seasons <= latest ? Math.max(first, seasons) : first;
    }

    /** True if there was enough history to look back at all. */
    public boolean hasOrigins() {
        return origins > 0;
    }

    /** True if repeating the last season was clearly better. */
    public boolean losesToNaive() {
        return mase > WORSE * naiveMase;
    }

    /** Sums over the origins. */
    private static final class Tally {
        private long count;
        private double error;
        private double naiveError;
        private long within80;
        private long within95;

        void add(
                Request request,
                Function<double[], DoubleFunction<double[]>> forecaster,
                int origin,
                int ahead,
                int naivePeriod) {
            double[] past = Arrays.copyOf(request.values(), origin);
            DoubleFunction<double[]> quantiles = forecaster.apply(past);
            double[] median = quantiles.apply(0.5);
            double[] low80 = quantiles.apply(0.1);
            double[] high80 = quantiles.apply(0.9);
            double[] low95 = quantiles.apply(0.025);
            double[] high95 = quantiles.apply(0.975);
            double unit = naiveError(past, naivePeriod);
            for (int h = 0; h < ahead; h++) {
                if (request.aside().get(origin + h)) {
                    continue;
                }
                double value = request.values()[origin + h];
                double naive = past[origin - naivePeriod + h % naivePeriod];
                count++;
                error += Math.abs(value - median[h]) / unit;
                naiveError += Math.abs(value - naive) / unit;
                within80 += low80[h] <= value && value <= high80[h] ? 1 : 0;
                within95 += low95[h] <= value && value <= high95[h] ? 1 : 0;
            }
        }

        /** Mean absolute change from one season to the next. */
        private static double naiveError(double[] past, int period) {
            double sum = 0;
            for (int i = period; i < past.length; i++) {
                sum += Math.abs(past[i] - past[i - period]);
            }
            double mean = sum / (past.length - period);
            return mean > 0 ? mean : 1;
        }

        Backtest result(int origins, int ahead, int naivePeriod) {
            double n = count;
            return new Backtest(
                    origins,
                    ahead,
                    naivePeriod,
                    error / n,
                    naiveError / n,
                    within80 / n,
                    within95 / n);
        }
    }
}
