package dev.stowage.forecast.ets;

/** Damped normal equations of a least-squares problem, by Cholesky's decomposition. */
final class Damped {
    private static final double LEAST = 1e-12;

    private Damped() {}

    /**
     * The step that the gradient asks for.
     *
     * @param normal symmetric; a row of zeros is a coordinate that stays
     * @param damping share by which each diagonal element is larger
     */
    static double[] solved(double[][] normal, double[] gradient, double damping) {
        double[][] lower = lower(normal, damping);
        double[] step = gradient.clone();
        for (int i = 0; i < step.length; i++) {
            for (int j = 0; j < i; j++) {
                step[i] -= lower[i][j] * step[j];
            }
            step[i] = lower[i][i] > 0 ? step[i] / lower[i][i] : 0;
        }
        return back(lower, step);
    }

    /**
     * A draw of what has a matrix as the inverse of its covariance, from independent deviations.
     */
    static double[] drawn(double[][] normal, double[] deviations) {
        return back(lower(normal, LEAST), deviations);
    }

    private static double[][] lower(double[][] normal, double damping) {
        double[][] lower = new double[normal.length][normal.length];
        for (int i = 0; i < normal.length; i++) {
            for (int j = 0; j < i; j++) {
                lower[i][j] =
                        lower[j][j] > 0 ? reduced(normal[i][j], lower, i, j) / lower[j][j] : 0;
            }
            double own = normal[i][i] * (1 + damping);
            double left = reduced(own, lower, i, i);
            lower[i][i] = left > LEAST * own ? Math.sqrt(left) : 0;
        }
        return lower;
    }

    private static double[] back(double[][] lower, double[] right) {
        double[] solved = right.clone();
        for (int i = solved.length - 1; i >= 0; i--) {
            for (int j = i + 1; j < solved.length; j++) {
                solved[i] -= lower[j][i] * solved[j];
            }
            solved[i] = lower[i][i] > 0 ? solved[i] / lower[i][i] : 0;
        }
        return solved;
    }

    private static double reduced(double value, double[][] lower, int row, int column) {
        double sum = value;
        for (int k = 0; k < column; k++) {
            sum -= lower[row][k] * lower[column][k];
        }
        return sum;
    }
}
