package dev.stowage.stats.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.stats.SciPyReference;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
