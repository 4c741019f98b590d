package dev.stowage.tuning;

/**
 * A Gaussian process with mean 0 over points of the unit cube: kernel Matérn 5/2 with a length for
 * each dimension, and independent noise.
 *
 * <p>With {@code r^2 = sum ((a_i - b_i) / length_i)^2} the covariance is {@code variance (1 + sqrt5
 * r + 5 r^2 / 3) exp(-sqrt5 r)}. Making it costs O(n^3), a prediction O(n^2). Source: Rasmussen and
 * Williams, Gaussian Processes for Machine Learning, 2006, equations 2.25, 2.26, 2.30 and 4.17.
 */
final class GaussianProcess {
    private static final double ROOT5 = Math.sqrt(5);
    private static final double JITTER = 1e-12; // keeps equal points from a factor of 0

    private final double[][] points;
    private final double[] lengths;
    private final double variance;
    private final double[][] factor;
    private final double[] weights;
    private final double[] across;
    private final double logLikelihood;

    /**
     * Conditions on values.
     *
     * @param noise variance of a value, over {@code variance}
     * @param variance of the process; NaN for the most likely one
     */
    GaussianProcess(
            double[][] points, double[] values, double[] lengths, double noise, double variance) {
        this.points = points;
        this.lengths = lengths;
        int n = values.length;
        factor = new double[n][n];
        across = new double[n];
        double logDeterminant = 0;
        for (int row = 0; row < n; row++) {
            for (int column = 0; column <= row; column++) {
                double sum =
                        row == column
                                ? 1 + noise + JITTER
                                : correlation(points[row], points[column]);
                for (int k = 0; k < column; k++) {
                    sum -= factor[row][k] * factor[column][k];
                }
                factor[row][column] =
                        row == column
                                ? Math.sqrt(Math.max(sum, JITTER))
                                : sum / factor[column][column];
            }
            logDeterminant += 2 * Math.log(factor[row][row]);
        }
        double[] half = new double[n];
        forward(values, half);
        double squares = 0;
        for (double each : half) {
            squares += each * each;
        }
        this.variance = Double.isNaN(variance) ? Math.max(squares / n, 1e-300) : variance;
        weights = backward(half);
        logLikelihood =
                -0.5
                        * (squares / this.variance
                                + n * Math.log(2 * Math.PI * this.variance)
                                + logDeterminant);
    }

    private double correlation(double[] a, double[] b) {
        double squares = 0;
        for (int i = 0; i < lengths.length; i++) {
            double apart = (a[i] - b[i]) / lengths[i];
            squares += apart * apart;
        }
        double scaled = ROOT5 * Math.sqrt(squares);
        return (1 + scaled + scaled * scaled / 3) * Math.exp(-scaled);
    }

    private void forward(double[] values, double[] into) {
        for (int row = 0; row < into.length; row++) {
            double sum = values[row];
            double[] left = factor[row];
            for (int k = 0; k < row; k++) {
                sum -= left[k] * into[k];
            }
            into[row] = sum / left[row];
        }
    }

    private double[] backward(double[] half) {
        double[] solved = half.clone();
        for (int row = solved.length - 1; row >= 0; row--) {
            for (int k = row + 1; k < solved.length; k++) {
                solved[row] -= factor[k][row] * solved[k];
            }
            solved[row] /= factor[row][row];
        }
        return solved;
    }

    /** Logarithm of the marginal likelihood of the values. */
    double logLikelihood() {
        return logLikelihood;
    }

    /**
     * Mean and standard deviation of the process at a point, without noise, into {@code into}. Not
     * thread-safe.
     */
    void predict(double[] point, double[] into) {
        int n = points.length;
        double mean = 0;
        for (int i = 0; i < n; i++) {
            across[i] = correlation(point, points[i]);
            mean += across[i] * weights[i];
        }
        double explained = 0;
        for (int row = 0; row < n; row++) {
            double sum = across[row];
            double[] left = factor[row];
            for (int k = 0; k < row; k++) {
                sum -= left[k] * across[k];
            }
            across[row] = sum / left[row];
            explained += across[row] * across[row];
        }
        into[0] = mean;
        into[1] = Math.sqrt(variance * Math.max(0, 1 - explained));
    }
}
