package dev.stowage.stats.output;

/**
 * The rule of the marginal standard error, which finds where the warm-up of a run ends: truncate
 * where the standard error of what is left is smallest.
 *
 * <p>Source: K. P. White, An effective truncation heuristic for bias reduction in simulation
 * output, Simulation 69(6), 1997; on means of batches of five ("MSER-5") W. W. Franklin, K. P.
 * White, Stationarity tests and MSER-5, Winter Simulation Conference 2008.
 */
public final class Mser5 {
    /** Observations of a batch that the rule is applied to. */
    public static final int BATCH = 5;

    private Mser5() {}

    /**
     * How many of the first batch means to leave out, from 0 to half of them. Half of them (or the
     * most there can be) means that the warm-up isn't over: the run is too short. Ties go to the
     * earliest. Cost O(n).
     *
     * @param means means of consecutive batches of equal size
     * @param size how many of them count, from the start
     */
    public static int truncation(double[] means, int size) {
        double origin = size == 0 ? 0 : means[size - 1];
        double sum = 0;
        double squares = 0;
        int best = size;
        double least = Double.POSITIVE_INFINITY;
        for (int left = 1; left <= size; left++) {
            double value = means[size - left] - origin; // near 0: nothing cancels
            sum += value;
            squares += value * value;
            if (left >= size - size / 2) {
                double error = Math.max(0, squares - sum * sum / left) / left / left;
                if (error <= least) {
                    least = error;
                    best = size - left;
                }
            }
        }
        return best;
    }
}
