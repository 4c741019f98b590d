package dev.stowage.workflow.forecast;

import dev.stowage.forecast.Backtest;
import dev.stowage.forecast.DemandEvent;
import dev.stowage.forecast.DemandForecast;
import dev.stowage.forecast.DemandForecast.Amounts;
import dev.stowage.forecast.DemandForecast.Capacity;
import dev.stowage.forecast.DemandForecast.Moment;
import dev.stowage.forecast.DemandForecast.Passed;
import dev.stowage.forecast.DemandForecast.RunsOut;
import dev.stowage.forecast.DemandForecast.Verdict;
import dev.stowage.forecast.Exhaustion;
import dev.stowage.forecast.ModelSelection;
import dev.stowage.forecast.Seasons;
import dev.stowage.forecast.ets.EtsModel;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.model.Resources;
import dev.stowage.report.forecast.ForecastMoments;
import dev.stowage.words.Figures;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes down what a forecast came to, as {@code forecast.json} holds it. */
public final class ForecastBuilder {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final MathContext WRITTEN = new MathContext(7);

    /** The resources, in their order. */
    static final List<String> NAMES = List.of("cpu", "memory");

    private final ForecastRun run;
    private final BucketSeries series;
    private final @Nullable String timeZero;

    public ForecastBuilder(ForecastRun run) {
        this.run = run;
        series = run.history().raw();
        timeZero = run.history().timeZero().map(Object::toString).orElse(null);
    }

    public DemandForecast forecast() {
        List<DemandForecast.Resource> resources =
                List.of(
                        resource(
                                0,
                                "cores",
                                run.study().cpu(),
                                run.study().cpuBacktest(),
                                series.cores()),
                        resource(
                                1,
                                "GiB",
                                run.study().memory(),
                                run.study().memoryBacktest(),
                                series.gib()));
        ForecastDoubts doubts = new ForecastDoubts(run);
        Verdict verdict = doubts.verdict();
        boolean isKnown = verdict.isGoodEnough();
        return new DemandForecast(
                DemandForecast.FORMAT_VERSION,
                run.history().name(),
                run.supply().confidence(),
                verdict,
                history(),
                new DemandForecast.Horizon(
                        run.horizon(),
                        (series.beginMicros(series.size() + run.horizon()) - series.endMicros())
                                / MICROS_PER_SECOND,
                        run.paths(),
                        run.seed()),
                resources,
                run.events().stream().map(this::event).toList(),
                run.study()
                        .parts()
                        .map(parts -> ServiceOutlooks.of(run.history().by().orElseThrow(), parts))
                        .orElse(null),
                run.capacity().map(this::capacity).orElse(null),
                run.study().exhaustion().filter(all -> isKnown).map(this::exhaustion).orElse(null),
                run.study()
                        .schedule()
                        .filter(all -> isKnown)
                        .map(schedule -> new OrderBook(run, schedule).purchase())
                        .orElse(null),
                doubts.warnings(),
                notes(doubts),
                inputs());
    }

    private @Nullable String zone() {
        return timeZero == null ? null : series.clock().zone().getId();
    }

    private double bucketSeconds() {
        return series.clock().bucketMicros() / MICROS_PER_SECOND;
    }

    private DemandForecast.History history() {
        ForecastHistory history = run.history();
        return new DemandForecast.History(
                history.kind(),
                history.of(),
                history.level(),
                timeZero,
                zone(),
                series.startMicros() / MICROS_PER_SECOND,
                series.endMicros() / MICROS_PER_SECOND,
                bucketSeconds(),
                series.clock().isMonthly(),
                series.size(),
                series.leftOut());
    }

    private DemandForecast.Resource resource(
            int index, String unit, ModelSelection selection, Backtest backtest, double[] values) {
        return new DemandForecast.Resource(
                NAMES.get(index),
                unit,
                model(selection),
                new DemandForecast.Growth(
                        growth(index, 0.5),
                        growth(index, 0.1),
                        growth(index, 0.9),
                        growth(index, run.supply().confidence())),
                selection.candidates().stream().map(ForecastBuilder::rounded).toList(),
                backtest.naivePeriod(),
                backtest.hasOrigins() ? rounded(backtest) : null,
                list(values),
                (index == 0 ? run.past().cpu() : run.past().memory()).unitFrom(),
                new DemandForecast.Bands(
                        quantiles(index, 0.5),
                        quantiles(index, 0.1),
                        quantiles(index, 0.9),
                        quantiles(index, 0.025),
                        quantiles(index, 0.975),
                        quantiles(index, run.supply().confidence())));
    }

    private DemandForecast.Model model(ModelSelection selection) {
        EtsModel ets = selection.model().ets();
        double given = run.modelling().yearlyGrowth();
        return new DemandForecast.Model(
                selection.candidates().get(0).label(),
                selection.model().scale(),
                written(ets.parameters().alpha()),
                written(ets.parameters().beta()),
                written(ets.parameters().gamma()),
                written(ets.parameters().phi()),
                written(ets.sigma()),
                Double.isNaN(given) ? null : given);
    }

    private @Nullable Double growth(int resource, double probability) {
        double factor = run.study().growthFactor(resource, probability);
        return Double.isFinite(factor) ? written(factor) : null;
    }

    private static ModelSelection.Candidate rounded(ModelSelection.Candidate each) {
        return new ModelSelection.Candidate(
                each.label(),
                each.scale(),
                written(each.logLikelihood()),
                written(each.aicc()),
                each.isUnbounded());
    }

    static Backtest rounded(Backtest each) {
        return new Backtest(
                each.origins(),
                each.buckets(),
                each.naivePeriod(),
                written(each.mase()),
                written(each.naiveMase()),
                written(each.coverage80()),
                written(each.coverage95()));
    }

    private List<Double> quantiles(int resource, double probability) {
        return list(run.study().quantiles().of(resource, probability));
    }

    static List<Double> list(double[] values) {
        return Arrays.stream(values).map(ForecastBuilder::written).boxed().toList();
    }

    /** Seven digits; a number that has left every bound becomes the largest there is. */
    static double written(double value) {
        if (Double.isNaN(value)) {
            return 0;
        }
        return Double.isInfinite(value)
                ? Math.copySign(Double.MAX_VALUE, value)
                : new BigDecimal(value).round(WRITTEN).doubleValue();
    }

    private DemandForecast.Event event(DemandEvent event) {
        return new DemandForecast.Event(
                event.name(),
                event.service().orElse(null),
                moment(event.fromMicros()),
                event.untilMicros() == DemandEvent.FOR_EVER ? null : moment(event.untilMicros()),
                written(event.factor()),
                new Amounts(written(event.cores()), written(event.gib())),
                written(event.certainty()));
    }

    private Capacity capacity(PresentCapacity present) {
        double share = run.supply().utilisation();
        return new Capacity(
                present.servers(),
                amounts(present.total(), 1),
                share,
                amounts(present.total(), share),
                passed(ForecastRun.amounts(present.total(), share)));
    }

    /** Of a resource whose unit changed nobody knows. */
    private @Nullable Passed passed(double[] usable) {
        BucketSeries past = run.past().series();
        boolean isCpu = run.past().cpu().units().isEmpty();
        boolean isMemory = run.past().memory().units().isEmpty();
        int[] above =
                IntStream.range(0, past.size())
                        .filter(
                                i ->
                                        (isCpu && past.cores()[i] > usable[0])
                                                || (isMemory && past.gib()[i] > usable[1]))
                        .toArray();
        return above.length == 0
                ? null
                : new Passed(
                        above.length,
                        past.size(),
                        moment(past.beginMicros(above[above.length - 1])));
    }

    static Amounts amounts(Resources size, double share) {
        double[] amounts = ForecastRun.amounts(size, share);
        return new Amounts(written(amounts[0]), written(amounts[1]));
    }

    private RunsOut exhaustion(Exhaustion found) {
        return new RunsOut(
                found.probabilityWithin(run.horizon()) <= 1 - run.supply().confidence() + 1e-12,
                written(found.probabilityWithin(run.horizon())),
                moment(found.bucket(0.05)),
                moment(found.bucket(0.5)),
                moment(found.bucket(0.95)),
                written(found.firstShares()[0]),
                written(found.firstShares()[1]),
                dates(found.alone(0)),
                dates(found.alone(1)));
    }

    private DemandForecast.Dates dates(Exhaustion found) {
        return new DemandForecast.Dates(
                moment(found.bucket(0.05)), moment(found.bucket(0.5)), moment(found.bucket(0.95)));
    }

    private @Nullable Moment moment(OptionalInt bucket) {
        return bucket.isPresent() ? begin(bucket.getAsInt()) : null;
    }

    private Moment moment(long micros) {
        return ForecastMoments.shifted(timeZero, zone(), micros / MICROS_PER_SECOND);
    }

    /** Begin of a bucket to come. */
    private Moment begin(int bucket) {
        return moment(series.beginMicros(series.size() + bucket));
    }

    private List<String> notes(ForecastDoubts doubts) {
        List<String> notes = new ArrayList<>(doubts.notes());
        notes.addAll(run.history().notes());
        if (series.leftOut() > 0) {
            notes.add(
                    (series.leftOut() == 1 ? "1 bucket" : "2 buckets")
                            + " at the edges of the history "
                            + (series.leftOut() == 1 ? "is" : "are")
                            + " not whole and left out.");
        }
        if (run.capacity().filter(each -> each.offers().isEmpty()).isPresent()) {
            notes.add(
                    "Name the server that can be bought (--buy 48c256g) for a purchase schedule.");
        }
        return notes;
    }

    private Map<String, String> inputs() {
        Map<String, String> inputs = new LinkedHashMap<>(run.history().inputs());
        inputs.put("seasons tried", seasons());
        inputs.put("paths", Figures.count(run.paths()));
        inputs.put("seed", String.valueOf(run.seed()));
        return inputs;
    }

    private String seasons() {
        Seasons seasons = run.modelling().seasons();
        List<String> tried =
                new ArrayList<>(seasons.periods().stream().map(each -> each + " buckets").toList());
        if (seasons.hasYear(run.past().series().size())) {
            tried.add("a yearly cycle");
        }
        return tried.isEmpty() ? "none" : String.join(", ", tried);
    }
}
