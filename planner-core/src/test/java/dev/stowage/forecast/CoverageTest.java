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

/** Intervals hold as many values as they say, on series whose model is to be found first. */
class CoverageTest {
    private static final int SERIES = 120;
    private static final int AHEAD = 24;

    private record Shares(double within80, double within95) {}

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
            within80 +=
                    inside(all, length, model.quantiles(AHEAD, 0.1), model.quantiles(AHEAD, 0.9));
            within95 +=
                    inside(
                            all,
                            length,
                            model.quantiles(AHEAD, 0.025),
                            model.quantiles(AHEAD, 0.975));
        }
        double count = (double) SERIES * AHEAD;
        return new Shares(within80 / count, within95 / count);
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
        assertThat(fitted.quantiles(60, 0.5)).containsExactly(known.quantiles(60, 0.5));
        assertThat(fitted.quantiles(60, 0.975)[59]).isGreaterThan(known.quantiles(60, 0.975)[59]);
        assertThat(fitted.quantiles(60, 0.975))
                .containsExactly(
                        DemandModel.fitted(best, values, Scale.LINEAR, 1).quantiles(60, 0.975));
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
