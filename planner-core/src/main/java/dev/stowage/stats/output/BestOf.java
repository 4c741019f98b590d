package dev.stowage.stats.output;

import java.util.ArrayList;
import java.util.List;

/**
 * Which of several alternatives has the smallest mean, all intervals holding together.
 *
 * <p>Every pair is compared at a level that leaves each its share of the risk (Bonferroni), so that
 * with the confidence asked for not one of the intervals misses, and the alternative that looks
 * best may be picked after looking.
 *
 * <p>Source: A. M. Law, Simulation Modeling and Analysis, 5th ed., section 10.3.2; J. C. Hsu,
 * Multiple Comparisons, 1996.
 *
 * @param best number of the alternative with the smallest mean, ties to the first
 * @param againstBest each alternative minus the best, in order; that of the best itself is 0
 * @param rivals the others that may be as good as the best: no significant difference, or one in
 *     favour of the other
 * @param level confidence level at which all hold together
 */
public record BestOf(int best, List<Difference> againstBest, List<Integer> rivals, double level) {
    public BestOf {
        againstBest = List.copyOf(againstBest);
        rivals = List.copyOf(rivals);
    }

    /** Compares two alternatives, given by number, at a confidence level. */
    @FunctionalInterface
    public interface Comparison {
        Difference compare(int first, int second, double level);
    }

    /**
     * Of at least two alternatives.
     *
     * @param means their means; a NaN or infinite one is never the best unless all are
     */
    public static BestOf of(double[] means, Comparison comparison, double level) {
        int best = 0;
        for (int i = 1; i < means.length; i++) {
            if (means[i] < means[best] || (Double.isNaN(means[best]) && !Double.isNaN(means[i]))) {
                best = i;
            }
        }
        double pairs = means.length * (means.length - 1) / 2.0;
        double each = 1 - (1 - level) / pairs;
        List<Difference> differences = new ArrayList<>();
        List<Integer> rivals = new ArrayList<>();
        for (int i = 0; i < means.length; i++) {
            if (i == best) {
                differences.add(comparison.compare(best, best, each));
                continue;
            }
            Difference difference = comparison.compare(i, best, each);
            differences.add(difference);
            if (!difference.isSignificant()) {
                rivals.add(i);
            }
        }
        return new BestOf(best, differences, rivals, level);
    }

    /** True if the best is better than every other one with the confidence asked for. */
    public boolean isDecided() {
        return rivals.isEmpty();
    }
}
