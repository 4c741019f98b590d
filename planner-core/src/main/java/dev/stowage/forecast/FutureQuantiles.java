package dev.stowage.forecast;

import dev.stowage.basis.Check;
import java.util.Arrays;

/**
 * Amounts that the buckets to come stay below with a probability, counted over futures. What is
 * enough for an order is counted over the same futures by the same rule ({@link UsableNeeds}), so
 * that an order can't contradict a quantile.
 */
public final class FutureQuantiles {
    /** The median, and the ends of the intervals of 80 and 95 %. */
    static final double[] WRITTEN = {0.025, 0.1, 0.5, 0.9, 0.975};

    private final double[] probabilities;
    private final double[][][] amounts;

    private FutureQuantiles(double[] probabilities, double[][][] amounts) {
        this.probabilities = probabilities;
        this.amounts = amounts;
    }

    /**
     * Counts. O(n log n) a bucket for n paths.
     *
     * @param probabilities each from 0 to 1
     */
    public static FutureQuantiles of(DemandPaths paths, double... probabilities) {
        double[][][] amounts = new double[paths.resources()][probabilities.length][paths.buckets()];
        paths.forEachBucket((bucket, drawn) -> count(drawn, probabilities, amounts, bucket));
        return new FutureQuantiles(probabilities.clone(), amounts);
    }

    /** Counts the levels beside the season at the end, without events: one of each resource. */
    static FutureQuantiles ofLevels(DemandPaths paths, double... probabilities) {
        double[][][] amounts = new double[paths.resources()][probabilities.length][1];
        count(paths.levels(), probabilities, amounts, 0);
        return new FutureQuantiles(probabilities.clone(), amounts);
    }

    private static void count(
            double[][] drawn, double[] probabilities, double[][][] amounts, int place) {
        for (int resource = 0; resource < drawn.length; resource++) {
            double[] sorted = drawn[resource].clone();
            Arrays.sort(sorted);
            for (int i = 0; i < probabilities.length; i++) {
                int above = above(sorted.length, probabilities[i]);
                amounts[resource][i][place] = sorted[sorted.length - 1 - above];
            }
        }
    }

    /** How many of the paths may be above what holds with a probability; at least one is not. */
    static int above(int paths, double probability) {
        Check.inRange("probability", probability, 0, 1);
        return Math.min((int) Math.floor((1 - probability) * paths + 1e-9), paths - 1);
    }

    /**
     * The least amounts that are drawn and that at most 1 - {@code probability} of the paths
     * exceed.
     *
     * @param probability one of those that were counted
     * @return one a bucket to come
     */
    public double[] of(int resource, double probability) {
        for (int i = 0; i < probabilities.length; i++) {
            if (probabilities[i] == probability) {
                return amounts[resource][i].clone();
            }
        }
        throw new IllegalArgumentException("probability = " + probability + " was not counted");
    }
}
