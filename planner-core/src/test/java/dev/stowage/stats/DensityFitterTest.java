package dev.stowage.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.stats.density.Degenerate;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DensityFitterTest {
    private static final Support MAGNITUDES =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);
    private static final Support LEVELS =
            new Support(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Support.Kind.LEVEL);

    private static double[] draws(Density density, int count) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(77);
        double[] values = new double[count];
        Arrays.setAll(values, i -> density.sample(random));
        return values;
    }

    private static DensityFit fit(double[] values, Support support, Criterion criterion) {
        return new DensityFitter(FitSettings.DEFAULT.with(criterion))
                .fit(Sample.of(values, support), support);
    }

    /** Four narrow peaks far inside the range, which no family has. */
    private static double[] comb() {
        double[] values = new double[5000];
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
        Arrays.setAll(values, i -> 400 + 25 * (i % 4) + 0.3 * random.nextGaussian());
        values[0] = 10;
        values[1] = 900;
        return values;
    }

    @Test
    void takesTheFamilyThatTheDataCameFrom() {
        double[] values = draws(Parametric.of(Family.LOG_NORMAL, List.of(1.2), 5, 40), 5000);
        DensityFit fit = fit(values, MAGNITUDES, Criterion.BIC);
        assertThat(fit.density()).isInstanceOf(Parametric.class);
        assertThat(((Parametric) fit.density()).family()).isEqualTo(Family.LOG_NORMAL);
        assertThat(fit.method()).isEqualTo(DensityFit.Method.FAMILY);
    }

    @Test
    void listsAllCandidatesBestFirst() {
        double[] values = draws(Parametric.of(Family.GAMMA, List.of(3.0), 5, 40), 2000);
        DensityFit fit = fit(values, MAGNITUDES, Criterion.DISTANCE);
        assertThat(fit.candidates()).hasSize(Family.values().length + 3);
        double before = 0;
        for (Candidate candidate : fit.candidates()) {
            assertThat(candidate.scores()).as(candidate.name()).isNotNull();
            assertThat(candidate.scores().distance()).isBetween(before, 1.0);
            assertThat(candidate.scores().ks()).isBetween(0.0, 1.0);
            before = candidate.scores().distance();
        }
        assertThat(fit.candidates().get(0).density()).isSameAs(fit.density());
    }

    @Test
    void resortsToAKernelDensityWhereNoFamilyIsNear() {
        assertThat(fit(comb(), MAGNITUDES, Criterion.DISTANCE).method())
                .isEqualTo(DensityFit.Method.KDE);
        DensityFit paper = fit(comb(), MAGNITUDES, Criterion.PAPER);
        assertThat(paper.method()).isEqualTo(DensityFit.Method.KDE);
        assertThat(paper.note()).contains("0.5");
    }

    @Test
    void keepsTheFamilyByThePublishedRuleEvenIfAKernelDensityIsNearer() {
        double[] values = draws(Parametric.of(Family.GAMMA, List.of(3.0), 5, 40), 2000);
        values[0] = 900;
        DensityFit paper = fit(values, MAGNITUDES, Criterion.PAPER);
        assertThat(paper.method()).isEqualTo(DensityFit.Method.FAMILY);
    }

    @ParameterizedTest
    @EnumSource(Criterion.class)
    void takesTheLeastByItsCriterion(Criterion criterion) {
        double[] values = draws(Parametric.of(Family.GAMMA, List.of(3.0), 5, 40), 2000);
        DensityFit fit = fit(values, MAGNITUDES, criterion);
        double least =
                fit.candidates().stream()
                        .filter(c -> c.isConverged() && c.scores() != null)
                        .filter(
                                c ->
                                        criterion != Criterion.PAPER
                                                || c.density() instanceof Parametric)
                        .mapToDouble(c -> c.scores().by(criterion))
                        .min()
                        .orElseThrow();
        double chosen =
                fit.candidates().stream()
                        .filter(c -> c.density() == fit.density())
                        .mapToDouble(c -> c.scores().by(criterion))
                        .findFirst()
                        .orElseThrow();
        assertThat(chosen).isEqualTo(least);
    }

    @Test
    void staysEmpiricalBelowThirtyObservations() {
        double[] values = draws(Parametric.of(Family.GAMMA, List.of(3.0), 5, 40), 29);
        DensityFit fit = fit(values, MAGNITUDES, Criterion.DISTANCE);
        assertThat(fit.method()).isEqualTo(DensityFit.Method.EMPIRICAL);
        assertThat(fit.note()).contains("30");
    }

    @Test
    void doesNotSmearTheFewValuesOfARequest() {
        double[] values = new double[5000];
        Arrays.setAll(values, i -> i % 7 == 0 ? 0.25 : i % 3 == 0 ? 0.125 : 0.025);
        DensityFit fit = fit(values, MAGNITUDES, Criterion.DISTANCE);
        assertThat(fit.method()).isEqualTo(DensityFit.Method.EMPIRICAL);
        assertThat(fit.note()).contains("3 distinct values");
        assertThat(fit.candidates()).isNotEmpty();
    }

    @Test
    void neverInterpolatesLevels() {
        double[] values = new double[5000];
        Arrays.setAll(values, i -> i % 5 == 0 ? 9 : 0);
        DensityFit fit = fit(values, LEVELS, Criterion.PAPER);
        assertThat(fit.method()).isEqualTo(DensityFit.Method.EMPIRICAL);
        assertThat(fit.density().quantile(0.5)).isEqualTo(0);
        assertThat(fit.density().quantile(0.9)).isEqualTo(9);
    }

    @Test
    void callsOneValueAConstant() {
        double[] values = new double[100];
        Arrays.fill(values, 3);
        DensityFit fit = fit(values, MAGNITUDES, Criterion.DISTANCE);
        assertThat(fit.density()).isEqualTo(new Degenerate(3));
        assertThat(fit.method()).isEqualTo(DensityFit.Method.CONSTANT);
    }
}
