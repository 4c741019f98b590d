package dev.stowage.workload.prototype;

import java.util.random.RandomGenerator;

/**
 * How much more or less one window asks for than the one before it: the logarithm of the ratio of
 * their work is zero in the middle, and its variance is extrapolated from shorter spans of the one
 * window that was recorded.
 *
 * <p>Of spans of 1, 2, 4, … blocks, up to half of the window, the mean square of the logarithm of
 * the ratio of neighbours (an Allan variance) falls as a power of their length: by one for
 * independent blocks, by less where busy times persist. The power is fitted by least squares over
 * the logarithms, weighted by the number of disjoint pairs. Source of the aggregated variance:
 * Taqqu, Teverovsky, Willinger, "Estimators for long-range dependence", Fractals 3(4), 1995; of the
 * Allan variance: Allan, Proc. IEEE 54(2), 1966.
 *
 * @param variance of the logarithm of the ratio of two windows, beyond what resampling blocks gives
 */
public record WindowLevel(double variance) {
    /** A few spans tell the variance: a draw is Student's t with so many degrees of freedom. */
    private static final int DEGREES = 4;

    /** No window is drawn with more than this times the work, or less than one over it. */
    private static final double MOST = Math.log(4);

    /** From the work of successive blocks; those without any are joined to the next. */
    public static WindowLevel of(double[] blocks) {
        double[] logLength = new double[32];
        double[] logVariance = new double[32];
        double[] pairs = new double[32];
        int scales = 0;
        for (int span = 1; 2 * span <= blocks.length; span *= 2) {
            double variance = variance(blocks, span);
            if (variance > 0) {
                logLength[scales] = Math.log(span);
                logVariance[scales] = Math.log(variance);
                pairs[scales++] = Math.max(1, blocks.length / span - 1);
            }
        }
        if (scales == 0) {
            return new WindowLevel(0);
        }
        double ofWindow =
                Math.exp(at(Math.log(blocks.length), logLength, logVariance, pairs, scales));
        double ofResampling = Math.exp(logVariance[0]) / 2 / blocks.length;
        return new WindowLevel(Math.max(0, ofWindow - ofResampling));
    }

    /** Mean square of the logarithm of the ratio of neighbouring spans. */
    private static double variance(double[] blocks, int span) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i + 2 * span <= blocks.length; i++) {
            double one = sum(blocks, i, span);
            double two = sum(blocks, i + span, span);
            if (one > 0 && two > 0) {
                sum += Math.log(two / one) * Math.log(two / one);
                count++;
            }
        }
        return count == 0 ? 0 : sum / count;
    }

    private static double sum(double[] blocks, int from, int count) {
        double sum = 0;
        for (int i = from; i < from + count; i++) {
            sum += blocks[i];
        }
        return sum;
    }

    /** The line at a place; its slope is -1 (independent blocks) to 1 (a random walk). */
    private static double at(double x, double[] xs, double[] ys, double[] weights, int n) {
        double weight = 0;
        double meanX = 0;
        double meanY = 0;
        for (int i = 0; i < n; i++) {
            weight += weights[i];
            meanX += weights[i] * xs[i];
            meanY += weights[i] * ys[i];
        }
        meanX /= weight;
        meanY /= weight;
        double products = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            products += weights[i] * (xs[i] - meanX) * (ys[i] - meanY);
            squares += weights[i] * (xs[i] - meanX) * (xs[i] - meanX);
        }
        double slope = squares > 0 ? Math.max(-1, Math.min(1, products / squares)) : 0;
        return meanY + slope * (x - meanX);
    }

    /** The factor of one window. */
    public double draw(RandomGenerator random) {
        double normal = random.nextGaussian();
        double squares = 0;
        for (int i = 0; i < DEGREES; i++) {
            double one = random.nextGaussian();
            squares += one * one;
        }
        double student = normal / Math.sqrt(squares / DEGREES);
        return Math.exp(Math.max(-MOST, Math.min(MOST, student * Math.sqrt(variance))));
    }
}
