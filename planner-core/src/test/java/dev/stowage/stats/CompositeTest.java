package dev.stowage.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.stats.density.Atomic;
import dev.stowage.stats.density.Degenerate;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.GeneralisedPareto;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.density.Piecewise;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Densities made of others: pieces, Pareto tails, atoms. */
class CompositeTest {
    private static final Support MAGNITUDES =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);
    private static final double FOREVER = Double.POSITIVE_INFINITY;

    private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(14);

    private Sample sample(int n, IntToDoubleFunction draw) {
        double[] values = new double[n];
        Arrays.setAll(values, draw);
        return Sample.of(values, MAGNITUDES);
    }

    private static DensityFit fit(Sample sample, Criterion criterion) {
        return new DensityFitter(FitSettings.DEFAULT.with(criterion)).fit(sample, MAGNITUDES);
    }

    /** By SciPy 1.17.1: {@code genpareto(shape, loc=2, scale=3)}: pdf(4), cdf(4), ppf(0.99). */
    @Test
    void paretoAgreesWithSciPy() {
        double[][] expected = {
            {0.5, 0.140625, 0.4375, 56, 8},
            {-0.3, 0.19804112356747858, 0.5247013034380514, 9.48811356849042, 4.3076923076923075},
            {0, 0.17113903967753066, 0.486582880967408, 15.81551055796427, 5}
        };
        for (double[] row : expected) {
            GeneralisedPareto density = new GeneralisedPareto(2, 3, row[0]);
            assertThat(density.pdf(4)).isCloseTo(row[1], within(1e-12));
            assertThat(density.cdf(4)).isCloseTo(row[2], within(1e-12));
            assertThat(density.quantile(0.99)).isCloseTo(row[3], within(1e-10));
            assertThat(density.mean()).isCloseTo(row[4], within(1e-12));
            assertThat(density.cdf(1)).isZero();
            assertThat(density.pdf(1)).isZero();
        }
        assertThat(new GeneralisedPareto(2, 3, -0.3).cdf(12.1)).isEqualTo(1);
        assertThat(new GeneralisedPareto(2, 3, 1.2).mean()).isNaN();
    }

    @Test
    void findsTheIndexOfAHeavyTail() {
        for (double shape : new double[] {-0.2, 0, 0.3, 0.9, 1.5}) {
            GeneralisedPareto truth = new GeneralisedPareto(10, 4, shape);
            Sample sample = sample(10_000, i -> truth.sample(random));
            GeneralisedPareto found = ParetoTail.fit(sample, 0, 10, 10_000);
            // asymptotic variance (1 + shape)^2 / n: Smith, Biometrika 72, 1985
            assertThat(found.shape()).isCloseTo(shape, within(4 * (1 + shape) / 100));
            assertThat(found.scale()).isCloseTo(4, within(0.4));
        }
    }

    @Test
    void splicesAHeavyTailOntoABody() {
        Sample sample =
                sample(
                        20_000,
                        i ->
                                random.nextDouble() < 0.9
                                        ? 10 + 2 * random.nextDouble()
                                        : 12 + 3 * (Math.pow(random.nextDouble(), -0.8) - 1) / 0.8);
        Density body = new Degenerate(11);
        Piecewise splice = ParetoTail.splice(sample, body);
        GeneralisedPareto tail = (GeneralisedPareto) splice.pieces().get(1).density();
        assertThat(tail.shape()).isCloseTo(0.8, within(0.2));
        assertThat(splice.quantile(0.999))
                .isCloseTo(
                        12 + 3 * (Math.pow(0.01, -0.8) - 1) / 0.8,
                        org.assertj.core.data.Percentage.withPercentage(20));
        assertThat(fit(sample, Criterion.DISTANCE).candidates())
                .filteredOn(c -> c.name().equals(Candidate.PARETO_TAIL))
                .allMatch(c -> c.scores() != null && c.scores().ks() < 0.02);
    }

    @Test
    void cutsWhereTheRegimeChanges() {
        Sample sample =
                sample(
                        20_000,
                        i ->
                                i % 3 == 0
                                        ? 10 * random.nextDouble()
                                        : 10 + 200 * random.nextExponential());
        PieceSearch.Found found = PieceSearch.fit(sample.compressed(2000), sample.resolution());
        assertThat(found.density().pieces().get(0).high()).isCloseTo(10, within(1.5));
        DensityFit fit = fit(sample, Criterion.BIC);
        assertThat(fit.method()).isEqualTo(DensityFit.Method.PIECEWISE);
        Candidate family =
                fit.candidates().stream()
                        .filter(c -> c.density() instanceof Parametric)
                        .findFirst()
                        .orElseThrow();
        assertThat(fit.candidates().get(0).scores().ks()).isLessThan(0.02);
        assertThat(family.scores().ks()).isGreaterThan(0.05);
    }

    @Test
    void doesNotCutWhatIsOfOnePiece() {
        Sample sample = sample(2000, i -> 50 + 5 * random.nextGaussian());
        assertThat(PieceSearch.fit(sample, sample.resolution())).isNull();
    }

    @Test
    void keepsAtomsAsTheyAre() {
        Sample sample =
                sample(
                        20_000,
                        i ->
                                i % 5 == 0
                                        ? 0
                                        : i % 5 == 1 ? 30 : 25 * Math.exp(random.nextGaussian()));
        DensityFit fit = fit(sample, Criterion.KS);
        assertThat(fit.method()).isEqualTo(DensityFit.Method.ATOMS);
        Atomic density = (Atomic) fit.density();
        assertThat(density.size()).isEqualTo(2);
        assertThat(density.value(0)).isZero();
        assertThat(density.value(1)).isEqualTo(30);
        assertThat(density.share(1)).isCloseTo(0.2, within(1e-9));
        assertThat(density.mass(30)).isCloseTo(0.2, within(1e-9));
        assertThat(density.quantile(0.1)).isZero();
        assertThat(density.cdf(30) - density.cdfBelow(30)).isCloseTo(0.2, within(1e-9));
        assertThat(fit.candidates().get(0).scores().ks()).isLessThan(0.02);
        long drawn = random.doubles(10_000).map(density::quantile).filter(x -> x == 30).count();
        assertThat(drawn / 10_000.0).isCloseTo(0.2, within(0.02));
    }

    @Test
    void takesNoEvenlySpreadWholeNumbersForAtoms() {
        Sample sample = sample(5000, i -> i % 20);
        assertThat(AtomSearch.atoms(sample)).isEmpty();
    }

    @Test
    void piecesInvertTheirDistributionFunction() {
        Piecewise density =
                Piecewise.of(
                        List.of(
                                new Piecewise.Piece(
                                        -FOREVER,
                                        5,
                                        0.25,
                                        Parametric.of(Family.NORMAL, List.of(), 4, 2)),
                                new Piecewise.Piece(
                                        5,
                                        9,
                                        0.5,
                                        Parametric.of(Family.EXPONENTIAL, List.of(), 0, 3)),
                                new Piecewise.Piece(
                                        9, FOREVER, 0.25, new GeneralisedPareto(9, 2, 0.4))));
        for (double p = 0.001; p < 1; p += 0.001) {
            assertThat(density.cdf(density.quantile(p))).isCloseTo(p, within(1e-9));
        }
        assertThat(density.cdf(5)).isEqualTo(0.25);
        assertThat(density.quantile(0.75)).isCloseTo(9, within(1e-9));
        double sum = 0;
        for (double x = 5.0005; x < 9; x += 0.001) {
            sum += density.pdf(x) * 0.001;
            assertThat(Math.log(density.pdf(x))).isCloseTo(density.logPdf(x), within(1e-12));
        }
        assertThat(sum).isCloseTo(0.5, within(1e-4));
    }

    @Test
    void refusesPiecesThatDoNotMeet() {
        Density normal = Parametric.of(Family.NORMAL, List.of(), 0, 1);
        assertThatThrownBy(
                        () ->
                                Piecewise.of(
                                        List.of(
                                                new Piecewise.Piece(-1, 0, 0.5, normal),
                                                new Piecewise.Piece(0.5, 1, 0.5, normal))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("piece 1 begins at 0.5");
        assertThatThrownBy(() -> Piecewise.of(List.of(new Piecewise.Piece(90, 91, 1, normal))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no mass");
    }
}
