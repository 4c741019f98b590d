package dev.stowage.workflow.forecast;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.basis.Seeds;
import dev.stowage.forecast.CleanHistory;
import dev.stowage.forecast.DemandForecast;
import dev.stowage.forecast.DemandForecast.Verdict;
import dev.stowage.forecast.DemandPaths;
import dev.stowage.forecast.history.BucketClock;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.model.Resources;
import dev.stowage.words.Figures;
import dev.stowage.workload.demand.ServiceDemand;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Futures of a demand, drawn from the models of its history: one set to decide on, and another to
 * judge the decision by. The same history and seed give the same futures.
 *
 * @param name of the history
 * @param kind {@code csv} or {@code tasks}
 * @param history by buckets, as it is modelled
 * @param toDecide futures that a decision may look at
 * @param toJudge as many others
 * @param models of CPU and memory, in words
 * @param bucketMicros how long amounts hold; the peak of that time stands for it
 * @param verdict whether the forecast is good enough to plan by
 */
public record DemandFutures(
        String name,
        String kind,
        ServiceDemand history,
        List<ServiceDemand> toDecide,
        List<ServiceDemand> toJudge,
        List<String> models,
        long bucketMicros,
        Verdict verdict) {
    /** Times the history that a horizon may be long at most, as for forecasts. */
    private static final int MOST_TIMES = 4;

    private static final SupplyChoice NO_SUPPLY =
            new SupplyChoice(
                    Optional.empty(),
                    Optional.empty(),
                    1,
                    Optional.empty(),
                    LeadTime.NONE,
                    0,
                    0.9,
                    Optional.empty(),
                    Optional.empty());

    public DemandFutures {
        toDecide = List.copyOf(toDecide);
        toJudge = List.copyOf(toJudge);
        models = List.copyOf(models);
    }

    /**
     * Draws.
     *
     * @param path of the history
     * @param horizonMicros how far ahead
     * @param bucketMicros how long amounts hold
     * @param choice how the future is made of the past; twice as many paths as futures to decide on
     * @throws InputException if the history is missing, damaged or too short
     */
    public static DemandFutures of(
            Path path,
            long horizonMicros,
            long bucketMicros,
            ForecastChoice choice,
            Progress progress) {
        HistoryChoice whole =
                new HistoryChoice(
                        Optional.empty(),
                        false,
                        Optional.of(BucketClock.every(bucketMicros, 0)),
                        BucketSeries.Level.PEAK,
                        Optional.empty(),
                        ZoneOffset.UTC,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty(),
                        false);
        ForecastHistory history = new HistoryReader(path, whole, progress).read();
        BucketSeries raw = history.raw();
        CleanHistory past =
                CleanHistory.of(
                        raw,
                        history.missing(),
                        choice.modelling(raw.clock()).seasons().periods(),
                        CleanHistory.Choice.NOTHING);
        long known = raw.endMicros() - raw.startMicros();
        if (horizonMicros > MOST_TIMES * known) {
            throw InputException.at(
                    "--forecast",
                    Figures.micros(horizonMicros) + " from a history of " + Figures.micros(known),
                    "at most " + MOST_TIMES + " times the history",
                    "Nothing in so short a history tells what will be then.");
        }
        int buckets = raw.clock().buckets(horizonMicros);
        ForecastRun run =
                ForecastRun.of(
                        history,
                        past,
                        NO_SUPPLY,
                        Optional.empty(),
                        choice,
                        List.of(),
                        buckets,
                        progress);
        DemandForecast forecast = new ForecastBuilder(run).forecast();
        return new DemandFutures(
                history.name(),
                history.kind(),
                demand(past.series().cores(), past.series().gib(), bucketMicros),
                drawn(run, run.seed(), bucketMicros),
                drawn(run, Seeds.mix(run.seed(), "to judge", 0), bucketMicros),
                forecast.resources().stream().map(DemandFutures::words).toList(),
                bucketMicros,
                forecast.verdict());
    }

    private static String words(DemandForecast.Resource of) {
        Double growth = of.model().givenGrowth();
        return of.name()
                + " by "
                + of.model().label()
                + (growth == null
                        ? ""
                        : " growing by " + Figures.share(growth) + " a year, as was said");
    }

    /** Half of the paths that were asked for; sets of two seeds know nothing of each other. */
    private static List<ServiceDemand> drawn(ForecastRun run, long seed, long bucketMicros) {
        int paths = run.paths() / 2;
        double[][] cores = new double[paths][run.horizon()];
        double[][] gib = new double[paths][run.horizon()];
        new DemandPaths(
                        List.of(run.study().cpu().model(), run.study().memory().model()),
                        paths,
                        run.horizon(),
                        seed)
                .forEachBucket(
                        (bucket, amounts) -> {
                            for (int path = 0; path < paths; path++) {
                                cores[path][bucket] = amounts[0][path];
                                gib[path][bucket] = amounts[1][path];
                            }
                        });
        return IntStream.range(0, paths)
                .mapToObj(path -> demand(cores[path], gib[path], bucketMicros))
                .toList();
    }

    private static ServiceDemand demand(double[] cores, double[] gib, long bucketMicros) {
        return new ServiceDemand(
                LongStream.range(0, cores.length).map(i -> i * bucketMicros).toArray(),
                IntStream.range(0, cores.length)
                        .mapToLong(i -> (long) Math.ceil(cores[i] * Resources.MICRO_CORES_PER_CORE))
                        .toArray(),
                IntStream.range(0, cores.length)
                        .mapToLong(i -> (long) Math.ceil(gib[i] * Resources.BYTES_PER_GIB))
                        .toArray(),
                cores.length * bucketMicros);
    }
}
