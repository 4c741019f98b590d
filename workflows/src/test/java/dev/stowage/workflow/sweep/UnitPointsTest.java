package dev.stowage.workflow.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.random.SobolSequenceGenerator;
import org.junit.jupiter.api.Test;

/** Points of the unit cube, held to what {@code scipy.stats.qmc} says of its own. */
class UnitPointsTest {
    /** SciPy 1.17.1: {@code qmc.Sobol(6, scramble=False).random(6)}. */
    private static final double[][] SCIPY_SOBOL = {
        {0, 0, 0, 0, 0, 0},
        {0.5, 0.5, 0.5, 0.5, 0.5, 0.5},
        {0.75, 0.25, 0.25, 0.25, 0.75, 0.75},
        {0.25, 0.75, 0.75, 0.75, 0.25, 0.25},
        {0.375, 0.375, 0.625, 0.875, 0.375, 0.125},
        {0.875, 0.875, 0.125, 0.375, 0.875, 0.625}
    };

    /** SciPy 1.17.1: {@code qmc.discrepancy(qmc.Sobol(4, seed=1).random(256), method='CD')}. */
    private static final double SCIPY_SOBOL_DISCREPANCY = 0.00011331687414850578;

    /** SciPy 1.17.1: {@code qmc.discrepancy(qmc.LatinHypercube(4, seed=1).random(256))}. */
    private static final double SCIPY_HYPERCUBE_DISCREPANCY = 0.0010177062978999896;

    @Test
    void theSequenceIsThatOfSciPy() {
        SobolSequenceGenerator sequence = new SobolSequenceGenerator(6);
        for (double[] expected : SCIPY_SOBOL) {
            assertThat(sequence.nextVector()).containsExactly(expected);
        }
    }

    @Test
    void theFirstTwoDimensionsOfSobolPointsAreANet() {
        double[][] points = UnitPoints.of("sobol", 256, 2, 5);
        for (int m = 0; m <= 8; m++) {
            int across = 1 << m;
            int up = 256 / across;
            boolean[] met = new boolean[256];
            for (double[] point : points) {
                int column = (int) (point[0] * across);
                int box = column * up + (int) (point[1] * up);
                assertThat(met[box]).as("box %d of %d x %d", box, across, up).isFalse();
                met[box] = true;
            }
        }
    }

    @Test
    void everySliceOfALatinHypercubeHasOnePoint() {
        double[][] points = UnitPoints.of("latin-hypercube", 100, 5, 7);
        for (int k = 0; k < 5; k++) {
            boolean[] met = new boolean[100];
            for (double[] point : points) {
                met[(int) (point[k] * 100)] = true;
            }
            assertThat(met).doesNotContain(false);
        }
    }

    @Test
    void pointsAreAsEvenAsThoseOfSciPy() {
        assertThat(discrepancy(UnitPoints.of("sobol", 256, 4, 1)))
                .isLessThan(2 * SCIPY_SOBOL_DISCREPANCY);
        assertThat(discrepancy(UnitPoints.of("latin-hypercube", 256, 4, 1)))
                .isBetween(SCIPY_HYPERCUBE_DISCREPANCY / 3, SCIPY_HYPERCUBE_DISCREPANCY * 3);
        assertThat(discrepancy(UnitPoints.of("random", 256, 4, 1)))
                .isGreaterThan(SCIPY_HYPERCUBE_DISCREPANCY);
    }

    @Test
    void theDiscrepancyIsThatOfSciPy() {
        // SciPy 1.17.1: qmc.discrepancy([[.1, .2], [.5, .7], [.9, .4]]), centred
        assertThat(discrepancy(new double[][] {{0.1, 0.2}, {0.5, 0.7}, {0.9, 0.4}}))
                .isCloseTo(CENTRED, within(1e-15));
    }

    private static final double CENTRED = 0.04383333333333317;

    /** Centred L2 discrepancy. Source: Hickernell, Mathematics of Computation 67, 1998. */
    private static double discrepancy(double[][] points) {
        int n = points.length;
        int d = points[0].length;
        double single = 0;
        double pairs = 0;
        for (double[] x : points) {
            double product = 1;
            for (int k = 0; k < d; k++) {
                double a = Math.abs(x[k] - 0.5);
                product *= 1 + 0.5 * a - 0.5 * a * a;
            }
            single += product;
            for (double[] y : points) {
                double pair = 1;
                for (int k = 0; k < d; k++) {
                    pair *=
                            1
                                    + 0.5 * Math.abs(x[k] - 0.5)
                                    + 0.5 * Math.abs(y[k] - 0.5)
                                    - 0.5 * Math.abs(x[k] - y[k]);
                }
                pairs += pair;
            }
        }
        return Math.pow(13.0 / 12, d) - 2 * single / n + pairs / ((double) n * n);
    }
}
