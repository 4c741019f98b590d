package dev.stowage.similarity;

import dev.stowage.stats.sample.RankCorrelation;
import java.util.List;
import java.util.Map;

/**
 * Jobs as rows, joint parameters as columns; NaN where a job has none.
 *
 * @param columns by parameter, all of the same length; a parameter that no job has is absent
 * @param rows number of rows
 * @param jobs of how many jobs the rows are a sample
 */
public record JobTable(Map<JointParameter, double[]> columns, int rows, long jobs) {
    /** Rows, at most. */
    public static final int MOST = 1 << 17;

    public JobTable {
        columns = Map.copyOf(columns);
    }

    /** True if some job has that parameter. */
    boolean has(JointParameter parameter) {
        return columns.containsKey(parameter);
    }

    /** Spearman's correlation of each parameter with each; NaN where it can't be told. */
    double[][] rankCorrelations(List<JointParameter> parameters) {
        int n = parameters.size();
        double[][] matrix = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                matrix[i][j] =
                        RankCorrelation.of(column(parameters.get(i)), column(parameters.get(j)));
                matrix[j][i] = matrix[i][j];
            }
        }
        return matrix;
    }

    private double[] column(JointParameter parameter) {
        return columns.getOrDefault(parameter, new double[rows]);
    }
}
