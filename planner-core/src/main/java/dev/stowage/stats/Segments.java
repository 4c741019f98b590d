package dev.stowage.stats;

import dev.stowage.stats.sample.Sample;
import org.apache.commons.math3.special.Erf;

/**
 * How well a segment of a sample is described by the best of four simple densities: uniform,
 * exponential (either way), normal and, for positive values, log-normal, each cut to the segment.
 * O(1) a segment, from running sums.
 */
final class Segments {
    private final double origin;
    private final boolean isPositive;
    private final double[] weights;
    private final double[] sums;
    private final double[] squares;
    private final double[] logs;
    private final double[] logSquares;

    Segments(Sample sample) {
        int n = sample.size();
        origin = sample.quantile(0.5);
        isPositive = sample.min() > 0;
        weights = new double[n + 1];
        sums = new double[n + 1];
        squares = new double[n + 1];
        logs = new double[n + 1];
        logSquares = new double[n + 1];
        for (int i = 0; i < n; i++) {
            double w = sample.weight(i);
            double x = sample.value(i) - origin;
            double log = isPositive ? Math.log(sample.value(i)) : 0;
            weights[i + 1] = weights[i] + w;
            sums[i + 1] = sums[i] + w * x;
            squares[i + 1] = squares[i] + w * x * x;
            logs[i + 1] = logs[i] + w * log;
            logSquares[i + 1] = logSquares[i] + w * log * log;
        }
    }

    /**
     * Least negative log-likelihood of the points from {@code first} to before {@code end} between
     * two edges, their share of all points included.
     */
    double cost(int first, int end, double low, double high) {
        double n = weights[end] - weights[first];
        double mean = (sums[end] - sums[first]) / n;
        double variance = Math.max(1e-300, (squares[end] - squares[first]) / n - mean * mean);
        double width = high - low;
        double toLow = Math.max(1e-9 * width, mean - (low - origin));
        double toHigh = Math.max(1e-9 * width, high - origin - mean);
        double best = Math.log(width);
        best = Math.min(best, exponential(toLow, width));
        best = Math.min(best, exponential(toHigh, width));
        best = Math.min(best, normal(mean, variance, low - origin, high - origin));
        if (isPositive && low > 0) {
            double meanLog = (logs[end] - logs[first]) / n;
            double logVariance =
                    Math.max(1e-300, (logSquares[end] - logSquares[first]) / n - meanLog * meanLog);
            best =
                    Math.min(
                            best,
                            meanLog + normal(meanLog, logVariance, Math.log(low), Math.log(high)));
        }
        double share = n / weights[weights.length - 1];
        return n * (best - Math.log(share));
    }

    private static double exponential(double mean, double width) {
        return Math.log(mean) + 1 + Math.log(-Math.expm1(-width / mean));
    }

    private static double normal(double mean, double variance, double low, double high) {
        double deviation = Math.sqrt(variance);
        double root = deviation * Math.sqrt(2);
        double inside = 0.5 * Erf.erf((low - mean) / root, (high - mean) / root);
        return 0.5 * Math.log(2 * Math.PI) + Math.log(deviation) + 0.5 + Math.log(inside);
    }
}
