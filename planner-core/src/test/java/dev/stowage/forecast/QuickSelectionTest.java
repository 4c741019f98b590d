package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.forecast.ets.EtsFit;
import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsModel;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.Trend;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The quick way is nearly as likely as the thorough one, and forecasts nearly as well. */
class QuickSelectionTest {
    private static final int LENGTH = 400;
    private static final int AHEAD = 56;

    private static double[] drawn(int seed, int period, double alpha, double beta) {
        EtsForm form = new EtsForm(beta > 0 ? Trend.ADDITIVE : Trend.NONE, period);
        return Draws.of(
                form,
                new EtsParameters(alpha, beta, period > 1 ? 0.05 : 0, 1),
                new EtsState(800, beta > 0 ? 0.4 : 0, Draws.season(period, 60)),
                8,
                LENGTH + AHEAD,
                seed);
    }

    @Test
    void endsNearTheThoroughFit() {
        for (int seed = 0; seed < 12; seed++) {
            double[] values = Arrays.copyOf(drawn(seed, 7, 0.2, 0.01), LENGTH);
            EtsForm form = new EtsForm(Trend.ADDITIVE, 7);
            EtsModel thorough = EtsFit.of(values, form);
            EtsModel quick = EtsFit.quick(values, form, Optional.empty());
            assertThat(quick.logLikelihood())
                    .isBetween(thorough.logLikelihood() - 1.5, thorough.logLikelihood() + 1e-6);
        }
    }

    @Test
    void forecastsNearlyAsWell() {
        double quick = 0;
        double thorough = 0;
        Seasons seasons = Seasons.of(List.of(7));
        List<Scale> scales = List.of(Scale.LINEAR, Scale.LOG);
        for (int seed = 0; seed < 40; seed++) {
            double[] all = drawn(seed, seed % 2 == 0 ? 7 : 1, 0.3, seed % 4 < 2 ? 0.01 : 0);
            double[] past = Arrays.copyOf(all, LENGTH);
            quick += error(all, QuickSelection.of(past, seasons, scales).model());
            thorough += error(all, ModelSelection.of(past, seasons, scales, AHEAD, 1).model());
        }
        assertThat(quick).isLessThan(1.05 * thorough);
    }

    private static double error(double[] all, DemandModel model) {
        double[] median = model.normalQuantiles(AHEAD, 0.5);
        double sum = 0;
        for (int h = 0; h < AHEAD; h++) {
            sum += Math.abs(median[h] - all[LENGTH + h]) / AHEAD;
        }
        return sum;
    }

    @Test
    void knowsAConstantAndZeros() {
        double[] flat = new double[60];
        Seasons seasons = Seasons.of(List.of(7));
        List<Scale> scales = List.of(Scale.values());
        DemandModel nothing = QuickSelection.of(flat, seasons, scales).model();
        assertThat(nothing.normalQuantiles(10, 0.9)).containsOnly(0);
        Arrays.fill(flat, 12);
        QuickSelection same = QuickSelection.of(flat, seasons, scales);
        assertThat(same.model().normalQuantiles(10, 0.1)[9]).isCloseTo(12, within(1e-6));
        assertThat(same.label()).isEqualTo("ETS(A,N,N)");
    }

    @Test
    void fitsAgainOnAPartOfThePast() {
        double[] values = drawn(3, 7, 0.2, 0.01);
        QuickSelection chosen =
                QuickSelection.of(values, Seasons.of(List.of(7)), List.of(Scale.LINEAR));
        QuickSelection again = chosen.again(Arrays.copyOf(values, 200));
        assertThat(again.label()).isEqualTo(chosen.label());
        assertThat(again.ets().length()).isEqualTo(200);
        assertThat(chosen.again(Arrays.copyOf(values, 13)).label()).isEqualTo("ETS(A,N,N)");
    }
}
