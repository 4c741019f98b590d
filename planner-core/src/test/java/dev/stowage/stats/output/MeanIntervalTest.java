package dev.stowage.stats.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeanIntervalTest {
    /**
     * SciPy 1.17.1: {@code m = np.mean(x); lo, hi = stats.t.interval(level, len(x) - 1, loc=m,
     * scale=stats.sem(x)); (hi - lo) / 2}.
     */
    @ParameterizedTest
    @CsvSource({
        "12.5;14.25;11.75;13.0;15.5, 0.95, 13.4, 1.8442995079529538",
        "12.5;14.25;11.75;13.0;15.5, 0.99, 13.4, 3.0583460446968163",
        "0.91;0.93, 0.95, 0.92, 0.1270620473617471",
        "60.0;58.5;61.25;59.0;60.5;57.75;62.0;59.25;60.0;58.0, 0.9, 59.625, 0.8032588944161603",
        "0.001;0.002;0.004;0.008, 0.5, 0.00375, 0.001183937036578586"
    })
    void agreesWithScipy(String observations, double level, double mean, double halfWidth) {
        double[] values =
                Arrays.stream(observations.split(";")).mapToDouble(Double::parseDouble).toArray();
        MeanInterval interval = MeanInterval.of(values, level);
        assertThat(interval.mean()).isCloseTo(mean, within(1e-12 * mean));
        assertThat(interval.halfWidth()).isCloseTo(halfWidth, within(1e-9 * halfWidth));
        assertThat(interval.upper()).isEqualTo(interval.mean() + interval.halfWidth());
        assertThat(interval.lower()).isEqualTo(interval.mean() - interval.halfWidth());
    }

    @Test
    void hasNoWidthWhenAllObservationsAreEqual() {
        MeanInterval interval = MeanInterval.of(new double[] {0.1, 0.1, 0.1}, 0.95);
        assertThat(interval.mean()).isEqualTo(0.1);
        assertThat(interval.halfWidth()).as("a spread of zero is no certainty").isNull();
        assertThat(MeanInterval.isSupported(new double[] {0.1, 0.1, 0.1})).isFalse();
    }

    @Test
    void isSupportedOnlyByEnoughObservationsForTheirSkewness() {
        double[] mostlyZero = new double[200];
        Arrays.fill(mostlyZero, 0, 20, 100);
        assertThat(MeanInterval.isSupported(mostlyZero)).isTrue(); // 7.1 = G1^2, 178 needed
        Arrays.fill(mostlyZero, 10, 20, 0);
        assertThat(MeanInterval.isSupported(mostlyZero)).isFalse(); // 17.05, 426 needed
        assertThat(MeanInterval.isSupported(new double[] {1, 2, 3, 4})).isTrue();
        assertThat(MeanInterval.isSupported(new double[] {0, 0, 0, 0, 9})).isFalse();
    }

    @Test
    void hasNoWidthWithOneObservation() {
        MeanInterval interval = MeanInterval.of(new double[] {7}, 0.95);
        assertThat(interval.halfWidth()).isNull();
        assertThat(interval.upper()).isEqualTo(7);
        assertThat(interval.lower()).isEqualTo(7);
    }

    @Test
    void isInfiniteWhenAnObservationIs() {
        MeanInterval interval =
                MeanInterval.of(new double[] {1, Double.POSITIVE_INFINITY, 2}, 0.95);
        assertThat(interval.mean()).isInfinite();
        assertThat(interval.halfWidth()).isNull();
        assertThat(interval.upper()).isInfinite();
    }
}
