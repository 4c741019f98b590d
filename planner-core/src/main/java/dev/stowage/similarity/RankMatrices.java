package dev.stowage.similarity;

import org.jspecify.annotations.Nullable;

/**
 * Spearman's correlations between the joint parameters of jobs, on both sides; NaN where a side
 * can't tell.
 *
 * @param first by ordinals of {@link JointParameter}
 * @param second the same of the other side
 * @param noise what the correlations of two samples of so many jobs differ by in one case of
 *     twenty, if nothing is correlated; less where much is
 * @param largest the pair that differs most; null if no pair is known on both sides
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record RankMatrices(
        double[][] first, double[][] second, double noise, @Nullable Difference largest) {
    private static final double FIVE_PERCENT = 1.959963984540054; // of a normal distribution

    /** How far the correlation of two parameters is apart. */
    public record Difference(JointParameter one, JointParameter other, double value) {}

    static RankMatrices of(JobTable first, JobTable second) {
        double[][] one = first.rankCorrelations();
        double[][] two = second.rankCorrelations();
        JointParameter[] parameters = JointParameter.values();
        Difference largest = null;
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < i; j++) {
                double apart = Math.abs(two[i][j] - one[i][j]);
                if (!Double.isNaN(apart) && (largest == null || apart > largest.value())) {
                    largest = new Difference(parameters[j], parameters[i], apart);
                }
            }
        }
        return new RankMatrices(one, two, noise(first.rows(), second.rows()), largest);
    }

    /** Of independent columns the variance of Spearman's coefficient is 1 / (n - 1). */
    private static double noise(int first, int second) {
        double variance = 1.0 / Math.max(1, first - 1) + 1.0 / Math.max(1, second - 1);
        return Math.min(2, FIVE_PERCENT * Math.sqrt(variance));
    }
}
