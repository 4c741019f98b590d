package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.Trend;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class BacktestTest {
    private static Backtest of(double[] values, int horizon, Integer... periods) {
        return Backtest.of(
                new Backtest.Request(
                        values,
                        new BitSet(),
                        Seasons.of(List.of(periods)),
                        List.of(Scale.LINEAR),
                        Double.NaN,
                        horizon,
                        1));
    }

    @Test
    void isPerfectWhereTheFutureIsKnown() {
        double[] line = new double[80];
        Arrays.setAll(line, t -> 5 + 2.0 * t);
        Backtest test = of(line, 10);
        assertThat(test.origins()).isEqualTo(8);
        assertThat(test.buckets()).isEqualTo(10);
        assertThat(test.mase()).isCloseTo(0, within(1e-6));
        // repeating the last value is off by 2 h: 11 on average, over steps of 2
        assertThat(test.naiveMase()).isCloseTo(5.5, within(1e-9));
    }

    @Test
    void beatsRepeatingTheLastSeasonWhereThereIsATrendInNoise() {
        double[] values =
                Draws.of(
                        new EtsForm(Trend.ADDITIVE, 7),
                        new EtsParameters(0.1, 0.01, 0.05, 1),
                        new EtsState(300, 1.5, Draws.season(7, 50)),
                        6,
                        210,
                        1);
        Backtest test = of(values, 28, 7);
        assertThat(test.naivePeriod()).isEqualTo(7);
        assertThat(test.mase()).isLessThan(0.8 * test.naiveMase());
        assertThat(test.coverage95()).isBetween(0.8, 1.0);
    }

    @Test
    void measuresNothingWhereThereIsTooLittle() {
        double[] values = new double[14];
        Arrays.setAll(values, t -> t % 3);
        Backtest test = of(values, 100);
        assertThat(test.buckets()).isEqualTo(3);
        assertThat(test.hasOrigins()).isFalse();
        assertThat(of(Arrays.copyOf(values, 13), 1).hasOrigins()).isTrue();
    }
}
