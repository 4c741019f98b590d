package dev.stowage.forecast;

import dev.stowage.basis.Check;
import dev.stowage.basis.Progress;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.forecast.history.HistoryScan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * A forecast of CPU and memory from their history: a model of each, how well such models did over
 * the past, when capacity runs out, and what to buy.
 *
 * @param cpu model of the CPU
 * @param memory model of the memory
 * @param cpuBacktest how well its forecasts did
 * @param memoryBacktest how well its forecasts did
 * @param parts what comes of the parts of the demand; empty if it has none
 * @param quantiles of the buckets to come
 * @param levels quantiles of the level beside the season at their end, without events
 * @param exhaustion when capacity runs out; empty if no capacity was given
 * @param schedule what to buy; empty if no size of server was given
 */
public record ForecastStudy(
        ModelSelection cpu,
        ModelSelection memory,
        Backtest cpuBacktest,
        Backtest memoryBacktest,
        Optional<PartsForecast> parts,
        FutureQuantiles quantiles,
        FutureQuantiles levels,
        Optional<Exhaustion> exhaustion,
        Optional<PurchaseSchedule> schedule) {
    /** Without so many buckets there is nothing to forecast from. */
    public static final int LEAST_BUCKETS = 12;

    private static final double SECONDS_PER_YEAR = 365.0 * 86_400;
    private static final double MICROS_PER_SECOND = 1e6;

    /**
     * How the past is modelled.
     *
     * @param seasons to try
     * @param scales to try
     * @param yearlyGrowth given growth of a year, as 0.3; above -1. NaN: the trend of the history
     */
    public record Modelling(Seasons seasons, List<Scale> scales, double yearlyGrowth) {
        public Modelling {
            scales = List.copyOf(scales);
            if (yearlyGrowth <= -1 || Double.isInfinite(yearlyGrowth)) {
                throw new IllegalArgumentException(
                        "yearlyGrowth = " + yearlyGrowth + ", expected a number above -1, or NaN");
            }
        }

        /** Natural logarithm of the growth of a bucket; NaN if it is not given. */
        double growth(long bucketMicros) {
            double years = bucketMicros / MICROS_PER_SECOND / SECONDS_PER_YEAR;
            return Math.log1p(yearlyGrowth) * years;
        }
    }

    /**
     * What there is and what can be bought.
     *
     * @param usable cores and GiB that may be used today, above 0
     * @param kinds of servers that can be bought; none to plan no purchase
     * @param everyBuckets least distance of two orders
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
    public record Supply(double[] usable, List<OfferedKind> kinds, int everyBuckets) {
        public Supply {
            kinds = List.copyOf(kinds);
            Check.positive("usable[0]", usable[0]);
            Check.positive("usable[1]", usable[1]);
        }
    }

    /**
     * A question.
     *
     * @param past at least {@value #LEAST_BUCKETS} buckets
     * @param modelling how the past is modelled
     * @param horizon buckets to look ahead
     * @param supply what there is; empty if only the demand is asked for
     * @param confidence that demand is to be within capacity, in each bucket
     * @param events what they do to CPU and memory, by the buckets of the past and those to come
     * @param parts of the demand, which add up to it; empty if it is not in parts
     * @param paths to draw
     * @param seed of the paths, and of the draws of what parameters may be
     * @param progress told how many parts are done
     */
    public record Request(
            CleanHistory past,
            Modelling modelling,
            int horizon,
            Optional<Supply> supply,
            double confidence,
            List<EventEffects> events,
            List<Part> parts,
            int paths,
            long seed,
            Progress progress) {
        public Request {
            Check.inRange("confidence", confidence, 0, 1);
            events = List.copyOf(events);
            parts = List.copyOf(parts);
        }

        BucketSeries history() {
            return past.series();
        }

        /** Probabilities of the quantiles that are written down. */
        private double[] written() {
            return DoubleStream.concat(
                            Arrays.stream(FutureQuantiles.WRITTEN), DoubleStream.of(confidence))
                    .toArray();
        }

        /** Futures of models, one a resource. */
        DemandPaths futures(List<DemandModel> models) {
            return new DemandPaths(models, paths, horizon, seed);
        }

        /** Given growth of a bucket as natural logarithm; NaN for none. */
        double growth() {
            return modelling.growth(history().clock().bucketMicros());
        }
    }

    /** Answers. */
    public static ForecastStudy of(Request request) {
        Tested ofCpu = Tested.of(request, request.history().cores(), request.past().cpu());
        Tested ofMemory = Tested.of(request, request.history().gib(), request.past().memory());
        ModelSelection cpu = ofCpu.selection();
        ModelSelection memory = ofMemory.selection();
        List<DemandModel> alone = List.of(model(request, cpu, 0), model(request, memory, 1));
        Optional<PartsForecast> parts =
                request.parts().isEmpty()
                        ? Optional.empty()
                        : Optional.of(PartsForecast.of(request, alone));
        List<DemandModel> models = parts.map(PartsForecast::wholes).orElse(alone);
        DemandPaths paths = request.futures(models);
        Optional<Exhaustion> exhaustion =
                request.supply().map(supply -> Exhaustion.of(paths, supply.usable()));
        return new ForecastStudy(
                cpu.with(models.get(0)),
                memory.with(models.get(1)),
                ofCpu.test(),
                ofMemory.test(),
                parts,
                FutureQuantiles.of(paths, request.written()),
                FutureQuantiles.ofLevels(paths, request.written()),
                exhaustion,
                request.supply().flatMap(supply -> schedule(paths, supply, request.confidence())));
    }

    /**
     * What the demand beside its season grows by: its level at the end of the horizon, without
     * events, over that of now. NaN if there is none now.
     *
     * @param resource 0 the CPU, 1 the memory
     * @param probability that it stays below: the confidence, or one of an interval
     */
    public double growthFactor(int resource, double probability) {
        DemandModel model = (resource == 0 ? cpu : memory).model();
        return model.levelFactor(levels.of(resource, probability)[0]);
    }

    /**
     * A clear trend of a resource that its model leaves out.
     *
     * @param resource 0 the CPU, 1 the memory
     * @param values that its model was fitted to
     */
    public Optional<LostTrend> lostTrend(int resource, double[] values, int horizon) {
        DemandModel model = (resource == 0 ? cpu : memory).model();
        return LostTrend.of(model, values, levels.of(resource, 0.5)[0], horizon);
    }

    /** A choice of models, and how well such choices did over the past. */
    private record Tested(ModelSelection selection, Backtest test) {
        /**
         * Chooses. Where repeating the last season was better than what AICc takes, and that has a
         * trend, models without one are tested too: a level that only wanders looks like a trend.
         */
        static Tested of(Request request, double[] values, HistoryScan scan) {
            Modelling modelling = request.modelling();
            ModelSelection selection =
                    ModelSelection.of(
                            values,
                            modelling.seasons(),
                            modelling.scales(),
                            request.horizon(),
                            request.seed());
            Backtest.Request all =
                    new Backtest.Request(
                            values,
                            request.past().aside(scan),
                            modelling.seasons(),
                            modelling.scales(),
                            request.growth(),
                            request.horizon(),
                            request.seed());
            Backtest test = Backtest.of(all);
            boolean isLost = test.hasOrigins() && test.losesToNaive();
            if (!isLost
                    || !selection.model().ets().form().hasSlope()
                    || !Double.isNaN(request.growth())) {
                return new Tested(selection, test);
            }
            Backtest flat = Backtest.flat(all);
            return flat.losesToNaive()
                    ? new Tested(selection, test)
                    : new Tested(
                            ModelSelection.flat(values, all, request.horizon()).instead(test),
                            flat);
        }
    }

    private static DemandModel model(Request request, ModelSelection selection, int resource) {
        return selection.model().withEvents(request.events().get(resource)).grown(request.growth());
    }

    private static Optional<PurchaseSchedule> schedule(
            DemandPaths paths, Supply supply, double confidence) {
        return supply.kinds().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        PurchaseSchedule.of(
                                UsableNeeds.of(paths, supply.usable(), confidence),
                                supply.kinds(),
                                supply.everyBuckets()));
    }
}
