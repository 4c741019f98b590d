package dev.stowage.forecast;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What comes of a part of a demand: one resource of one service.
 *
 * @param label of its model
 * @param scale of its model
 * @param now mean of the last season of its history
 * @param plain median by bucket to come without its events, before it moves
 * @param variance of it, that of the normal distribution which an 80 % interval would be of
 * @param median by bucket to come, as it adds up to the whole
 * @param low80 lower end of the 80 % interval, moved alike
 * @param high80 upper end
 * @param backtest how well such forecasts of it did
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record PartOutlook(
        String label,
        Scale scale,
        double now,
        double[] plain,
        double[] variance,
        double[] median,
        double[] low80,
        double[] high80,
        Backtest backtest) {
    private static final double LOW = 0.1;
    private static final double HIGH = 0.9;

    /** Deviations from the lower to the upper end of an 80 % interval. */
    private static final double WIDTH = 2.5631031310892;

    private static final int ORIGINS = 4;

    /** Forecasts a resource of a part by itself. */
    static PartOutlook of(Part part, int resource, ForecastStudy.Request request) {
        double[] seen = part.of(resource);
        int begin = request.past().begin();
        double[] values = Arrays.copyOfRange(part.without(resource), begin, seen.length);
        ForecastStudy.Modelling modelling = request.modelling();
        QuickSelection chosen = QuickSelection.of(values, modelling.seasons(), modelling.scales());
        double growth = request.growth();
        DemandModel plain = chosen.model().grown(growth);
        DemandModel model = plain.withEvents(part.events(resource));
        Backtest.Request test =
                new Backtest.Request(
                        values,
                        new BitSet(),
                        modelling.seasons(),
                        modelling.scales(),
                        growth,
                        request.horizon(),
                        request.seed());
        Backtest backtest =
                Backtest.of(
                        test,
                        ORIGINS,
                        past -> {
                            DemandModel its = chosen.again(past).model().grown(growth);
                            return p -> its.normalQuantiles(test.ahead(), p);
                        });
        int season = Math.min(values.length, backtest.naivePeriod());
        return new PartOutlook(
                chosen.label(),
                chosen.scale(),
                mean(seen, season),
                plain.normalQuantiles(request.horizon(), 0.5),
                variance(
                        plain.normalQuantiles(request.horizon(), LOW),
                        plain.normalQuantiles(request.horizon(), HIGH)),
                model.normalQuantiles(request.horizon(), 0.5),
                model.normalQuantiles(request.horizon(), LOW),
                model.normalQuantiles(request.horizon(), HIGH),
                backtest);
    }

    /** Of the normal distributions that intervals of 80 % would be of. */
    static double[] variance(double[] low80, double[] high80) {
        double[] variance = new double[low80.length];
        Arrays.setAll(variance, h -> Math.pow((high80[h] - low80[h]) / WIDTH, 2));
        return variance;
    }

    PartOutlook moved(double[] by) {
        return new PartOutlook(
                label,
                scale,
                now,
                plain,
                variance,
                moved(median, by),
                moved(low80, by),
                moved(high80, by),
                backtest);
    }

    private static double[] moved(double[] amounts, double[] by) {
        double[] moved = amounts.clone();
        Arrays.setAll(moved, h -> amounts[h] + by[h]);
        return moved;
    }

    /** Mean of the last season of amounts to come. */
    public double then(double[] amounts) {
        return mean(amounts, Math.min(amounts.length, backtest.naivePeriod()));
    }

    /** What it grows by, from the mean of a season to that of another. */
    public double growth() {
        return then(median) - now;
    }

    private static double mean(double[] values, int count) {
        return Arrays.stream(values, values.length - count, values.length).average().orElseThrow();
    }
}
