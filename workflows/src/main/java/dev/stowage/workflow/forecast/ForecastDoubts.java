package dev.stowage.workflow.forecast;

import dev.stowage.forecast.Backtest;
import dev.stowage.forecast.DemandForecast.Verdict;
import dev.stowage.forecast.DemandModel;
import dev.stowage.forecast.ForecastStudy;
import dev.stowage.forecast.LostTrend;
import dev.stowage.forecast.ModelSelection;
import dev.stowage.forecast.history.BucketClock;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.forecast.history.HistoryScan;
import dev.stowage.forecast.history.YearlyCycle;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Whether a forecast is good enough to plan by, and why it may be wrong, in plain words. */
final class ForecastDoubts {
    /** Capacity that runs out on more of the futures is not ample. */
    private static final double RARE = 0.01;

    /**
     * Intervals that cover less than this are called too narrow; errors of neighbours hang
     * together.
     */
    private static final double LEAST_80 = 0.65;

    private static final double LEAST_95 = 0.85;

    /** An interval whose upper end is so many times the median is of little use. */
    private static final double WIDE = 3;

    /** A resource of which capacity has so many times the most that it may come to is no worry. */
    private static final double AMPLE = 2;

    /** A horizon as long as the history, and not the rounding of a bucket more. */
    private static final double LONGER = 1.05;

    private static final long HALF_A_YEAR = 180 * 86_400_000_000L;

    /** So far ahead a wave of a year moves demand. */
    private static final long YEAR_MATTERS = 62 * 86_400_000_000L;

    private static final double LOW_START = 0.3;

    private final ForecastRun run;
    private final List<String> reasons = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    ForecastDoubts(ForecastRun run) {
        this.run = run;
        reasons.addAll(run.history().doubts());
        HistoryFindings findings = new HistoryFindings(run);
        reasons.addAll(findings.reasons());
        warnings.addAll(run.history().warnings());
        warnings.addAll(findings.warnings());
        length();
        ForecastStudy study = run.study();
        BucketSeries series = run.history().raw();
        resource(0, "CPU", series.cores(), study.cpu().model(), study.cpuBacktest());
        resource(1, "memory", series.gib(), study.memory().model(), study.memoryBacktest());
        if (isConstant(series.cores()) && isConstant(series.gib())) {
            reasons.add("demand never changed, so that nothing tells how it will.");
        }
    }

    /** Good enough to plan by if nothing speaks against it. */
    Verdict verdict() {
        return new Verdict(reasons.isEmpty(), reasons);
    }

    /** What does not speak against the whole answer. */
    List<String> warnings() {
        return List.copyOf(warnings);
    }

    private void length() {
        BucketSeries series = run.past().series();
        double history = series.endMicros() - series.startMicros();
        double ahead = series.beginMicros(series.size() + run.horizon()) - series.endMicros();
        if (!run.study().cpuBacktest().hasOrigins()) {
            reasons.add("the history is too short to test forecasts of its past.");
        }
        boolean isGiven = !Double.isNaN(run.modelling().yearlyGrowth());
        if (ahead > LONGER * history && !isGiven) {
            reasons.add(
                    "the forecast goes "
                            + Figures.number(ahead / history)
                            + " times as far ahead as its history is long ("
                            + Figures.micros((long) history)
                            + "), and nothing in it tells whether the trend goes on so far.");
        }
    }

    private void resource(
            int index, String name, double[] values, DemandModel model, Backtest test) {
        if (isConstant(values)) {
            if (values[0] != 0) {
                warnings.add(
                        "The demand for "
                                + name
                                + " never changed: all that can be said is that it may stay so.");
            }
            return;
        }
        List<String> doubts = new ArrayList<>();
        if (test.hasOrigins() && Double.isNaN(run.modelling().yearlyGrowth())) {
            past(name, test, doubts);
        }
        BucketSeries series = run.past().series();
        double[] past = index == 0 ? series.cores() : series.gib();
        if (YearlyCycle.isIn(past, series.clock().bucketMicros()) && !isYearly(model)) {
            boolean isMonthly = series.clock().isMonthly();
            doubts.add(
                    name
                            + " rises and falls with the year, which "
                            + (isMonthly
                                    ? "the model that was chosen does not know. Ask for one that"
                                            + " does: --season year."
                                    : "models of days and weeks do not know. Forecast months:"
                                            + " --bucket 1mo."));
        }
        BucketClock clock = series.clock();
        if (run.horizon() * clock.bucketMicros() > YEAR_MATTERS
                && YearlyCycle.mayBeIn(past, clock.bucketMicros())
                && !isYearly(model)) {
            doubts.add(
                    "beside a line, "
                            + name
                            + " follows one wave of a year, and its history is shorter than a year"
                            + " and a half: whether that comes again is not known. Give a longer"
                            + " history, or look at most two months ahead (--horizon).");
        }
        boolean isCutOff = // by what no slope can be told from
                scan(index).atEnd().isPresent() || scan(index).isEndAside();
        if (Double.isNaN(run.modelling().yearlyGrowth()) && !isCutOff) {
            run.study()
                    .lostTrend(index, past, run.horizon())
                    .ifPresent(lost -> doubts.add(lost(name, index == 0 ? "cores" : "GiB", lost)));
        }
        width(index, name, doubts);
        if (isAmple(index, values)) {
            doubts.forEach(
                    each ->
                            warnings.add(
                                    Character.toUpperCase(each.charAt(0))
                                            + each.substring(1)
                                            + " Capacity has more than twice as much."));
        } else {
            reasons.addAll(doubts);
        }
    }

    /** True if the season of the model is a year, or a cycle of one is in it. */
    private boolean isYearly(DemandModel model) {
        BucketClock clock = run.past().series().clock();
        return model.year().waves() > 0
                || model.ets().form().period() * clock.bucketMicros() > HALF_A_YEAR;
    }

    private HistoryScan scan(int index) {
        return index == 0 ? run.past().cpu() : run.past().memory();
    }

    private static boolean isConstant(double[] values) {
        return Arrays.stream(values).distinct().limit(2).count() == 1;
    }

    /** True if capacity has far more of a resource than it came to, or may come to. */
    private boolean isAmple(int index, double[] values) {
        double most =
                Math.max(
                        Arrays.stream(values, scan(index).unitFrom(), values.length)
                                .max()
                                .orElseThrow(),
                        Arrays.stream(run.study().quantiles().of(index, 0.975))
                                .max()
                                .orElseThrow());
        return run.capacity()
                        .filter(
                                present ->
                                        ForecastRun.amounts(
                                                        present.total(),
                                                        run.supply().utilisation())[index]
                                                >= AMPLE * most)
                        .isPresent()
                && run.study()
                        .exhaustion()
                        .filter(all -> all.alone(index).probabilityWithin(run.horizon()) <= RARE)
                        .isPresent();
    }

    private static String lost(String name, String unit, LostTrend trend) {
        return name
                + (trend.byTrend() > trend.now() ? " rises" : " falls")
                + " by more than chance (its slope is "
                + Figures.number(trend.errors())
                + " standard errors from none): from a level of "
                + Figures.number(trend.now())
                + " "
                + unit
                + " to "
                + Figures.number(trend.byTrend())
                + " by the end of the horizon if that goes on. The model that was chosen foresees "
                + Figures.number(trend.byModel())
                + ". Say how demand grows with --growth, or give a longer history.";
    }

    private static void past(String name, Backtest test, List<String> doubts) {
        if (test.losesToNaive()) {
            doubts.add(
                    "forecasts of the past of "
                            + name
                            + " were worse than repeating its last "
                            + (test.naivePeriod() > 1 ? "season" : "value")
                            + " (error "
                            + Figures.number(test.mase())
                            + " against "
                            + Figures.number(test.naiveMase())
                            + ").");
        }
        if (test.coverage95() < LEAST_95 || test.coverage80() < LEAST_80) {
            doubts.add(
                    "the intervals of "
                            + name
                            + " were too narrow in the past: those of 95 % held "
                            + Figures.share(test.coverage95())
                            + " of the values, those of 80 % "
                            + Figures.share(test.coverage80())
                            + ".");
        }
    }

    private void width(int index, String name, List<String> doubts) {
        int last = run.horizon() - 1;
        double median = run.study().quantiles().of(index, 0.5)[last];
        double high = run.study().quantiles().of(index, 0.9)[last];
        if (high > WIDE * median) {
            doubts.add(
                    "the 80 % interval of "
                            + name
                            + " ends above "
                            + Figures.number(WIDE)
                            + " times the median, so that its history tells little so far ahead."
                            + " Look less far, or in longer buckets.");
        }
    }

    /** What a person should know of the history. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        BucketSeries series = run.history().raw();
        Backtest test = run.study().cpuBacktest();
        if (test.hasOrigins() && test.buckets() < run.horizon()) {
            notes.add(
                    "Forecasts of the past were tested up to "
                            + (series.clock().isMonthly()
                                    ? Figures.count(test.buckets()) + " months"
                                    : Figures.micros(
                                            test.buckets() * series.clock().bucketMicros()))
                            + " ahead; how far off they are beyond that is not known.");
        }
        dropped("CPU", run.study().cpu(), run.study().cpuBacktest(), notes);
        dropped("memory", run.study().memory(), run.study().memoryBacktest(), notes);
        if (series.endMicros() - series.startMicros() < 4 * HALF_A_YEAR) {
            notes.add(
                    "The history is shorter than two years: whether demand follows the year is not"
                            + " known.");
        }
        run.capacity().ifPresent(present -> above(present, notes));
        if (run.history().of().equals("requests")) {
            start("CPU", series.cores(), notes);
            start("memory", series.gib(), notes);
        }
        return notes;
    }

    private static void dropped(
            String name, ModelSelection choice, Backtest test, List<String> notes) {
        choice.dropped()
                .ifPresent(
                        trend ->
                                notes.add(
                                        "A model with a trend fits the past of "
                                                + name
                                                + " best, but forecasts of its past were worse"
                                                + " than without a trend (error "
                                                + Figures.number(trend.mase())
                                                + " against "
                                                + Figures.number(test.mase())
                                                + "): the level goes on flat. The error of the"
                                                + " flat model is no test of that choice."));
    }

    /** How often demand was above capacity in the past. */
    private void above(PresentCapacity present, List<String> notes) {
        BucketSeries series = run.history().raw();
        double[] usable = ForecastRun.amounts(present.total(), run.supply().utilisation());
        boolean isCpu = run.past().cpu().units().isEmpty(); // else nobody knows the unit
        boolean isMemory = run.past().memory().units().isEmpty();
        long above =
                IntStream.range(0, series.size())
                        .filter(
                                i ->
                                        (isCpu && series.cores()[i] > usable[0])
                                                || (isMemory && series.gib()[i] > usable[1]))
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
                            + " of its median: tasks from before it may be missing, which looks"
                            + " like growth; leave out its start with --from.");
        }
    }
}
