package dev.stowage.similarity;

import dev.stowage.stats.RankCorrelation;
import java.util.Map;

/**
 * Jobs as rows, joint parameters as columns; NaN where a job has none.
 *
 * @param columns of every {@link JointParameter}, all of the same length
 * @param rows number of rows
 * @param jobs of how many jobs the rows are a sample
 */
public record JobTable(Map<JointParameter, double[]> columns, int rows, long jobs) {
    /** Rows, at most. */
    public static final int MOST = 1 << 17;

    public JobTable {
        columns = Map.copyOf(columns);
    }

    /** Spearman's correlation of each parameter with each; NaN where it can't be told. */
    public double[][] rankCorrelations() {
        JointParameter[] parameters = JointParameter.values();
        int n = parameters.length;
        double[][] matrix = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                matrix[i][j] = RankCorrelation.of(column(parameters[i]), column(parameters[j]));
                matrix[j][i] = matrix[i][j];
            }
        }
        return matrix;
    }

    private double[] column(JointParameter parameter) {
        return columns.getOrDefault(parameter, new double[rows]);
    }
}
