package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;

class ReconciliationTest {
    /** The published formula, S (S' W^-1 S)^-1 S' W^-1 y, with matrices. */
    private static double[] published(double[] forecasts, double[] variances) {
        int n = forecasts.length - 1;
        RealMatrix sums = MatrixUtils.createRealMatrix(n + 1, n);
        for (int i = 0; i < n; i++) {
            sums.setEntry(0, i, 1);
            sums.setEntry(i + 1, i, 1);
        }
        RealMatrix weights =
                MatrixUtils.createRealDiagonalMatrix(
                        Arrays.stream(variances).map(each -> 1 / each).toArray());
        RealMatrix normal = sums.transpose().multiply(weights).multiply(sums);
        RealMatrix inverse = new LUDecomposition(normal).getSolver().getInverse();
        return sums.multiply(inverse)
                .multiply(sums.transpose())
                .multiply(weights)
                .operate(forecasts);
    }

    @Test
    void isTheMinimumTraceOfADiagonal() {
        Random random = new Random(5);
        for (int trial = 0; trial < 200; trial++) {
            int parts = 1 + random.nextInt(6);
            double[] forecasts = random.doubles(parts + 1, 1, 100).toArray();
            double[] variances = random.doubles(parts + 1, 0.1, 50).toArray();
            double[] expected = published(forecasts, variances);
            Reconciliation found =
                    Reconciliation.of(
                            new double[] {forecasts[0]},
                            new double[] {variances[0]},
                            columns(forecasts),
                            columns(variances));
            assertThat(forecasts[0] + found.total()[0]).isCloseTo(expected[0], within(1e-9));
            for (int i = 0; i < parts; i++) {
                assertThat(forecasts[i + 1] + found.parts().get(i)[0])
                        .isCloseTo(expected[i + 1], within(1e-9));
            }
        }
    }

    private static List<double[]> columns(double[] values) {
        return IntStream.range(1, values.length).mapToObj(i -> new double[] {values[i]}).toList();
    }

    @Test
    void movesTheWholeAloneWherePartsAreSure() {
        Reconciliation found =
                Reconciliation.of(
                        new double[] {10, 10},
                        new double[] {4, 0},
                        List.of(new double[] {7, 7}, new double[] {5, 5}),
                        List.of(new double[] {0, 0}, new double[] {0, 0}));
        assertThat(found.total()).containsExactly(2, 2);
        assertThat(Arrays.stream(found.parts().get(0)).map(Math::abs).sum()).isZero();
    }
}
