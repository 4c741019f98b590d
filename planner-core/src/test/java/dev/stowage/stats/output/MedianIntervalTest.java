package dev.stowage.stats.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Seeds;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits and sign tests are compared with SciPy's in {@link DifferenceTest}. */
class MedianIntervalTest {
    private static final int SAMPLES = 4000;

    /** Outcomes as the product has them, with their medians in closed form. */
    @SuppressWarnings("ImmutableEnumChecker") // its draws hold no state
    enum Shape {
        /** Three of four windows never wait. */
        MOSTLY_ZERO(0, r -> r.nextDouble() < 0.75 ? 0 : 400 * exponential(r)),
        /** Nearly half never wait: the median is just above 0. */
        HALF_ZERO(
                -400 * Math.log1p(-0.04 / 0.54),
                r -> r.nextDouble() < 0.46 ? 0 : 400 * exponential(r)),
        LOG_NORMAL(1, r -> Math.exp(2 * r.nextGaussian())),
        /** Without a finite mean. */
        PARETO(Math.pow(2, 1 / 0.9), r -> Math.pow(1 - r.nextDouble(), -1 / 0.9)),
        /** A disaster in one window of twelve. */
        DISASTER(Math.log(22.0 / 10), r -> r.nextDouble() < 1.0 / 12 ? 1e4 : exponential(r)),
        /** Bursts: two sizes and nothing between them. */
        TWO_POINTS(1, r -> r.nextDouble() < 0.55 ? 1 : 50),
        /** Tasks that wait for ever in one window of five. */
        ENDLESS(
                -Math.log(3.0 / 8),
                r -> r.nextDouble() < 0.2 ? Double.POSITIVE_INFINITY : exponential(r));

        private final double median;
        private final ToDoubleFunction<RandomGenerator> draw;

        Shape(double median, ToDoubleFunction<RandomGenerator> draw) {
            this.median = median;
            this.draw = draw;
        }

        double[] sample(int size, int number) {
            RandomGenerator random = Seeds.stream(20, name(), number);
            double[] sample = new double[size];
            Arrays.setAll(sample, i -> draw.applyAsDouble(random));
            return sample;
        }
    }

    private static double exponential(RandomGenerator random) {
        return -Math.log1p(-random.nextDouble());
    }

    @ParameterizedTest
    @EnumSource
    void coversAsOftenAsItSaysWhateverTheShape(Shape shape) {
        for (double level : new double[] {0.8, 0.9, 0.95}) {
            for (int size : new int[] {6, 10, 30, 61}) {
                long covered =
                        IntStream.range(0, SAMPLES)
                                .mapToObj(i -> MedianInterval.of(shape.sample(size, i), level))
                                .filter(each -> each.lower() <= shape.median)
                                .filter(each -> shape.median <= each.upper())
                                .count();
                double chance = 3.1 * Math.sqrt(level * (1 - level) / SAMPLES);
                assertThat(covered / (double) SAMPLES)
                        .as("%s, %s replications at %s", shape, size, level)
                        .isGreaterThan(level - chance);
            }
        }
    }

    /** The stopping rule of {@code --half-width}, as {@code ReplicationStudy} goes on. */
    @ParameterizedTest
    @EnumSource
    void coversAsOftenAsItSaysWhereTheSampleDecidesWhenToStop(Shape shape) {
        Precision precision = new Precision(0.3, true, 10, 300);
        int covered = 0;
        for (int number = 0; number < SAMPLES; number++) {
            double[] all = shape.sample(300, number);
            int count = 10;
            MedianInterval interval = looked(all, count, precision.level(1, 0.9));
            for (int look = 2; precision.goesOn(count, interval); look++) {
                count = precision.next(count, interval);
                interval = looked(all, count, precision.level(look, 0.9));
            }
            covered += interval.lower() <= shape.median && shape.median <= interval.upper() ? 1 : 0;
        }
        assertThat(covered / (double) SAMPLES).isGreaterThan(0.9 - 3.1 * Math.sqrt(0.09 / SAMPLES));
    }

    private static MedianInterval looked(double[] all, int count, double level) {
        return MedianInterval.of(Arrays.copyOf(all, count), level);
    }

    @Test
    void saysHowManyObservationsAnIntervalTakes() {
        assertThat(MedianInterval.leastObservations(0.95)).isEqualTo(6); // 2 / 2^6 = 0.031
        assertThat(MedianInterval.leastObservations(0.8)).isEqualTo(4);
        assertThat(MedianInterval.leastObservations(0.999)).isEqualTo(11);
        assertThat(MedianInterval.of(new double[] {1, 2, 3, 4, 5}, 0.95).halfWidth()).isNull();
        MedianInterval six = MedianInterval.of(new double[] {6, 2, 5, 4, 3, 1}, 0.95);
        assertThat(six).isEqualTo(new MedianInterval(3.5, 3.5, 1.0, 6.0));
        assertThat(six.halfWidth()).isEqualTo(2.5);
    }

    @Test
    void isAPointAndNarrowForNobodyWhenTheMiddleIsEqual() {
        double[] zeros = new double[50];
        zeros[0] = 90;
        MedianInterval interval = MedianInterval.of(zeros, 0.95);
        assertThat(interval.isPoint()).isTrue();
        assertThat(new Precision(10, false, 5, 60).isReached(interval)).isFalse();
    }

    @Test
    void knowsInfiniteObservations() {
        double never = Double.POSITIVE_INFINITY;
        MedianInterval some = MedianInterval.of(new double[] {1, 2, 3, 4, 5, never}, 0.95);
        assertThat(some).isEqualTo(new MedianInterval(never, 3.5, 1.0, never));
        MedianInterval all = MedianInterval.of(new double[] {never, never}, 0.95);
        assertThat(all.median()).isEqualTo(never);
        assertThat(new Precision(10, false, 5, 60).goesOn(2, all)).isFalse();
    }

    @Test
    void keepsTheMeanExactWhenAllAreEqual() {
        assertThat(MedianInterval.of(new double[] {0.1, 0.1, 0.1}, 0.95).mean()).isEqualTo(0.1);
    }
}
