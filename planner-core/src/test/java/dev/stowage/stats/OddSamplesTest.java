package dev.stowage.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.stats.density.Density;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Samples that break careless numerics: each must give a density that one can draw from. */
class OddSamplesTest {
    private static final Support MAGNITUDES =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);
    private static final Support COUNTS =
            new Support(1, Double.POSITIVE_INFINITY, Support.Kind.COUNT);
    private static final Support POSITIONS = new Support(0, 1e6, Support.Kind.POSITION);

    static Stream<Arguments> samples() {
        return Stream.of(
                odd("two values", MAGNITUDES, 30, i -> i % 2),
                odd("zeros and one huge value", MAGNITUDES, 100, i -> i == 7 ? 1e15 : 0),
                odd("nearly zero", MAGNITUDES, 100, i -> i * 1e-300),
                odd("huge", MAGNITUDES, 100, i -> 1e100 * (1 + i)),
                odd("beyond the squares", MAGNITUDES, 100, i -> i == 0 ? 1e200 : i),
                odd("thirty decades", MAGNITUDES, 61, i -> Math.pow(10, 0.5 * i - 15)),
                odd("equal to the last bit but one", MAGNITUDES, 50, i -> 1e9 + (i % 2) * 1e-7),
                odd("one apart from many", MAGNITUDES, 5000, i -> i == 0 ? 3 : 2),
                odd("evenly spaced", MAGNITUDES, 1000, i -> i),
                odd("two numbers of tasks", COUNTS, 41, i -> i < 39 ? 1 : 26),
                odd("powers of two", COUNTS, 40, i -> Math.pow(2, i)),
                odd("one to a thousand", COUNTS, 1000, i -> i + 1),
                odd("at both ends", POSITIONS, 100, i -> i % 2 == 0 ? 0 : 1e6),
                odd("at one end", POSITIONS, 100, i -> 1e6 - i * 1e-6));
    }

    private static Arguments odd(String name, Support support, int n, IntToDoubleFunction value) {
        double[] values = new double[n];
        Arrays.setAll(values, value);
        return Arguments.of(name, support, values);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void getADensityThatOneCanDrawFrom(String name, Support support, double[] values) {
        Sample sample = Sample.of(values, support);
        for (Criterion criterion : Criterion.values()) {
            DensityFit fit =
                    new DensityFitter(FitSettings.DEFAULT.with(criterion)).fit(sample, support);
            Density density = fit.density();
            double half = support.isWhole() ? 0.5 : 0;
            double inside =
                    density.cdf(sample.max() + half)
                            - density.cdf(Math.nextDown(sample.min() - half));
            assertThat(inside).as(density.describe()).isBetween(0.0099, 1.0);
            assertThat(density.quantile(0.5)).isFinite();
            for (Candidate candidate : fit.candidates()) {
                assertThat(candidate.density() != null || !candidate.note().isEmpty()).isTrue();
            }
        }
    }
}
