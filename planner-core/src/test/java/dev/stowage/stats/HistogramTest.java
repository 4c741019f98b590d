package dev.stowage.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HistogramTest {
    private static final Support POSITIONS =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.POSITION);
    private static final Support MAGNITUDES =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);
    private static final Support COUNTS =
            new Support(1, Double.POSITIVE_INFINITY, Support.Kind.COUNT);

    static Stream<JsonNode> histograms() {
        return StreamSupport.stream(SciPyReference.root().get("histograms").spliterator(), false);
    }

    @ParameterizedTest
    @MethodSource("histograms")
    void hasTheBinsAndTheDistanceOfNumPy(JsonNode expected) {
        Sample sample = Sample.of(SciPyReference.numbers(expected.get("data")), POSITIONS);
        Histogram histogram = Histogram.of(sample, POSITIONS);
        double[] edges = SciPyReference.numbers(expected.get("edges"));
        if (edges.length - 1 >= 20) { // otherwise our lower limit applies
            assertThat(histogram.bins()).isEqualTo(edges.length - 1);
            for (int i = 0; i < histogram.bins(); i++) {
                assertThat(histogram.edge(i)).isCloseTo(edges[i], within(1e-9));
                assertThat(histogram.share(i))
                        .isCloseTo(expected.get("shares").get(i).doubleValue(), within(1e-12));
            }
            assertThat(histogram.distance(normal(expected)))
                    .isCloseTo(expected.get("distanceToNormal").doubleValue(), within(1e-10));
        } else {
            assertThat(histogram.bins()).isEqualTo(20);
        }
    }

    @ParameterizedTest
    @MethodSource("histograms")
    void scoresAsSciPyDoes(JsonNode expected) {
        Sample sample = Sample.of(SciPyReference.numbers(expected.get("data")), POSITIONS);
        Scoring scoring =
                new Scoring(
                        sample, Histogram.of(sample, POSITIONS), POSITIONS, sample.resolution());
        Scores scores = scoring.score(normal(expected));
        double logLikelihood = expected.get("logLikelihoodOfNormal").doubleValue();
        assertThat(scores.ks()).isCloseTo(expected.get("ksToNormal").doubleValue(), within(1e-9));
        assertThat(scores.logLikelihood()).isCloseTo(logLikelihood, within(1e-6));
        assertThat(scores.aic()).isCloseTo(4 - 2 * logLikelihood, within(1e-6));
        assertThat(scores.bic())
                .isCloseTo(2 * Math.log((double) sample.count()) - 2 * logLikelihood, within(1e-6));
    }

    private static Parametric normal(JsonNode expected) {
        return Parametric.of(
                Family.NORMAL,
                List.of(),
                expected.get("mean").doubleValue(),
                expected.get("deviation").doubleValue());
    }

    @Test
    void givesZerosABinOfTheirOwnOnTheLogarithm() {
        double[] values = IntStream.range(0, 4000).mapToDouble(i -> Math.exp(i / 300.0)).toArray();
        values[0] = 0;
        values[1] = 0;
        Sample sample = Sample.of(values, MAGNITUDES);
        Histogram histogram = Histogram.of(sample, MAGNITUDES);
        assertThat(histogram.isLogarithmic()).isTrue();
        assertThat(histogram.edge(0)).isZero();
        assertThat(histogram.share(0)).isEqualTo(2 / 4000.0);
        assertThat(histogram.edge(histogram.bins())).isEqualTo(sample.max());
        assertThat(histogram.bins()).isBetween(20, 200);
    }

    @Test
    void putsEdgesOfCountsBetweenWholeNumbers() {
        double[] values = {1, 1, 1, 1, 2, 2, 3, 50, 400, 5000};
        Histogram histogram = Histogram.of(Sample.of(values, COUNTS), COUNTS);
        double sum = 0;
        for (int i = 0; i < histogram.bins(); i++) {
            assertThat(histogram.edge(i) - Math.floor(histogram.edge(i))).isEqualTo(0.5);
            sum += histogram.share(i);
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
        assertThat(histogram.share(0)).isEqualTo(0.4);
    }

    @Test
    void neverPutsTimeStampsOnTheLogarithm() {
        double[] values = IntStream.range(1, 5000).mapToDouble(i -> i).toArray();
        assertThat(Histogram.of(Sample.of(values, POSITIONS), POSITIONS).isLogarithmic()).isFalse();
    }

    @Test
    void isAtDistanceOneFromADensityElsewhere() {
        double[] values = IntStream.range(0, 100).mapToDouble(i -> i).toArray();
        Histogram histogram = Histogram.of(Sample.of(values, POSITIONS), POSITIONS);
        Density elsewhere = Parametric.of(Family.BETA, List.of(2.0, 2.0), 1e6, 1);
        assertThat(histogram.distance(elsewhere)).isEqualTo(1);
    }

    @Test
    void laysBinsOutAsAskedTo() {
        Support magnitudes = new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);
        double[] values = new double[1000];
        Arrays.setAll(values, i -> 1 + i);
        Sample sample = Sample.of(values, magnitudes);
        assertThat(Histogram.of(sample, magnitudes, BinRule.AUTO).isLogarithmic()).isFalse();
        Histogram logarithmic = Histogram.of(sample, magnitudes, BinRule.LOGARITHMIC);
        assertThat(logarithmic.isLogarithmic()).isTrue();
        assertThat(logarithmic.edge(2) / logarithmic.edge(1))
                .isCloseTo(logarithmic.edge(1) / logarithmic.edge(0), within(1e-9));
        assertThat(Histogram.of(sample, POSITIONS, BinRule.LOGARITHMIC).isLogarithmic()).isFalse();
        values[0] = 1e-6;
        Sample wide = Sample.of(values, magnitudes);
        assertThat(Histogram.of(wide, magnitudes, BinRule.AUTO).isLogarithmic()).isTrue();
        assertThat(Histogram.of(wide, magnitudes, BinRule.LINEAR).isLogarithmic()).isFalse();
    }
}
