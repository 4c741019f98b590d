package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.stats.Density;
import dev.stowage.stats.Empirical;
import dev.stowage.stats.Family;
import dev.stowage.stats.Parametric;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrawTest {
    private static Draw draw(Parameter parameter, Density density, double low, double high) {
        return Draw.of(
                parameter, new ParameterModel(100, 0, 0, low, high, "", density, List.of(), null));
    }

    @Test
    void followsTheInverseOfAHeavyTailCutToTheObservedRange() {
        Density density = Parametric.of(Family.F, List.of(7.6, 1.99), 38.6, 147.6);
        double low = 39;
        double high = 211_000;
        Draw draw = draw(Parameter.JOB_DURATION, density, low, high);
        double inside = density.cdf(high) - density.cdf(low);
        double before = low;
        for (int i = 0; i <= 100_000; i++) {
            double u = i / 100_001.0;
            double x = draw.at(u);
            double exact = density.quantile(density.cdf(low) + u * inside);
            assertThat(x)
                    .isBetween(before * (1 - 1e-9), high)
                    .isCloseTo(exact, within(2e-3 * exact));
            before = x;
        }
    }

    @Test
    void roundsCountsAndKeepsThemInTheRange() {
        Density density = Parametric.of(Family.EXPONENTIAL, List.of(), 0.5, 10);
        Draw draw = draw(Parameter.TASKS_PER_JOB, density, 1, 26);
        assertThat(draw.at(0)).isEqualTo(1);
        assertThat(draw.at(0.01)).isEqualTo(1);
        assertThat(draw.at(0.999999999)).isEqualTo(26);
        double inside = density.cdf(26.5) - density.cdf(0.5);
        double one = (density.cdf(1.5) - density.cdf(0.5)) / inside;
        assertThat(draw.at(one - 1e-6)).isEqualTo(1);
        assertThat(draw.at(one + 1e-6)).isEqualTo(2);
    }

    @Test
    void leavesOutValuesBelowAnEditedRange() {
        Density density = Empirical.of(List.of(1.0, 2.0, 3.0), List.of(1.0, 1.0, 2.0));
        Draw draw = draw(Parameter.CPU, density, 2, 3);
        assertThat(draw.at(0.01)).isEqualTo(2);
        assertThat(draw.at(0.32)).isEqualTo(2);
        assertThat(draw.at(0.34)).isEqualTo(3);
        assertThat(draw.at(0.999)).isEqualTo(3);
    }
}
