package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.forecast.ets.EtsFit;
import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsModel;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.Trend;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was put into a series comes out of it. */
class EtsRecoveryTest {
    private static final EtsForm LEVEL = new EtsForm(Trend.NONE, 1);

    @Test
    void findsTheParametersOfLongSeries() {
        EtsForm form = new EtsForm(Trend.DAMPED, 12);
        EtsParameters truth = new EtsParameters(0.4, 0.1, 0.2, 0.9);
        EtsState start = new EtsState(500, 4, Draws.season(12, 60));
        EtsModel model = EtsFit.of(Draws.of(form, truth, start, 7, 2_400, 11), form);
        assertThat(model.parameters().alpha()).isCloseTo(0.4, within(0.06));
        assertThat(model.parameters().beta()).isCloseTo(0.1, within(0.03));
        assertThat(model.parameters().gamma()).isCloseTo(0.2, within(0.06));
        assertThat(model.parameters().phi()).isCloseTo(0.9, within(0.05));
        assertThat(model.sigma()).isCloseTo(7, within(0.3));
        assertThat(Arrays.stream(model.initial().season()).sum()).isCloseTo(0, within(1e-6));
    }

    @Test
    void followsASeasonOfAWeekOfHours() {
        EtsForm form = new EtsForm(Trend.ADDITIVE, 168);
        EtsParameters truth = new EtsParameters(0.05, 0.0005, 0.1, 1);
        EtsState start = new EtsState(1_000, 0.3, Draws.season(168, 200));
        EtsModel model = EtsFit.of(Draws.of(form, truth, start, 10, 1_500, 5), form);
        assertThat(model.sigma()).isCloseTo(10, within(0.7));
        double[] ahead = model.means(168);
        double swing =
                Arrays.stream(ahead).max().orElseThrow() - Arrays.stream(ahead).min().orElseThrow();
        assertThat(swing).isBetween(370.0, 450.0);
    }

    @Test
    void choosesTheFormThatMadeTheSeries() {
        EtsParameters slow = new EtsParameters(0.1, 0.0, 0.05, 1);
        double[] flat =
                Draws.of(LEVEL, new EtsParameters(0.3, 0, 0, 1), new EtsState(80, 0), 2, 200, 1);
        double[] rising =
                Draws.of(
                        new EtsForm(Trend.ADDITIVE, 7),
                        slow,
                        new EtsState(200, 1, Draws.season(7, 30)),
                        4,
                        200,
                        2);
        assertThat(chosen(flat).ets().form().period()).isEqualTo(1);
        assertThat(chosen(rising).ets().form()).isEqualTo(new EtsForm(Trend.ADDITIVE, 7));
        double[] byPercent = Arrays.stream(rising).map(value -> Math.exp(value / 100)).toArray();
        assertThat(chosen(byPercent).scale()).isEqualTo(Scale.LOG);
    }

    private static DemandModel chosen(double[] values) {
        return ModelSelection.of(values, List.of(7), List.of(Scale.LINEAR, Scale.LOG), 24, 1)
                .model();
    }

    @Test
    void comparesScalesByTheDensityOfTheAmounts() {
        double[] values =
                Draws.of(LEVEL, new EtsParameters(0.5, 0, 0, 1), new EtsState(3, 0), 0.1, 50, 3);
        double[] amounts = Arrays.stream(values).map(Math::exp).toArray();
        EtsModel onLog = EtsFit.of(values, LEVEL);
        double density = 0;
        double variance = onLog.squares() / amounts.length;
        double[] errors = onLog.errors();
        for (int i = 0; i < amounts.length; i++) { // of a log-normal value around its prediction
            density +=
                    -Math.log(amounts[i] * Math.sqrt(2 * Math.PI * variance))
                            - errors[i] * errors[i] / (2 * variance);
        }
        assertThat(onLog.logLikelihood() + Scale.LOG.jacobian(amounts))
                .isCloseTo(density, within(1e-9 * Math.abs(density)));
    }

    @Test
    void drawsAStraightLineOn() {
        double[] line = new double[40];
        Arrays.setAll(line, t -> 12 + 3.5 * t);
        DemandModel model = chosen(line);
        double[] median = model.normalQuantiles(100, 0.5);
        for (int h = 0; h < 100; h++) {
            assertThat(median[h]).isCloseTo(12 + 3.5 * (40 + h), within(1e-6));
        }
        assertThat(model.normalQuantiles(100, 0.975)[99]).isCloseTo(median[99], within(0.01));
    }

    @Test
    void hasTheIntervalsOfItsClosedForms() {
        double[] series =
                Draws.of(LEVEL, new EtsParameters(0.4, 0, 0, 1), new EtsState(9, 0), 1, 30, 4);
        EtsModel smoothed =
                EtsModel.of(LEVEL, new EtsParameters(0.4, 0, 0, 1), new EtsState(9, 0), series);
        EtsModel trend =
                EtsModel.of(
                        new EtsForm(Trend.ADDITIVE, 1),
                        new EtsParameters(0.4, 0.1, 0, 1),
                        new EtsState(9, 0.2),
                        series);
        double[] ofLevel = smoothed.varianceFactors(50);
        double[] ofTrend = trend.varianceFactors(50);
        for (int h = 1; h <= 50; h++) { // table 6.2 of Hyndman et al. 2008, where it is summed up
            assertThat(ofLevel[h - 1]).isCloseTo(1 + 0.16 * (h - 1), within(1e-9));
            double expected = 1 + (h - 1) * (0.16 + 0.4 * 0.1 * h + 0.01 * h * (2 * h - 1) / 6.0);
            assertThat(ofTrend[h - 1]).isCloseTo(expected, within(1e-9 * expected));
        }
    }

    @Test
    void takesSeriesThatHardlyAreAny() {
        double[] constant = new double[20];
        Arrays.fill(constant, 7);
        assertThat(chosen(constant).normalQuantiles(5, 0.975)[4]).isCloseTo(7, within(1e-6));
        assertThat(chosen(new double[20]).normalQuantiles(5, 0.975)).containsOnly(0.0);
        double[] step = new double[20];
        Arrays.fill(step, 10, 20, 5);
        assertThat(chosen(step).scale()).isEqualTo(Scale.LINEAR);
        assertThat(chosen(step).normalQuantiles(3, 0.025)[2]).isNotNegative();
        double[] alternating = new double[13];
        Arrays.setAll(alternating, t -> t % 2);
        assertThat(chosen(alternating).normalQuantiles(3, 0.5)).doesNotContain(Double.NaN);
    }

    @Test
    void refusesWhatIsNoSeries() {
        double[] gap = new double[20];
        gap[3] = Double.NaN;
        assertThatThrownBy(() -> EtsFit.of(gap, LEVEL)).hasMessageContaining("values[3] = NaN");
        assertThatThrownBy(() -> EtsFit.of(new double[] {1, 2}, LEVEL))
                .hasMessageContaining("2 values, too few");
        assertThatThrownBy(() -> EtsFit.of(new double[0], LEVEL)).hasMessageContaining("empty");
        assertThatThrownBy(() -> new EtsParameters(0.5, 0.6, 0, 1)).hasMessageContaining("beta");
        assertThatThrownBy(() -> new EtsParameters(0.5, 0, 0.6, 1)).hasMessageContaining("gamma");
        assertThatThrownBy(() -> new EtsParameters(Double.NaN, 0, 0, 1))
                .hasMessageContaining("alpha");
    }
}
