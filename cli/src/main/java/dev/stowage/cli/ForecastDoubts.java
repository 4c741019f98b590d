package dev.stowage.cli;

import dev.stowage.forecast.Backtest;
import dev.stowage.forecast.BucketSeries;
import dev.stowage.forecast.DemandModel;
import dev.stowage.forecast.ServerNeeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Why a forecast may be wrong, in plain words. */
final class ForecastDoubts {
    /**
     * Intervals that cover less than this are called too narrow; errors of neighbours hang
     * together.
     */
    private static final double LEAST_80 = 0.65;

    private static final double LEAST_95 = 0.85;

    /** A forecast that is this much worse than repeating the last season is called so. */
    private static final double WORSE = 1.02;

    /** An interval whose upper end is so many times the median is of little use. */
    private static final double WIDE = 3;

    private static final double LOW_START = 0.3;

    private final ForecastRun run;
    private final List<String> warnings = new ArrayList<>();

    ForecastDoubts(ForecastRun run) {
        this.run = run;
    }

    List<String> warnings() {
        warnings.clear();
        length();
        resource("CPU", run.history().series().cores(), run.study().cpuBacktest());
        resource("memory", run.history().series().gib(), run.study().memoryBacktest());
        width("CPU", run.study().cpu().model());
        width("memory", run.study().memory().model());
        run.study()
                .schedule()
                .filter(schedule -> schedule.total() >= ServerNeeds.MOST)
                .ifPresent(
                        schedule ->
                                warnings.add(
                                        "The upper end of the forecast leaves every bound: the"
                                                + " purchases are of no use. Shorten --horizon, or"
                                                + " try --scale linear."));
        return List.copyOf(warnings);
    }

    private void length() {
        BucketSeries series = run.history().series();
        double history = series.endMicros() - series.startMicros();
        double ahead = series.beginMicros(series.size() + run.horizon()) - series.endMicros();
        if (ahead > history * 1.0001) {
            warnings.add(
                    "The forecast goes "
                            + Figures.number(ahead / history)
                            + " times as far ahead as its history is long ("
                            + Figures.micros((long) history)
                            + "): nothing in it tells whether the trend goes on.");
        }
        if (!run.study().cpuBacktest().hasOrigins()) {
            warnings.add("The history is too short to test forecasts of its past.");
        }
    }

    /** What a person should know of the history. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        BucketSeries series = run.history().series();
        Backtest test = run.study().cpuBacktest();
        if (test.hasOrigins() && test.buckets() < run.horizon()) {
            notes.add(
                    "Forecasts of the past were tested up to "
                            + Figures.micros(test.buckets() * series.clock().bucketMicros())
                            + " ahead; how far off they are beyond that is not known.");
        }
        run.capacity().ifPresent(present -> above(present, notes));
        if (run.history().of().equals("requests")) {
            start("CPU", series.cores(), notes);
            start("memory", series.gib(), notes);
        }
        return notes;
    }

    /** How often demand was above capacity in the past. */
    private void above(PresentCapacity present, List<String> notes) {
        BucketSeries series = run.history().series();
        double[] usable = ForecastRun.amounts(present.total(), run.supply().utilisation());
        long above =
                IntStream.range(0, series.size())
                        .filter(i -> series.cores()[i] > usable[0] || series.gib()[i] > usable[1])
                        .count();
        if (above > 0) {
            notes.add(
                    "In "
                            + Figures.count(above)
                            + " of the "
                            + Figures.count(series.size())
                            + " buckets of the history demand was above capacity already.");
        }
    }

    /** A trace that lacks what ran before it begins low. */
    private static void start(String name, double[] values, List<String> notes) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double median = sorted[sorted.length / 2];
        if (values[0] < LOW_START * median) {
            notes.add(
                    "The history of "
                            + name
                            + " begins at "
                            + Figures.share(values[0] / median)
                            + " of its median: tasks from before it may be missing, which looks like"
                            + " growth; leave out its start with --from.");
        }
    }

    private void width(String name, DemandModel model) {
        int last = run.horizon() - 1;
        double median = model.quantiles(run.horizon(), 0.5)[last];
        double high = model.quantiles(run.horizon(), 0.9)[last];
        if (high > WIDE * median) {
            warnings.add(
                    "The 80% interval of "
                            + name
                            + " ends above "
                            + Figures.number(WIDE)
                            + " times the median: so far ahead its history tells little. Look less"
                            + " far, or in longer buckets.");
        }
    }

    private void resource(String name, double[] values, Backtest test) {
        if (Arrays.stream(values).distinct().limit(2).count() == 1) {
            if (values[0] != 0) {
                warnings.add(
                        "The demand for "
                                + name
                                + " never changed: all that can be said is that it may stay so.");
            }
            return;
        }
        if (!test.hasOrigins()) {
            return;
        }
        if (test.mase() > WORSE * test.naiveMase()) {
            warnings.add(
                    "Forecasts of the past of "
                            + name
                            + " were worse than repeating its last "
                            + (test.naivePeriod() > 1 ? "season" : "value")
                            + " (error "
                            + Figures.number(test.mase())
                            + " against "
                            + Figures.number(test.naiveMase())
                            + "): do not rely on the trend.");
        }
        if (test.coverage95() < LEAST_95 || test.coverage80() < LEAST_80) {
            warnings.add(
                    "The intervals of "
                            + name
                            + " were too narrow in the past: those of 95% held "
                            + Figures.share(test.coverage95())
                            + " of the values, those of 80% "
                            + Figures.share(test.coverage80())
                            + ".");
        }
    }
}
