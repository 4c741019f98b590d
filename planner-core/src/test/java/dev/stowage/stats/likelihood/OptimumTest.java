package dev.stowage.stats.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.stats.Candidate;
import dev.stowage.stats.Candidates;
import dev.stowage.stats.Criterion;
import dev.stowage.stats.Scores;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class OptimumTest {
    private static final double[][] STARTS = {{5, 5}, {-5, 0}, {0, 3}};
    private static final Sample POINTS =
            Sample.of(
                    new double[] {1, 2},
                    new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE));

    @Test
    void climbsToTheTopOfARidge() {
        Optimum.Found found =
                Optimum.inSpace(
                        points ->
                                u -> -Math.pow(1 - u[0], 2) - 100 * Math.pow(u[1] - u[0] * u[0], 2),
                        POINTS,
                        STARTS,
                        1);
        assertThat(found.isConverged()).isTrue();
        assertThat(found.point()[0]).isCloseTo(1, within(1e-3));
        assertThat(found.point()[1]).isCloseTo(1, within(1e-3));
    }

    @Test
    void saysThatItGaveUp() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
        Optimum.Found found =
                Optimum.inSpace(points -> u -> random.nextDouble(), POINTS, STARTS, 1);
        assertThat(found.isConverged()).isFalse();
    }

    @Test
    void takesNothingFromAFunctionThatIsNowhereFinite() {
        Optimum.Found found = Optimum.inSpace(points -> u -> Double.NaN, POINTS, STARTS, 1);
        assertThat(found.isFinite()).isFalse();
    }

    @Test
    void whatDidNotConvergeIsRankedLast() {
        Scores perfect = new Scores(0, 0, 0, 0, 0, 0);
        Density density = Parametric.of(Family.NORMAL, List.of(), 0, 1);
        for (Criterion criterion : Criterion.values()) {
            assertThat(
                            Candidates.rank(
                                    new Candidate("normal", density, perfect, false, ""),
                                    criterion))
                    .isEqualTo(Double.POSITIVE_INFINITY);
            assertThat(
                            Candidates.rank(
                                    new Candidate("normal", density, perfect, true, ""), criterion))
                    .isZero();
        }
    }
}
