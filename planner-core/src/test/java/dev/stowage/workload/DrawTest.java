package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.stats.density.Atomic;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Empirical;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.density.Piecewise;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

    /**
     * What is drawn at u is what the exact inverse gives within a fifth of a step of probability
     * around it: beside jumps and atoms, too.
     */
    private static void assertFollows(Density density, double low, double high) {
        Draw draw = draw(Parameter.TASK_ARRIVAL, density, low, high).complete();
        double below = density.cdfBelow(low);
        double inside = density.cdf(high) - below;
        double before = low;
        int n = 50_000;
        for (int i = 0; i <= n; i++) {
            double u = i / (n + 1.0);
            double x = draw.at(u);
            double from = below + Math.max(0, u - 0.2 / 2048) * inside;
            double to = below + Math.min(1, u + 0.2 / 2048) * inside;
            assertThat(x)
                    .as("u %s", u)
                    .isBetween(
                            Math.max(low, density.quantile(from) * (1 - 1e-12)),
                            Math.min(high, density.quantile(to) * (1 + 1e-12)))
                    .isGreaterThanOrEqualTo(before * (1 - 1e-9));
            before = x;
        }
    }

    @Test
    void followsTheInverseOfAtomsBesideOthers() {
        Density rest = Parametric.of(Family.BETA, List.of(0.7, 3.1), 0, 0.01);
        Density atoms =
                Atomic.of(List.of(0.000002, 0.001, 0.004), List.of(0.3123, 0.0501, 0.0203), rest);
        assertFollows(atoms, 0.000001, 0.0095);
        Draw draw = draw(Parameter.TASK_ARRIVAL, atoms, 0.000001, 0.0095).complete();
        int n = 1_000_000;
        int[] counts = new int[3];
        for (int i = 0; i < n; i++) {
            double x = draw.at((i + 0.5) / n);
            counts[0] += x == 0.000002 ? 1 : 0;
            counts[1] += x == 0.001 ? 1 : 0;
            counts[2] += x == 0.004 ? 1 : 0;
        }
        double inside = atoms.cdf(0.0095) - atoms.cdfBelow(0.000001);
        assertThat(counts[0] * inside / n).isCloseTo(0.3123, within(1e-4));
        assertThat(counts[1] * inside / n).isCloseTo(0.0501, within(1e-4));
        assertThat(counts[2] * inside / n).isCloseTo(0.0203, within(1e-4));
    }

    @Test
    void followsTheInverseOfPieces() {
        Density near = Parametric.of(Family.GAMMA, List.of(2.0), 0, 1);
        Density far = Parametric.of(Family.NORMAL, List.of(), 500, 30);
        Density pieces =
                Piecewise.of(
                        List.of(
                                new Piecewise.Piece(0, 20, 0.6005, near),
                                new Piecewise.Piece(20, 600, 0.3995, far)));
        assertFollows(pieces, 0.001, 590);
    }

    @Test
    void followsTheInverseOfAKernelDensity() {
        KernelDensity.Axis axis = new KernelDensity.Axis(true, 0);
        List<Double> heights = List.of(0.0, 1.0, 4.0, 0.0, 0.0, 0.5, 9.0, 2.0, 0.0);
        assertFollows(KernelDensity.of(0.3, axis, -10, 3, heights), 0.0001, 15);
    }

    private static KernelDensity kernel(KernelDensity.Axis axis, double low, double high) {
        SplittableRandom random = new SplittableRandom(3);
        List<Double> heights =
                random.doubles(513).map(h -> h < 0.2 ? 0 : Math.pow(h, 6)).boxed().toList();
        return KernelDensity.of(0.1, axis, low, high, heights);
    }

    static Stream<Arguments> tabulated() {
        KernelDensity linear = kernel(KernelDensity.Axis.LINEAR, 0, 3500);
        KernelDensity logarithmic = kernel(new KernelDensity.Axis(true, 0), -14, -5);
        Density beta = Parametric.of(Family.BETA, List.of(0.6, 0.7), 0, 0.001);
        return Stream.of(
                Arguments.of("kernel density", linear, 0, 3500),
                Arguments.of("kernel density, cut", linear, 700, 2900),
                Arguments.of("on the logarithm", logarithmic, 1e-6, 5e-3),
                Arguments.of("beta of two poles", beta, 0, 0.001),
                Arguments.of("gamma", Parametric.of(Family.GAMMA, List.of(0.4), 0, 60), 0, 3000),
                Arguments.of(
                        "pieces",
                        Piecewise.of(
                                List.of(
                                        new Piecewise.Piece(0.0002, 0.0003, 0.3, logarithmic),
                                        new Piecewise.Piece(0.0003, 0.001, 0.7, beta))),
                        0.0002,
                        0.001));
    }

    /**
     * Kolmogorov-Smirnov at a level of 1e-3 (Marsaglia, Tsang, Wang: 1.949 / sqrt(n)), for a
     * million draws of a seed.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("tabulated")
    void drawsFollowTheDensity(String name, Density density, double low, double high) {
        Draw draw = draw(Parameter.TASK_DURATION, density, low, high);
        SplittableRandom random = new SplittableRandom(20);
        int n = 1_000_000;
        double[] drawn = random.doubles(n).map(draw::at).sorted().toArray();
        double below = density.cdf(low);
        double inside = density.cdf(high) - below;
        double distance = 0;
        for (int i = 0; i < n; i++) {
            double share = (density.cdf(drawn[i]) - below) / inside;
            distance = Math.max(distance, Math.max(share - (double) i / n, (i + 1.0) / n - share));
        }
        assertThat(distance).isBetween(1e-5, 1.949 / Math.sqrt(n));
    }

    /** What no sample of that size could show: the table is nowhere off by 2e-5 of the mass. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("tabulated")
    void tablesAreNearlyExact(String name, Density density, double low, double high) {
        Draw draw = draw(Parameter.TASK_DURATION, density, low, high).complete();
        double below = density.cdf(low);
        double inside = density.cdf(high) - below;
        SplittableRandom random = new SplittableRandom(21);
        for (int i = 0; i < 300_000; i++) {
            double u = random.nextDouble();
            assertThat((density.cdf(draw.at(u)) - below) / inside).isCloseTo(u, within(2e-5));
        }
    }

    @Test
    void observedValuesAreNeverInterpolated() {
        List<Double> values = IntStream.range(0, 20_000).mapToObj(i -> (double) i).toList();
        List<Double> weights = values.stream().map(v -> 1 + v % 7).toList();
        Draw draw = draw(Parameter.CPU, Empirical.of(values, weights), 0, 19_999);
        SplittableRandom random = new SplittableRandom(22);
        for (int i = 0; i < 100_000; i++) {
            double x = draw.at(random.nextDouble());
            assertThat(x).isEqualTo(Math.rint(x));
        }
    }
}
