package dev.stowage.stats.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.stats.Candidate;
import dev.stowage.stats.Criterion;
import dev.stowage.stats.DensityFit;
import dev.stowage.stats.DensityFitter;
import dev.stowage.stats.FitSettings;
import dev.stowage.stats.likelihood.CountLikelihood;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Families of counts. Figures by SciPy 1.17.1: {@code geom(0.3, loc=-1)}, {@code zipf(2.5,
 * loc=-1)}, {@code nbinom(3.5, 0.2)}, their {@code pmf}, {@code sf} and {@code mean}.
 */
class CountingTest {
    private static final Counting GEOMETRIC = Counting.of(CountFamily.GEOMETRIC, List.of(0.3), 0);
    private static final Counting ZETA = Counting.of(CountFamily.ZETA, List.of(2.5), 0);
    private static final Counting NEGATIVE_BINOMIAL =
            Counting.of(CountFamily.NEGATIVE_BINOMIAL, List.of(3.5, 0.2), 0);
    private static final Support COUNTS =
            new Support(1, Double.POSITIVE_INFINITY, Support.Kind.COUNT);

    @Test
    void agreesWithSciPy() {
        assertThat(GEOMETRIC.mass(7)).isCloseTo(0.02470628999999999, within(1e-14));
        assertThat(GEOMETRIC.cdf(7)).isCloseTo(0.94235199, within(1e-12));
        assertThat(ZETA.mass(0)).isCloseTo(0.745441296288777, within(1e-13));
        assertThat(ZETA.mass(1000)).isCloseTo(2.351409425030984e-08, within(1e-19));
        assertThat(1 - ZETA.cdf(1000)).isCloseTo(1.5679986743344365e-05, within(1e-14));
        assertThat(ZETA.mean()).isCloseTo(0.947372466316956, within(1e-12));
        assertThat(NEGATIVE_BINOMIAL.mass(60)).isCloseTo(4.942630090518688e-05, within(1e-16));
        assertThat(NEGATIVE_BINOMIAL.cdf(7)).isCloseTo(0.2312324578692504, within(1e-12));
        assertThat(NEGATIVE_BINOMIAL.mean()).isCloseTo(14, within(1e-12));
    }

    @Test
    void sumsToOneAndInvertsIt() {
        for (Counting density : List.of(GEOMETRIC, ZETA, NEGATIVE_BINOMIAL)) {
            double sum = 0;
            for (int k = 0; k < 300; k++) {
                sum += density.mass(k);
                assertThat(density.cdf(k)).as(density.describe()).isCloseTo(sum, within(1e-12));
                assertThat(density.cdfBelow(k)).isCloseTo(sum - density.mass(k), within(1e-12));
            }
            for (double p = 0.01; p < 1; p += 0.01) {
                double k = density.quantile(p);
                assertThat(density.cdf(k)).isGreaterThanOrEqualTo(p);
                assertThat(density.cdf(k - 1)).isLessThan(p);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0.02", "0.5", "0.97"})
    void findsTheGeometricThatCountsCameFrom(double p) {
        Sample sample = draws(Counting.of(CountFamily.GEOMETRIC, List.of(p), 1), 10_000);
        Counting found = CountLikelihood.fit(CountFamily.GEOMETRIC, sample, 1).density();
        double standardError = p * Math.sqrt((1 - p) / 10_000); // Fisher information of p
        assertThat(found.parameters().get(0)).isCloseTo(p, within(4 * standardError));
    }

    @ParameterizedTest
    @CsvSource({"1.3", "2.5", "6"})
    void findsThePowerLawThatCountsCameFrom(double s) {
        Sample sample = draws(Counting.of(CountFamily.ZETA, List.of(s), 1), 10_000);
        Counting found = CountLikelihood.fit(CountFamily.ZETA, sample, 1).density();
        double h = 1e-3;
        double curvature =
                (Math.log(Zeta.hurwitz(s + h, 1))
                                - 2 * Math.log(Zeta.hurwitz(s, 1))
                                + Math.log(Zeta.hurwitz(s - h, 1)))
                        / (h * h); // Fisher information of s
        assertThat(found.parameters().get(0))
                .isCloseTo(s, within(4 / Math.sqrt(10_000 * curvature)));
    }

    @ParameterizedTest
    @CsvSource({"0.3, 0.05", "3.5, 0.2", "40, 0.8"})
    void findsTheNegativeBinomialThatCountsCameFrom(double r, double p) {
        Counting truth = Counting.of(CountFamily.NEGATIVE_BINOMIAL, List.of(r, p), 1);
        Sample sample = draws(truth, 10_000);
        CountLikelihood.Found found = CountLikelihood.fit(CountFamily.NEGATIVE_BINOMIAL, sample, 1);
        assertThat(found.isConverged()).isTrue();
        double ours = logLikelihood(found.density(), sample);
        double theirs = logLikelihood(truth, sample);
        // twice the gain is chi-squared with 2 degrees of freedom: above 18.4 once in 10,000
        assertThat(2 * (ours - theirs)).isBetween(0.0, 18.4);
    }

    private static double logLikelihood(Counting density, Sample sample) {
        double sum = 0;
        for (int i = 0; i < sample.size(); i++) {
            sum += sample.weight(i) * density.logMass(sample.value(i));
        }
        return sum;
    }

    private static Sample draws(Counting density, int n) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(31);
        double[] values = new double[n];
        Arrays.setAll(values, i -> density.sample(random));
        return Sample.of(values, COUNTS);
    }

    @Test
    void competesForCounts() {
        Sample sample =
                draws(Counting.of(CountFamily.NEGATIVE_BINOMIAL, List.of(2.0, 0.002), 1), 5000);
        FitSettings byBic = FitSettings.DEFAULT.with(Criterion.BIC);
        DensityFit fit = new DensityFitter(byBic).fit(sample, COUNTS);
        assertThat(fit.method()).isEqualTo(DensityFit.Method.COUNTS);
        assertThat(((Counting) fit.density()).family()).isEqualTo(CountFamily.NEGATIVE_BINOMIAL);
        assertThat(fit.candidates())
                .extracting(Candidate::name)
                .contains("geometric", "zeta", "negative-binomial", "kde", "piecewise");
    }

    @Test
    void refusesParametersOutOfRange() {
        assertThatThrownBy(() -> Counting.of(CountFamily.ZETA, List.of(1.0), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("s = 1.0");
        assertThatThrownBy(() -> Counting.of(CountFamily.GEOMETRIC, List.of(Double.NaN), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("p = NaN");
        assertThatThrownBy(() -> Counting.of(CountFamily.GEOMETRIC, List.of(0.5), 0.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("origin = 0.5");
    }
}
