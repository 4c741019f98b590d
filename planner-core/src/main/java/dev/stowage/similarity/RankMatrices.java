package dev.stowage.similarity;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Spearman's correlations between the joint parameters of jobs, on both sides; NaN where a side
 * can't tell.
 *
 * @param parameters of both rows and columns: those that some job of a side has
 * @param first in the order of the parameters
 * @param second the same of the other side
 * @param noise what the correlations of two samples of so many jobs differ by in one case of
 *     twenty, if nothing is correlated; less where much is
 * @param largest the pair that differs most; null if no pair is known on both sides
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record RankMatrices(
        List<JointParameter> parameters,
        double[][] first,
        double[][] second,
        double noise,
        @Nullable Difference largest) {
    private static final double FIVE_PERCENT = 1.959963984540054; // of a normal distribution

    /** How far the correlation of two parameters is apart. */
    public record Difference(JointParameter one, JointParameter other, double value) {}

    public RankMatrices {
        parameters = List.copyOf(parameters);
    }

    static RankMatrices of(JobTable first, JobTable second) {
        List<JointParameter> parameters =
                Arrays.stream(JointParameter.values())
                        .filter(each -> first.has(each) || second.has(each))
                        .toList();
        double[][] one = first.rankCorrelations(parameters);
        double[][] two = second.rankCorrelations(parameters);
        Difference largest = null;
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < i; j++) {
                double apart = Math.abs(two[i][j] - one[i][j]);
                if (!Double.isNaN(apart) && (largest == null || apart > largest.value())) {
                    largest = new Difference(parameters.get(j), parameters.get(i), apart);
                }
            }
        }
        return new RankMatrices(parameters, one, two, noise(first.rows(), second.rows()), largest);
    }

    /** Of independent columns the variance of Spearman's coefficient is 1 / (n - 1). */
    private static double noise(int first, int second) {
        double variance = 1.0 / Math.max(1, first - 1) + 1.0 / Math.max(1, second - 1);
        return Math.min(2, FIVE_PERCENT * Math.sqrt(variance));
    }
}
