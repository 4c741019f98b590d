package dev.stowage.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.Seeds;
import dev.stowage.stats.sample.OrderCorrelation;
import dev.stowage.stats.sample.RankCorrelation;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Sketch;
import dev.stowage.stats.sample.Support;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Distances and correlations beside SciPy's. {@code scipy-two-samples.json} is made by {@code
 * scipy_two_samples.py} beside it, which says versions and command.
 */
class TwoSampleTest {
    private static final Support ANY =
            new Support(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Support.Kind.POSITION);

    static Stream<JsonNode> pairs() {
        JsonNode pairs = SciPyReference.root("scipy-two-samples.json").get("pairs");
        return StreamSupport.stream(pairs.spliterator(), false);
    }

    private static double[] values(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .mapToDouble(JsonNode::doubleValue)
                .toArray();
    }

    private static TwoSample compare(double[] a, double[] b) {
        return TwoSample.of(Sample.of(a, ANY), Sample.of(b, ANY), ANY, 0);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void agreesWithSciPy(JsonNode pair) {
        double[] a = values(pair.get("a"));
        double[] b = values(pair.get("b"));
        TwoSample ours = compare(a, b);
        assertThat(ours.ks()).isCloseTo(pair.get("ks").doubleValue(), within(1e-12));
        assertThat(ours.pValue()).isCloseTo(pair.get("pValue").doubleValue(), within(1e-11));
        assertThat(ours.noise()).isCloseTo(pair.get("noise").doubleValue(), within(1e-12));
        assertThat(ours.wasserstein())
                .isCloseTo(pair.get("wasserstein").doubleValue(), within(1e-12));
        if (pair.has("pearson")) {
            OrderCorrelation order = order(a, b);
            assertThat(order.r()).isCloseTo(pair.get("pearson").doubleValue(), within(1e-12));
            assertThat(RankCorrelation.of(a, b))
                    .isCloseTo(pair.get("spearman").doubleValue(), within(1e-12));
        }
    }

    private static OrderCorrelation order(double[] a, double[] b) {
        return OrderCorrelation.of(
                Sample.of(a, ANY), Sample.of(b, ANY), Seeds.stream(1, "split", 0));
    }

    @Test
    void splitsTheLargerSampleIntoSubsetsOfTheSizeOfTheSmaller() {
        Random random = new Random(7);
        double[] small = random.doubles(100).toArray();
        double[] large = random.doubles(1_050).toArray();
        OrderCorrelation order = order(small, large);
        assertThat(order.subsets()).isEqualTo(10);
        assertThat(order.size()).isEqualTo(100);
        assertThat(order.r()).isBetween(0.98, 1.0);
        assertThat(order(large, small)).isEqualTo(order);
        assertThat(order(small, new double[200]).r()).isNaN();
    }

    @Test
    void drawsFromSamplesThatAreTooLargeToKeep() {
        double[] two = {1, 2};
        double[] weights = {OrderCorrelation.MOST, 3.0 * OrderCorrelation.MOST};
        Sample large = new Sample(two, weights, 4L * OrderCorrelation.MOST, 0, 0);
        double[] quarters = {1, 2, 2, 2};
        OrderCorrelation order =
                OrderCorrelation.of(large, Sample.of(quarters, ANY), Seeds.stream(1, "split", 0));
        assertThat((long) order.subsets() * order.size()).isEqualTo(OrderCorrelation.MOST);
        assertThat(order.r()).isBetween(0.5, 1.0);
    }

    @Test
    void seesNoDifferenceBetweenASampleAndItself() {
        double[] values = new Random(3).doubles(500).toArray();
        TwoSample same = compare(values, values);
        assertThat(same.ks()).isZero();
        assertThat(same.pValue()).isEqualTo(1);
        assertThat(same.wasserstein()).isZero();
        assertThat(same.similarity()).isEqualTo(1);
    }

    @Test
    void countsWhatLiesOutsideTheHistogramAsDifferent() {
        double[] values = new Random(3).doubles(500).toArray();
        double[] halfOutside = values.clone();
        for (int i = 0; i < halfOutside.length; i += 2) {
            halfOutside[i] += 10;
        }
        TwoSample apart = compare(values, halfOutside);
        double[] far = Arrays.stream(values).map(x -> x + 10).toArray();
        assertThat(apart.similarity()).isBetween(0.2, 0.7);
        assertThat(compare(values, far).similarity()).isLessThan(apart.similarity());
        assertThat(compare(values, far).ks()).isEqualTo(1);
    }

    @Test
    void comparesConstants() {
        double[] ones = {1, 1, 1};
        TwoSample same = compare(ones, new double[] {1, 1});
        assertThat(same.ks()).isZero();
        assertThat(same.wasserstein()).isZero();
        assertThat(same.similarity()).isEqualTo(1);
        TwoSample other = compare(ones, new double[] {1, 2});
        assertThat(other.ks()).isEqualTo(0.5);
        assertThat(other.wasserstein()).isNaN();
        assertThat(other.similarity()).isBetween(0.5, 0.7);
        assertThat(RankCorrelation.of(ones, new double[] {1, 2, 3})).isNaN();
    }

    /** Buckets of two sketches are the same, but the means of what is in them are not. */
    @Test
    void takesWhatSketchesHaveMergedAsEqual() {
        Sketch one = new Sketch();
        Sketch other = new Sketch();
        Random random = new Random(5);
        for (int i = 0; i < 300_000; i++) {
            double x = 1 + random.nextDouble();
            one.add(x);
            other.add(x);
        }
        double resolution = 0;
        for (int i = 0; i < 2_000; i++) { // half a percent: too rare to be kept exactly
            one.add(1.5 + 1e-12);
            other.add(1.5 + 1e-6);
            resolution = Math.max(one.relativeResolution(), other.relativeResolution());
        }
        assertThat(resolution).isGreaterThan(2e-6);
        TwoSample same = TwoSample.of(one.sample(ANY), other.sample(ANY), ANY, resolution);
        assertThat(same.ks()).isLessThan(1e-9);
        assertThat(TwoSample.of(one.sample(ANY), other.sample(ANY), ANY, 0).ks())
                .isGreaterThan(5e-3);
    }
}
