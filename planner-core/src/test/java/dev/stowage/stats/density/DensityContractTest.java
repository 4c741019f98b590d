package dev.stowage.stats.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.stats.Bandwidth;
import dev.stowage.stats.KernelEstimator;
import dev.stowage.stats.SciPyReference;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every density that has a pdf must do: all families at several shapes, and kernel ones. */
class DensityContractTest {
    private static final int DRAWS = 20_000;

    static Stream<Density> smooth() {
        Stream<Density> members =
                StreamSupport.stream(SciPyReference.root().get("points").spliterator(), false)
                        .map(SciPyReference::density);
        return Stream.concat(
                members,
                Stream.of(kernel(false), kernel(true), pieces(), new GeneralisedPareto(3, 2, 0.3)));
    }

    private static Piecewise pieces() {
        double end = Double.POSITIVE_INFINITY;
        return Piecewise.of(
                List.of(
                        new Piecewise.Piece(-end, 40, 0.3, kernel(false)),
                        new Piecewise.Piece(
                                40, 55, 0.5, Parametric.of(Family.LAPLACE, List.of(), 50, 4)),
                        new Piecewise.Piece(55, end, 0.2, new GeneralisedPareto(55, 6, 0.2))));
    }

    private static KernelDensity kernel(boolean isLogarithmic) {
        RandomGenerator random = random(5);
        double[] values = new double[2000];
        for (int i = 0; i < values.length; i++) {
            double normal = random.nextGaussian();
            values[i] = isLogarithmic ? Math.exp(3 * normal) : 50 + 10 * normal;
        }
        Support support = new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);
        KernelDensity density =
                KernelEstimator.estimate(Sample.of(values, support), support, Bandwidth.ISJ);
        assertThat(density.axis().isLogarithmic()).isEqualTo(isLogarithmic);
        return density;
    }

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    @ParameterizedTest
    @MethodSource("smooth")
    void cdfRisesFromZeroToOne(Density density) {
        double before = 0;
        for (int i = 1; i < 1000; i++) {
            double cdf = density.cdf(density.quantile(i / 1000.0));
            assertThat(cdf).isBetween(before - 1e-12, 1.0);
            before = cdf;
        }
        assertThat(density.cdf(-1e300)).isLessThan(1e-3);
        assertThat(density.cdf(1e300)).isGreaterThan(1 - 1e-3);
    }

    @ParameterizedTest
    @MethodSource("smooth")
    void quantileInvertsCdf(Density density) {
        for (int i = 1; i < 200; i++) {
            double p = i / 200.0;
            assertThat(density.cdf(density.quantile(p)))
                    .as(density.describe() + " at " + p)
                    .isCloseTo(p, within(1e-9));
        }
    }

    @ParameterizedTest
    @MethodSource("smooth")
    void pdfIntegratesToCdf(Density density) {
        double low = density.quantile(0.2);
        double high = density.quantile(0.8);
        int steps = 20_000;
        double step = (high - low) / steps;
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += density.pdf(low + step * (i + 0.5)) * step;
        }
        assertThat(sum).as(density.describe()).isCloseTo(0.6, within(1e-3));
    }

    @ParameterizedTest
    @MethodSource("smooth")
    void drawsFollowTheCdf(Density density) {
        RandomGenerator random = random(17);
        double[] draws = new double[DRAWS];
        Arrays.setAll(draws, i -> density.sample(random));
        Arrays.sort(draws);
        double largest = 0;
        for (int i = 0; i < DRAWS; i++) {
            double cdf = density.cdf(draws[i]);
            largest = Math.max(largest, Math.abs(cdf - (i + 0.5) / DRAWS));
        }
        double critical = 1.95 / Math.sqrt(DRAWS); // Kolmogorov: exceeded once in 1,000
        assertThat(largest).as(density.describe()).isLessThan(critical);
    }

    @Test
    void coversEveryFamily() {
        List<Family> families = new ArrayList<>();
        smooth().filter(d -> d instanceof Parametric)
                .forEach(d -> families.add(((Parametric) d).family()));
        assertThat(families).contains(Family.values());
    }

    @Test
    void empiricalDrawsOnlyWhatWasObserved() {
        Empirical density = Empirical.of(List.of(1.0, 5.0, 9.0), List.of(1.0, 2.0, 1.0));
        assertThat(density.quantile(0)).isEqualTo(1);
        assertThat(density.quantile(0.25)).isEqualTo(1);
        assertThat(density.quantile(0.2500001)).isEqualTo(5);
        assertThat(density.quantile(0.75)).isEqualTo(5);
        assertThat(density.quantile(1)).isEqualTo(9);
        assertThat(density.cdf(4.999)).isEqualTo(0.25);
        assertThat(density.cdf(5)).isEqualTo(0.75);
        assertThat(density.mean()).isEqualTo(5);
    }

    @Test
    void constantIsAlwaysTheSame() {
        Degenerate density = new Degenerate(4);
        assertThat(density.sample(random(1))).isEqualTo(4);
        assertThat(density.cdf(3.9)).isZero();
        assertThat(density.cdf(4)).isEqualTo(1);
    }
}
