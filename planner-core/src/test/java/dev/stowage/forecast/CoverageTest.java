package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.forecast.ets.Errors;
import dev.stowage.forecast.ets.EtsFit;
import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsModel;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsRecursion;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.InitialStates;
import dev.stowage.forecast.ets.ParameterDraws;
import dev.stowage.forecast.ets.Trend;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Intervals hold as many values as they say, and what orders have to hold is enough as often as it
 * says, on series whose model is to be found first. More series, and a table: {@code
 * -Dcoverage.series=300}.
 */
class CoverageTest {
    private static final int SERIES = Integer.getInteger("coverage.series", 120);
    private static final int AHEAD = 24;

    private static final int PATHS = 1_000;

    /** Below the quantile of 95 %: what an order has to hold. */
    private record Shares(double within80, double within95, double below95) {}

    private static FutureQuantiles futures(DemandModel model, int buckets) {
        return FutureQuantiles.of(
                new DemandPaths(List.of(model), PATHS, buckets, 1),
                0.025,
                0.1,
                0.5,
                0.9,
                0.95,
                0.975);
    }

    private static Shares covered(
            EtsForm form, EtsParameters parameters, double sigma, int length) {
        double slope = form.hasSlope() ? 0.3 : 0;
        double[] season =
                form.isRelative()
                        ? Draws.factors(form.period(), 5 * sigma)
                        : Draws.season(form.period(), 15 * sigma);
        EtsState start = new EtsState(5_000, slope, season);
        List<Integer> periods = form.isSeasonal() ? List.of(form.period()) : List.of(7);
        int within80 = 0;
        int within95 = 0;
        int below95 = 0;
        for (int seed = 0; seed < SERIES; seed++) {
            double[] all = Draws.of(form, parameters, start, sigma, length + AHEAD, seed);
            DemandModel model =
                    ModelSelection.of(
                                    Arrays.copyOf(all, length),
                                    periods,
                                    List.of(form.isRelative() ? Scale.RELATIVE : Scale.LINEAR),
                                    AHEAD,
                                    1)
                            .model();
            FutureQuantiles quantiles = futures(model, AHEAD);
            within80 += inside(all, length, quantiles.of(0, 0.1), quantiles.of(0, 0.9));
            within95 += inside(all, length, quantiles.of(0, 0.025), quantiles.of(0, 0.975));
            below95 += inside(all, length, new double[AHEAD], quantiles.of(0, 0.95));
        }
        double count = (double) SERIES * AHEAD;
        Shares shares = new Shares(within80 / count, within95 / count, below95 / count);
        if (Integer.getInteger("coverage.series") != null) {
            System.out.println(form.label() + " " + length + " buckets: " + shares);
        }
        return shares;
    }

    private static int inside(double[] values, int from, double[] low, double[] high) {
        int count = 0;
        for (int h = 0; h < low.length; h++) {
            count += low[h] <= values[from + h] && values[from + h] <= high[h] ? 1 : 0;
        }
        return count;
    }

    /**
     * 120 independent series: the standard error of a share is at most 4 %, errors hang together.
     */
    private static void isNominal(Shares shares, String form) {
        assertThat(shares.within80()).as(form + " 80 %").isBetween(0.73, 0.88);
        assertThat(shares.within95()).as(form + " 95 %").isBetween(0.90, 0.985);
        assertThat(shares.below95()).as(form + " below 95 %").isBetween(0.90, 0.985);
    }

    @Test
    void coversALevel() {
        isNominal(
                covered(new EtsForm(Trend.NONE, 1), new EtsParameters(0.3, 0, 0, 1), 2, 120),
                "level");
    }

    @Test
    void coversATrendThatChanges() {
        isNominal(
                covered(new EtsForm(Trend.ADDITIVE, 1), new EtsParameters(0.3, 0.05, 0, 1), 2, 120),
                "trend");
    }

    @Test
    void coversATrendWithASeason() {
        isNominal(
                covered(
                        new EtsForm(Trend.ADDITIVE, 7),
                        new EtsParameters(0.2, 0.01, 0.1, 1),
                        5,
                        120),
                "trend and season");
    }

    @Test
    void coversATrendThatNeverChanges() {
        isNominal(
                covered(new EtsForm(Trend.STEADY, 7), new EtsParameters(0.3, 0, 0, 1), 5, 60),
                "steady trend and season");
    }

    @Test
    void coversPerCent() {
        isNominal(
                covered(
                        new EtsForm(Trend.NONE, 7, Errors.RELATIVE),
                        new EtsParameters(0.3, 0, 0.1, 1),
                        0.05,
                        120),
                "level and season, by per cent");
    }

    @Test
    void isLessSureThanTheBestParameters() {
        EtsForm form = new EtsForm(Trend.ADDITIVE, 1);
        double[] values =
                Draws.of(form, new EtsParameters(0.1, 0, 0, 1), new EtsState(500, 1), 5, 60, 2);
        EtsModel best = EtsFit.of(values, form);
        DemandModel known = DemandModel.of(best, Scale.LINEAR);
        DemandModel fitted = DemandModel.fitted(best, values, Scale.LINEAR, 1);
        double widest = futures(fitted, 60).of(0, 0.975)[59];
        assertThat(widest).isGreaterThan(futures(known, 60).of(0, 0.975)[59] + 5);
        DemandModel again = DemandModel.fitted(best, values, Scale.LINEAR, 1);
        assertThat(futures(again, 60).of(0, 0.975)[59]).isEqualTo(widest);
    }

    @Test
    void drawsAlphaAsItsPosteriorIs() {
        EtsForm form = new EtsForm(Trend.NONE, 1);
        double[] values =
                Draws.of(form, new EtsParameters(0.3, 0, 0, 1), new EtsState(100, 0), 3, 60, 6);
        int cells = 2_000;
        double[] logs = new double[cells];
        InitialStates states = new InitialStates(values, form);
        for (int i = 0; i < cells; i++) { // by summing up over a grid
            EtsParameters parameters = new EtsParameters((i + 0.5) / cells, 0, 0, 1);
            double[] state = states.best(parameters, new double[1]);
            double squares = EtsRecursion.run(values, parameters, state, new double[60]);
            double weights = 0;
            for (int t = 0; t < 60; t++) {
                weights += Math.pow(1 - parameters.alpha(), 2 * t);
            }
            logs[i] = -59 / 2.0 * Math.log(squares) - Math.log(weights) / 2;
        }
        double most = Arrays.stream(logs).max().orElse(0);
        double total = 0;
        double mean = 0;
        double square = 0;
        for (int i = 0; i < cells; i++) {
            double weight = Math.exp(logs[i] - most);
            double alpha = (i + 0.5) / cells;
            total += weight;
            mean += weight * alpha;
            square += weight * alpha * alpha;
        }
        mean /= total;
        double spread = Math.sqrt(square / total - mean * mean);

        EtsModel best = EtsFit.of(values, form);
        double[] drawn =
                ParameterDraws.of(best, values, 4).stream()
                        .mapToDouble(each -> each.ets().parameters().alpha())
                        .toArray();
        double drawnMean = Arrays.stream(drawn).average().orElse(0);
        double drawnSquare = Arrays.stream(drawn).map(a -> (a - drawnMean) * (a - drawnMean)).sum();
        assertThat(drawn).hasSize(100);
        assertThat(drawnMean).isCloseTo(mean, within(0.45 * spread)); // 4.5 standard errors
        assertThat(Math.sqrt(drawnSquare / 100)).isBetween(0.7 * spread, 1.35 * spread);
    }
}
