package dev.stowage.policy.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.stats.HolmBonferroni;
import dev.stowage.stats.VarianceRatio;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.FDistribution;
import org.junit.jupiter.api.Test;

/** Which canary an input is like. */
class CanaryChoiceTest {
    private static final double ALPHA = 0.05;

    /**
     * SciPy 1.17.1: {@code F = var(a, ddof=1) / var(b, ddof=1); 2 min(f.cdf(F, m, n), f.sf(F, m,
     * n))}.
     */
    @Test
    void varianceRatiosAreThoseOfSciPy() {
        VarianceRatio one =
                VarianceRatio.of(new double[] {1, 2, 3, 4, 5.5}, new double[] {2, 2.5, 3, 9});
        assertThat(one.statistic()).isCloseTo(0.2842718446601942, within(1e-12));
        assertThat(one.pValue()).isCloseTo(0.2558248190319672, within(1e-12));
        VarianceRatio two =
                VarianceRatio.of(
                        new double[] {0.1, 0.4, -3, 8.5, 2.2, 7.1},
                        new double[] {1, 1.1, 0.9, 1.05, 0.95});
        assertThat(two.statistic()).isCloseTo(3124.959999999997, within(1e-9));
        assertThat(two.pValue()).isCloseTo(5.730144939549688e-07, within(1e-12));
        assertThat(VarianceRatio.of(new double[] {1, 1}, new double[] {2, 2}).pValue()).isOne();
        assertThat(VarianceRatio.of(new double[] {1, 1}, new double[] {2, 3}).pValue()).isZero();
    }

    /** statsmodels 0.15.0: {@code multipletests(p, 0.05, 'holm')}. */
    @Test
    void rejectionsAreThoseOfStatsmodels() {
        assertThat(HolmBonferroni.rejected(new double[] {0.01, 0.04, 0.03, 0.005}, ALPHA))
                .containsExactly(true, false, false, true);
        assertThat(HolmBonferroni.rejected(new double[] {0.0124, 0.0166, 0.024, 0.06}, ALPHA))
                .containsExactly(true, true, true, false);
        assertThat(HolmBonferroni.rejected(new double[] {0.2, 0.001, 0.019, 0.5, 0.013}, ALPHA))
                .containsExactly(false, true, false, false, false);
    }

    @Test
    void canariesReachThroughTheWholeInput() {
        List<double[]> line = List.of(IntStream.range(0, 100).asDoubleStream().toArray());
        assertThat(new Canary(new CanaryInput("line", List.of("v"), line, 0), 16).places())
                .containsExactly(0, 16, 32, 48, 64, 80, 96);
        List<double[]> picture = List.of(IntStream.range(0, 160).asDoubleStream().toArray());
        assertThat(new Canary(new CanaryInput("picture", List.of("v"), picture, 16), 16).places())
                .containsExactly(0, 4, 8, 12, 64, 68, 72, 76, 128, 132, 136, 140);
        assertThat(new Canary(new CanaryInput("picture", List.of("v"), picture, 16), 32).places())
                .containsExactly(0, 5, 11, 80, 85, 91);
    }

    /**
     * Of 2,000 new inputs with the distribution of the known one, the share of which any canary is
     * rejected is at most 5 %, and three standard errors.
     */
    @Test
    void rejectsALikeInputAsOftenAsItSays() {
        int rejected = 0;
        for (int i = 0; i < 2000; i++) {
            RandomGenerator random = new SplittableRandom(i);
            CanaryChoice choice = choice(normal(random, 1), normal(random, 1), i);
            rejected += choice.tested().stream().allMatch(CanaryChoice.Tested::isSimilar) ? 0 : 1;
        }
        assertThat(rejected / 2000.0).isBetween(0.01, 0.05 + 3 * Math.sqrt(0.05 * 0.95 / 2000));
    }

    @Test
    void tellsAnInputOfAnotherVarianceAndTakesTheLikeOne() {
        RandomGenerator random = new SplittableRandom(7);
        CanaryInput input = normal(random, 2);
        CanaryChoice alone = choice(input, normal(random, 1), 7);
        assertThat(alone.tested()).noneMatch(CanaryChoice.Tested::isSimilar);
        CanaryInput like = normal(random, 2);
        CanaryChoice both =
                CanaryChoice.of(input, List.of(normal(random, 1), like), 1000, ALPHA, 7);
        assertThat(both.chosen().canary().input()).isSameAs(like);
        assertThat(both.chosen().isSimilar()).isTrue();
        assertThat(both.tested()).hasSize(10);
    }

    @Test
    void everyColumnCounts() {
        RandomGenerator random = new SplittableRandom(9);
        CanaryInput known = two(normal(random, 1), normal(random, 1));
        CanaryInput input = two(normal(random, 1), normal(random, 3));
        CanaryChoice choice = CanaryChoice.of(input, List.of(known), 1000, ALPHA, 9);
        assertThat(choice.tested()).noneMatch(CanaryChoice.Tested::isSimilar);
        assertThat(choice.chosen().column()).isEqualTo("b");
    }

    /** Its own canaries of a 16th, of a 32nd and so on hold one value of a period of 16 each. */
    @Test
    void trustsNoCanaryOfItsOwnThatDoesNotHaveItsVariance() {
        CanaryInput known = normal(new SplittableRandom(1), 0.1);
        double[] waves = new double[8192];
        for (int i = 0; i < waves.length; i++) {
            waves[i] = Math.sin(2 * Math.PI * i / 16);
        }
        CanaryInput periodic = new CanaryInput("waves", List.of("v"), List.of(waves), 0);
        CanaryChoice choice = choice(periodic, known, 3);
        assertThat(choice.chosen().isSimilar()).isFalse();
        assertThat(choice.own()).hasSize(5).noneMatch(CanaryChoice.Tested::isSimilar);
        assertThat(choice.bestOwn()).isEqualTo(-1);
        CanaryChoice plain = choice(normal(new SplittableRandom(2), 1), known, 3);
        assertThat(plain.own().get(plain.bestOwn()).isSimilar()).isTrue();
        assertThat(choice(known, known, 3).own()).isEmpty();
    }

    /** A sum of F: the share of cases in which a variance four times as large or small is found. */
    @Test
    void findsADifferenceWithTheFewestRecordsThatItTakes() {
        assertThat(power(CanaryChoice.LEAST_RECORDS)).isBetween(0.89, 0.91);
        assertThat(power(2)).isBetween(0.009, 0.011);
    }

    /** At 1 %, the level of one of five canaries by Bonferroni, of the harder direction. */
    private static double power(int records) {
        FDistribution same = FDistribution.of(999, records - 1);
        double low = same.inverseCumulativeProbability(ALPHA / 5 / 2);
        double high = same.inverseSurvivalProbability(ALPHA / 5 / 2);
        return Math.min(found(same, low, high, 4), found(same, low, high, 0.25));
    }

    private static double found(FDistribution same, double low, double high, double ratio) {
        return same.cumulativeProbability(low / ratio) + same.survivalProbability(high / ratio);
    }

    @Test
    void leavesOutCanariesOfTooFewRecordsAndRefusesInputsWithoutAny() {
        RandomGenerator random = new SplittableRandom(5);
        CanaryInput input = normal(random, 1);
        assertThat(CanaryChoice.canaries(cut(input, 16 * 20 - 15))).hasSize(1);
        assertThat(CanaryChoice.canaries(cut(input, 128 * 20))).hasSize(4);
        assertThat(CanaryChoice.canaries(cut(input, 16 * 19))).isEmpty();
        assertThatThrownBy(() -> choice(input, cut(input, 16 * 19), 1))
                .hasMessageContaining("too few records");
        assertThatThrownBy(() -> choice(cut(input, 19), input, 1))
                .hasMessageContaining("at least 20");
        assertThatThrownBy(() -> CanaryChoice.of(input, List.of(input), 19, ALPHA, 1))
                .hasMessageContaining("at least 20");
    }

    private static CanaryInput cut(CanaryInput input, int records) {
        double[] first = Arrays.copyOf(input.values(0), records);
        return new CanaryInput("cut", List.of("v"), List.of(first), 0);
    }

    private static CanaryChoice choice(CanaryInput input, CanaryInput known, long seed) {
        return CanaryChoice.of(input, List.of(known), 1000, ALPHA, seed);
    }

    private static CanaryInput normal(RandomGenerator random, double deviation) {
        double[] values = new double[8192];
        for (int i = 0; i < values.length; i++) {
            values[i] = deviation * random.nextGaussian();
        }
        return new CanaryInput("normal", List.of("v"), List.of(values), 0);
    }

    private static CanaryInput two(CanaryInput a, CanaryInput b) {
        return new CanaryInput("two", List.of("a", "b"), List.of(a.values(0), b.values(0)), 0);
    }
}
