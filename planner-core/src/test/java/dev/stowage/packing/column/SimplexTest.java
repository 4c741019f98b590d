package dev.stowage.packing.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;

class SimplexTest {
    /** As ojAlgo, anew and after columns came and sides changed. */
    @Test
    void findsTheLeastCostAsAnotherSolverDoes() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int rows = 1 + random.nextInt(8);
            boolean[] isAtMost = new boolean[rows];
            double[] sides = new double[rows];
            for (int i = 0; i < rows; i++) {
                isAtMost[i] = i > 0 && random.nextInt(3) == 0;
                sides[i] = random.nextInt(9);
            }
            int columns = rows + 1 + random.nextInt(20);
            double[][] amounts = new double[columns][rows];
            double[] cost = new double[columns];
            for (int j = 0; j < columns; j++) {
                cost[j] = j < rows ? 50 : 1 + random.nextInt(9);
                for (int i = 0; i < rows; i++) {
                    boolean isOwn = j < rows && i == j && !isAtMost[i];
                    amounts[j][i] = j < rows ? (isOwn ? 1 : 0) : random.nextInt(4);
                }
            }
            Simplex simplex = new Simplex(sides, isAtMost);
            int half = rows + (columns - rows) / 2;
            IntStream.range(0, half).forEach(j -> add(simplex, cost[j], amounts[j]));
            assertThat(simplex.solve(Long.MAX_VALUE)).isTrue();
            IntStream.range(half, columns).forEach(j -> add(simplex, cost[j], amounts[j]));
            check(simplex, sides, isAtMost, amounts, cost, seed);
            sides[0] = random.nextInt(9);
            simplex.setSide(0, sides[0]);
            check(simplex, sides, isAtMost, amounts, cost, seed);
        }
    }

    private static void add(Simplex simplex, double cost, double[] amounts) {
        simplex.addColumn(cost, IntStream.range(0, amounts.length).toArray(), amounts);
    }

    private static void check(
            Simplex simplex,
            double[] sides,
            boolean[] isAtMost,
            double[][] amounts,
            double[] cost,
            int seed) {
        assertThat(simplex.solve(Long.MAX_VALUE)).as("seed %d", seed).isTrue();
        ExpressionsBasedModel model = new ExpressionsBasedModel();
        Expression[] rows = new Expression[sides.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = model.newExpression("r" + i);
            if (isAtMost[i]) {
                rows[i].upper(sides[i]);
            } else {
                rows[i].lower(sides[i]);
            }
        }
        for (int j = 0; j < cost.length; j++) {
            var variable = model.newVariable("x" + j).lower(0).weight(cost[j]);
            for (int i = 0; i < rows.length; i++) {
                rows[i].set(variable, amounts[j][i]);
            }
        }
        Optimisation.Result result = model.minimise();
        assertThat(result.getState().isOptimal()).isTrue();
        assertThat(simplex.value()).as("seed %d", seed).isCloseTo(result.getValue(), within(1e-4));
        double paid = 0;
        double[] shares = simplex.shares();
        for (int j = 0; j < shares.length; j++) {
            paid += shares[j] * cost[j];
        }
        assertThat(paid)
                .as("seed %d: %s", seed, Arrays.toString(shares))
                .isCloseTo(result.getValue(), within(1e-4));
    }
}
