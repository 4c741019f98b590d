package dev.stowage.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class KernelEstimatorTest {
    private static final Support ANY =
            new Support(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Support.Kind.POSITION);
    private static final Support MAGNITUDES =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);
    private static final Support COUNTS =
            new Support(1, Double.POSITIVE_INFINITY, Support.Kind.COUNT);

    @Test
    void agreesWithSciPyAwayFromTheEnds() {
        for (JsonNode expected : SciPyReference.root().get("kernels")) {
            Sample sample = Sample.of(SciPyReference.numbers(expected.get("data")), ANY);
            if (expected.has("scott")) {
                assertThat(BandwidthRule.bandwidth(sample, Bandwidth.SCOTT))
                        .isCloseTo(expected.get("scott").doubleValue(), within(1e-9));
                continue;
            }
            double bandwidth = expected.get("bandwidth").doubleValue();
            KernelDensity density =
                    KernelEstimator.estimate(sample, ANY, KernelDensity.Axis.LINEAR, bandwidth);
            double[] x = SciPyReference.numbers(expected.get("x"));
            double[] pdf = SciPyReference.numbers(expected.get("pdf"));
            double peak = Arrays.stream(pdf).max().orElseThrow();
            for (int i = 0; i < x.length; i++) {
                // binning and the straight lines of the grid cost up to (step / bandwidth)^2 / 8
                assertThat(density.pdf(x[i]))
                        .as("bandwidth " + bandwidth + " at " + x[i])
                        .isCloseTo(pdf[i], within(0.02 * peak));
            }
        }
    }

    @Test
    void findsANarrowBandwidthForTwoSeparatePeaks() {
        JsonNode kernel = SciPyReference.root().get("kernels").get(0);
        Sample sample = Sample.of(SciPyReference.numbers(kernel.get("data")), ANY);
        double improved = BandwidthRule.bandwidth(sample, Bandwidth.ISJ);
        assertThat(improved).isBetween(0.1, 0.4); // each peak alone: about 0.25
        assertThat(BandwidthRule.bandwidth(sample, Bandwidth.SILVERMAN)).isGreaterThan(0.7);
    }

    @Test
    void fallsBackToSilvermanOnAFewValues() {
        double[] values = new double[100];
        Arrays.setAll(values, i -> i % 10 == 0 ? 2 : 1);
        Sample sample = Sample.of(values, ANY);
        assertThat(BandwidthRule.bandwidth(sample, Bandwidth.ISJ)).isPositive();
    }

    @Test
    void reflectsAtTheEdgeOfTheSupport() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(4);
        double[] values = random.doubles(5000).toArray();
        Support unit = new Support(0, 1, Support.Kind.POSITION);
        Sample sample = Sample.of(values, unit);
        KernelDensity density =
                KernelEstimator.estimate(sample, unit, KernelDensity.Axis.LINEAR, 0.05);
        assertThat(density.cdf(0)).isZero();
        assertThat(density.cdf(1)).isEqualTo(1);
        for (double x = 0; x <= 1; x += 0.05) { // without reflection 0.5 at both ends
            assertThat(density.pdf(x)).isBetween(0.85, 1.15);
        }
    }

    @Test
    void neverDrawsBelowTheSupport() {
        double[] values = new double[1000];
        Arrays.setAll(values, i -> 0.001 * (i % 50));
        Sample sample = Sample.of(values, MAGNITUDES);
        KernelDensity density = KernelEstimator.estimate(sample, MAGNITUDES, Bandwidth.SCOTT);
        assertThat(density.quantile(0)).isGreaterThanOrEqualTo(0);
        assertThat(density.cdf(-1e-12)).isZero();
    }

    @Test
    void keepsTheMeanOfCounts() {
        double[] values = new double[2000];
        Arrays.setAll(values, i -> i % 20 == 0 ? 1 + i : 1 + i % 3);
        Sample sample = Sample.of(values, COUNTS);
        KernelDensity density = KernelEstimator.estimate(sample, COUNTS, Bandwidth.ISJ);
        assertThat(density.axis().isLogarithmic()).isTrue();
        assertThat(density.cdf(0.499)).isZero();
        assertThat(density.mean()).isCloseTo(sample.mean(), within(0.1 * sample.mean()));
    }
}
