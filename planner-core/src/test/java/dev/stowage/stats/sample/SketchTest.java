package dev.stowage.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SketchTest {
    private static final Support ANY =
            new Support(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);
    private static final int MANY = 150_000;

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    private static Sketch sketch(double[] values) {
        Sketch sketch = new Sketch();
        Arrays.stream(values).forEach(sketch::add);
        return sketch;
    }

    private static double[] draws(int n, IntToDoubleFunction draw) {
        return IntStream.range(0, n).mapToDouble(draw).toArray();
    }

    /** Values in all their kinds: smooth, with atoms, of both signs, whole, of a clock. */
    static Stream<Arguments> streams() {
        RandomGenerator random = random(3);
        return Stream.of(
                Arguments.of("log-normal", draws(MANY, i -> Math.exp(3 * random.nextGaussian()))),
                Arguments.of("both signs", draws(MANY, i -> random.nextGaussian())),
                Arguments.of("far away", draws(MANY, i -> 1e9 + random.nextGaussian())),
                Arguments.of("micros", draws(MANY, i -> random.nextInt(1 << 30) / 1e6)),
                Arguments.of("whole", draws(MANY, i -> random.nextInt(1000))),
                Arguments.of(
                        "atoms",
                        draws(
                                MANY,
                                i ->
                                        i % 3 == 0
                                                ? 0.1
                                                : i % 7 == 0 ? 1e6 / 3 : random.nextDouble())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void isTheSameToTheLastBitInWhateverOrderItIsMerged(String name, double[] values) {
        Sample whole = sketch(values).sample(ANY);
        RandomGenerator random = random(8);
        for (int trial = 0; trial < 3; trial++) {
            Sketch[] parts = Stream.generate(Sketch::new).limit(9).toArray(Sketch[]::new);
            for (double value : values) {
                // the first part gets most, some get next to nothing
                parts[(int) (9 * Math.pow(random.nextDouble(), 4))].add(value);
            }
            Sketch merged = new Sketch();
            for (int i = 0; i < parts.length; i++) {
                merged.merge(parts[(i * 4 + trial) % parts.length]);
            }
            Sample sample = merged.sample(ANY);
            assertThat(sample.values()).isEqualTo(whole.values());
            assertThat(sample.weights()).isEqualTo(whole.weights());
            assertThat(sample.resolution()).isEqualTo(whole.resolution());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void keepsCountExtremesMeanAndQuantiles(String name, double[] values) {
        Sketch sketch = sketch(values);
        Sample exact = Sample.of(values, ANY);
        Sample sample = sketch.sample(ANY);
        assertThat(sample.count()).isEqualTo(values.length);
        assertThat(sample.min()).isEqualTo(exact.min());
        assertThat(sample.max()).isEqualTo(exact.max());
        double deviation = exact.standardDeviation();
        assertThat(sample.mean()).isCloseTo(exact.mean(), within(1e-4 * deviation));
        assertThat(sample.standardDeviation()).isCloseTo(deviation, within(1e-4 * deviation));
        for (double p = 0.001; p < 1; p += 0.0037) {
            double quantile = exact.quantile(p);
            assertThat(sample.quantile(p))
                    .isCloseTo(
                            quantile,
                            within(2 * sketch.relativeResolution() * Math.abs(quantile) + 1e-12));
        }
    }

    @Test
    void losesNothingWhileThereAreFewDistinctValues() {
        RandomGenerator random = random(11);
        double[] values = draws(200_000, i -> Math.sqrt(random.nextInt(Sketch.CAPACITY)));
        Sample exact = Sample.of(values, ANY);
        Sketch sketch = sketch(values);
        assertThat(sketch.isExact()).isTrue();
        assertThat(sketch.relativeResolution()).isZero();
        assertThat(sketch.sample(ANY).values()).isEqualTo(exact.values());
        assertThat(sketch.sample(ANY).weights()).isEqualTo(exact.weights());
    }

    @Test
    void statesTheResolutionThatItHas() {
        RandomGenerator random = random(4);
        Sketch sketch = sketch(draws(MANY, i -> Math.exp(3 * random.nextGaussian())));
        assertThat(sketch.isExact()).isFalse();
        assertThat(sketch.relativeResolution()).isBetween(1e-5, 1e-3);
    }

    @Test
    void findsFrequentValuesExactlyAmongSmoothOnes() {
        RandomGenerator random = random(21);
        double third = 3600.0 / 7;
        double[] values =
                draws(
                        MANY,
                        i ->
                                i % 100 < 3
                                        ? third
                                        : i % 100 == 50
                                                ? 0.1
                                                : 500 * Math.exp(0.3 * random.nextGaussian()));
        Sketch sketch = sketch(values);
        assertThat(sketch.isExact()).isFalse();
        Sample sample = sketch.sample(ANY);
        assertThat(weightAt(sample, third)).isBetween(0.03 * MANY, 0.0302 * MANY);
        assertThat(weightAt(sample, 0.1)).isEqualTo(0.01 * MANY);
    }

    private static double weightAt(Sample sample, double value) {
        int at = Arrays.binarySearch(sample.values(), value);
        return at < 0 ? 0 : sample.weight(at);
    }

    @Test
    void knowsTheUnitOfTheSource() {
        RandomGenerator random = random(5);
        Sketch millis = sketch(draws(MANY, i -> 3 * random.nextInt(1 << 20) / 1000.0));
        assertThat(millis.sample(ANY).resolution()).isEqualTo(0.003);
        Sketch smooth = sketch(draws(MANY, i -> random.nextDouble()));
        assertThat(smooth.sample(ANY).resolution()).isCloseTo(1e-9, within(1e-11));
    }

    @Test
    void countsWhatItRejects() {
        Sketch sketch = sketch(new double[] {3, Double.NaN, 1, 1e300, -2, 3, -0.0, 1e-300});
        sketch.add(Double.NEGATIVE_INFINITY);
        assertThat(sketch.count()).isEqualTo(6);
        assertThat(sketch.rejected()).isEqualTo(3);
        Support positive = new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);
        Sample sample = sketch.sample(positive);
        assertThat(sample.values()).containsExactly(0, 1, 3);
        assertThat(sample.weights()).containsExactly(2, 1, 2);
        assertThat(sample.rejected()).isEqualTo(4);
    }

    @Test
    void mayBeEmpty() {
        assertThat(new Sketch().sample(ANY).count()).isZero();
    }

    @Test
    void holdsTheWholeRangeOfNumbers() {
        RandomGenerator random = random(6);
        double[] values =
                draws(
                        MANY,
                        i -> {
                            double size = Math.pow(10, 230 * random.nextDouble() - 115);
                            return random.nextBoolean() ? size : -size;
                        });
        Sketch sketch = sketch(values);
        Sample sample = sketch.sample(ANY);
        assertThat(sample.count()).isEqualTo(MANY);
        assertThat(sample.size()).isBetween(Sketch.CAPACITY / 2, Sketch.CAPACITY + 2);
        assertThat(sketch.relativeResolution()).isLessThan(0.05);
        double[] ordered = sample.values().clone();
        Arrays.sort(ordered);
        assertThat(sample.values()).isEqualTo(ordered);
    }
}
