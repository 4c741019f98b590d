package dev.stowage.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class SampleTest {
    private static final Support MAGNITUDES =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);

    @Test
    void countsWhatItRejects() {
        double[] values = {3, Double.NaN, 1, Double.POSITIVE_INFINITY, -2, 3, -0.0};
        Sample sample = Sample.of(values, MAGNITUDES);
        assertThat(sample.count()).isEqualTo(4);
        assertThat(sample.rejected()).isEqualTo(3);
        assertThat(sample.size()).isEqualTo(3);
        assertThat(sample.value(0)).isEqualTo(0);
        assertThat(sample.weight(2)).isEqualTo(2);
    }

    @Test
    void interpolatesQuantilesAsNumPyDoes() {
        Sample sample = Sample.of(new double[] {1, 2, 2, 10}, MAGNITUDES);
        assertThat(sample.quantile(0)).isEqualTo(1);
        assertThat(sample.quantile(0.25)).isEqualTo(1.75);
        assertThat(sample.quantile(0.5)).isEqualTo(2);
        assertThat(sample.quantile(0.75)).isEqualTo(4);
        assertThat(sample.quantile(1)).isEqualTo(10);
    }

    @Test
    void compressesWithoutMovingMeanExtremesAndAtoms() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(9);
        double[] values = new double[100_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i % 4 == 0 ? 7 : Math.exp(2 * random.nextGaussian());
        }
        Sample exact = Sample.of(values, MAGNITUDES);
        Sample sample = exact.compressed(1000);
        assertThat(sample.size()).isBetween(500, 1500);
        assertThat(sample.count()).isEqualTo(exact.count());
        assertThat(sample.mean()).isCloseTo(exact.mean(), within(1e-9 * exact.mean()));
        assertThat(sample.min()).isEqualTo(exact.min());
        assertThat(sample.max()).isEqualTo(exact.max());
        double atom = 0;
        double total = 0;
        for (int i = 0; i < sample.size(); i++) {
            atom += sample.value(i) == 7 ? sample.weight(i) : 0;
            total += sample.weight(i);
        }
        assertThat(atom).isEqualTo(25_000);
        assertThat(total).isEqualTo(100_000);
        assertThat(sample.quantile(0.999)).isCloseTo(exact.quantile(0.999), within(20.0));
    }

    @Test
    void staysExactWhileItIsSmall() {
        Sample sample = Sample.of(new double[] {1, 2, 3}, MAGNITUDES);
        assertThat(sample.compressed(3)).isSameAs(sample);
    }
}
