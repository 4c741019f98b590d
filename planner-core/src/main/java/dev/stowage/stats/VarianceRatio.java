package dev.stowage.stats;

import dev.stowage.basis.Check;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The F-test of two variances. It assumes independent values of normal distributions; of heavier
 * tails it rejects more often than it says.
 *
 * @param statistic variance of the first sample over that of the second; NaN if both are 0
 * @param pValue how often two samples of one normal distribution have a ratio at least as far from
 *     1, either way; 1 if both variances are 0, and 0 if one is
 */
public record VarianceRatio(double statistic, double pValue) {
    /** Compares two samples of at least two values each. */
    public static VarianceRatio of(double[] a, double[] b) {
        Check.positive("a.length - 1", a.length - 1);
        Check.positive("b.length - 1", b.length - 1);
        double first = StatUtils.variance(a);
        double second = StatUtils.variance(b);
        if (first == 0 || second == 0) {
            return new VarianceRatio(first / second, first == second ? 1 : 0);
        }
        double ratio = first / second;
        FDistribution known = FDistribution.of(a.length - 1, b.length - 1);
        double below = known.cumulativeProbability(ratio);
        double above = known.survivalProbability(ratio);
        return new VarianceRatio(ratio, Math.min(1, 2 * Math.min(below, above)));
    }
}
