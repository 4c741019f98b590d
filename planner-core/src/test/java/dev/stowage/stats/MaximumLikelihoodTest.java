package dev.stowage.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MaximumLikelihoodTest {
    private static final Support ANY =
            new Support(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);

    static Stream<JsonNode> fits() {
        return StreamSupport.stream(SciPyReference.root().get("fits").spliterator(), false);
    }

    @ParameterizedTest
    @MethodSource("fits")
    void findsALikelihoodNoWorseThanSciPy(JsonNode fit) {
        Sample sample = Sample.of(SciPyReference.numbers(fit.get("data")), ANY);
        Estimate estimate =
                MaximumLikelihood.fit(SciPyReference.family(fit), sample, sample.resolution());
        assertThat(estimate.isConverged()).isTrue();
        double theirs = fit.get("logLikelihood").doubleValue();
        assertThat(logLikelihood(estimate.density(), sample))
                .as(estimate.density().describe() + " against " + fit.get("estimate"))
                .isGreaterThanOrEqualTo(theirs - 1e-3 * Math.abs(theirs));
    }

    private static double logLikelihood(Parametric density, Sample sample) {
        double sum = 0;
        for (int i = 0; i < sample.size(); i++) {
            sum += sample.weight(i) * density.logPdf(sample.value(i));
        }
        return sum;
    }

    /**
     * Members and, for each of shapes, location and scale, how far the estimate may be off at
     * 10,000 draws: four standard errors or more.
     */
    static Stream<Arguments> recoveries() {
        return Stream.of(
                Arguments.of(Family.NORMAL, List.of(), 3.0, 2.0, List.of(0.08, 0.06)),
                Arguments.of(Family.R, List.of(5.0), 3.0, 2.0, List.of(0.6, 0.05, 0.1)),
                Arguments.of(Family.CHI_SQUARED, List.of(8.0), 3.0, 2.0, List.of(1.0, 1.0, 0.2)),
                Arguments.of(Family.STUDENT_T, List.of(4.0), 3.0, 2.0, List.of(0.8, 0.1, 0.12)),
                Arguments.of(Family.BETA, List.of(3.0, 2.5), 3.0, 2.0, List.of(0.5, 0.5, 0.1, 0.2)),
                Arguments.of(Family.LOG_NORMAL, List.of(0.8), 3.0, 2.0, List.of(0.05, 0.1, 0.12)),
                Arguments.of(Family.GAMMA, List.of(4.0), 3.0, 2.0, List.of(0.5, 0.5, 0.2)),
                Arguments.of(Family.F, List.of(6.0, 9.0), 3.0, 2.0, List.of(1.0, 1.8, 0.08, 0.15)),
                Arguments.of(Family.EXPONENTIAL, List.of(), 3.0, 2.0, List.of(0.002, 0.08)),
                Arguments.of(Family.CAUCHY, List.of(), 3.0, 2.0, List.of(0.12, 0.12)),
                Arguments.of(Family.LAPLACE, List.of(), 3.0, 2.0, List.of(0.08, 0.08)),
                Arguments.of(Family.LOG_GAMMA, List.of(2.0), 3.0, 2.0, List.of(0.6, 0.9, 0.4)),
                Arguments.of(Family.CHI, List.of(4.0), 3.0, 2.0, List.of(0.6, 0.4, 0.15)));
    }

    @ParameterizedTest
    @MethodSource("recoveries")
    void recoversTheParametersOfItsOwnDraws(
            Family family,
            List<Double> shapes,
            double location,
            double scale,
            List<Double> tolerances) {
        Parametric truth = Parametric.of(family, shapes, location, scale);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(42);
        double[] values = new double[10_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = truth.sample(random);
        }
        Sample sample = Sample.of(values, ANY).compressed(2000);
        Estimate estimate = MaximumLikelihood.fit(family, sample, 1e-9);
        Parametric found = estimate.density();
        assertThat(estimate.isConverged()).isTrue();
        for (int i = 0; i < shapes.size(); i++) {
            assertThat(found.shapes().get(i))
                    .as(found.describe())
                    .isCloseTo(shapes.get(i), within(tolerances.get(i)));
        }
        assertThat(found.location())
                .as(found.describe())
                .isCloseTo(location, within(tolerances.get(shapes.size())));
        assertThat(found.scale())
                .as(found.describe())
                .isCloseTo(scale, within(tolerances.get(shapes.size() + 1)));
    }

    @Test
    void keepsTheScaleAtHalfTheResolutionAroundAFrequentValue() {
        double[] values = new double[100];
        java.util.Arrays.fill(values, 1);
        values[98] = 5;
        values[99] = 40;
        Support counts = new Support(1, Double.POSITIVE_INFINITY, Support.Kind.COUNT);
        Estimate estimate = MaximumLikelihood.fit(Family.STUDENT_T, Sample.of(values, counts), 1);
        assertThat(estimate.density().scale()).isCloseTo(0.5, within(1e-3));
        assertThat(estimate.note()).contains("bound");
    }

    @Test
    void keepsTheEdgeAwayFromTheLeastValue() {
        Parametric truth = Parametric.of(Family.GAMMA, List.of(0.4), 10, 3);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
        double[] values = new double[2000];
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.round(truth.sample(random) * 1000) / 1000.0;
        }
        Sample sample = Sample.of(values, ANY);
        Estimate estimate = MaximumLikelihood.fit(Family.GAMMA, sample, 0.001);
        assertThat(estimate.density().location())
                .isLessThanOrEqualTo(sample.min() - 0.0005 + 1e-12);
        assertThat(estimate.density().shapes().get(0)).isBetween(0.3, 0.5);
        assertThat(estimate.note()).contains("bound");
    }
}
