package dev.stowage.workflow.sweep;

import dev.stowage.basis.Seeds;
import java.util.random.RandomGenerator;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * Points of the open unit cube. Sobol' points are the sequence of Joe and Kuo (2008) under one
 * random digital shift (Owen 1995 calls it so), which keeps the counts in all elementary intervals;
 * a Latin hypercube has one point in each of n slices of each dimension (McKay et al., 1979).
 */
final class UnitPoints {
    /** Digits that are shifted: a double holds the middle of each interval exactly. */
    private static final int BITS = 48;

    private UnitPoints() {}

    /** {@code n} points of {@code dimensions} numbers by a method's name. */
    static double[][] of(String method, int n, int dimensions, long seed) {
        RandomGenerator random = Seeds.stream(seed, "sweep " + method, 0);
        return switch (method) {
            case "sobol" -> sobol(n, dimensions, random);
            case "latin-hypercube" -> latinHypercube(n, dimensions, random);
            default -> random(n, dimensions, random);
        };
    }

    private static double[][] sobol(int n, int dimensions, RandomGenerator random) {
        SobolSequenceGenerator sequence = new SobolSequenceGenerator(dimensions);
        long[] shift = random.longs(dimensions, 0, 1L << BITS).toArray();
        double[][] points = new double[n][];
        for (int i = 0; i < n; i++) {
            points[i] = sequence.nextVector();
            for (int k = 0; k < dimensions; k++) {
                long shifted = (long) Math.scalb(points[i][k], BITS) ^ shift[k];
                points[i][k] = Math.scalb(shifted + 0.5, -BITS);
            }
        }
        return points;
    }

    private static double[][] latinHypercube(int n, int dimensions, RandomGenerator random) {
        double[][] points = random(n, dimensions, random);
        for (int k = 0; k < dimensions; k++) {
            int[] slices = shuffled(n, random);
            for (int i = 0; i < n; i++) {
                points[i][k] = (slices[i] + points[i][k]) / n;
            }
        }
        return points;
    }

    private static int[] shuffled(int n, RandomGenerator random) {
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    private static double[][] random(int n, int dimensions, RandomGenerator random) {
        double[][] points = new double[n][dimensions];
        for (double[] point : points) {
            for (int k = 0; k < dimensions; k++) {
                point[k] = random.nextDouble(Double.MIN_NORMAL, 1);
            }
        }
        return points;
    }
}
