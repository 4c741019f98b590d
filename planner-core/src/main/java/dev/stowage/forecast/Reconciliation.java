package dev.stowage.forecast;

import java.util.List;

/**
 * Forecasts of parts and of their total that were made apart, brought together so that they add up:
 * each moves by its share of the difference, and the shares are as their variances (the minimum
 * trace reconciliation of Wickramasuriya, Athanasopoulos and Hyndman, J. Am. Stat. Assoc. 114(526),
 * 2019, for one total and a covariance of forecast errors that is diagonal). So nobody has to know
 * the covariances of thousands of series, and a part that is sure stays where it is.
 *
 * @param total what the total moves by, one a bucket
 * @param parts what each part moves by
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
record Reconciliation(double[] total, List<double[]> parts) {
    /**
     * Reconciles.
     *
     * @param total forecast of the total
     * @param variance of the total, at least 0
     * @param parts forecasts of the parts
     * @param variances of the parts
     */
    static Reconciliation of(
            double[] total, double[] variance, List<double[]> parts, List<double[]> variances) {
        int n = total.length;
        double[] moves = new double[n];
        List<double[]> partMoves = parts.stream().map(part -> new double[n]).toList();
        for (int h = 0; h < n; h++) {
            double sum = 0;
            double unsure = variance[h];
            for (int i = 0; i < parts.size(); i++) {
                sum += parts.get(i)[h];
                unsure += variances.get(i)[h];
            }
            double off = sum - total[h];
            moves[h] = unsure > 0 ? off * variance[h] / unsure : off;
            for (int i = 0; i < parts.size(); i++) {
                partMoves.get(i)[h] =
                        unsure > 0 ? (total[h] - sum) * variances.get(i)[h] / unsure : 0;
            }
        }
        return new Reconciliation(moves, partMoves);
    }
}
