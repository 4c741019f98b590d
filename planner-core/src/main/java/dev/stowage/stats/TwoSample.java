package dev.stowage.stats;

import dev.stowage.basis.Check;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Sketch;
import dev.stowage.stats.sample.Support;

/**
 * How far two samples of one quantity are apart.
 *
 * @param ks Kolmogorov-Smirnov distance, the largest difference of the distribution functions, in
 *     [0, 1]
 * @param pValue how often two samples of these sizes from one distribution are at least as far
 *     apart, by the limiting distribution and as if values were independent; too large for samples
 *     with many equal values
 * @param noise the distance that such two samples exceed in 5 % of the cases
 * @param wasserstein Wasserstein-1 distance over the standard deviation of the first sample; NaN if
 *     that is 0 and the samples differ
 * @param similarity 1 minus the distance of the histograms, on the bins of the first sample
 */
public record TwoSample(
        double ks, double pValue, double noise, double wasserstein, double similarity) {
    /** What sqrt(n m / (n + m)) D exceeds in 5 % of the cases, in the limit. */
    private static final double FIVE_PERCENT = 1.3580986393225505;

    private static final int TERMS = 100;
    private static final double MANTISSA = 52;

    /**
     * Compares two samples, neither of them empty. O(size of both).
     *
     * @param relativeResolution the coarser of the two, as {@link Sketch#relativeResolution}: what
     *     may have been merged is compared as one, so that merging alone makes no difference
     */
    public static TwoSample of(Sample a, Sample b, Support support, double relativeResolution) {
        Check.positive("count", a.count());
        Check.positive("count", b.count());
        double ks = kolmogorovSmirnov(a, b, level(relativeResolution));
        double scale = Math.sqrt((double) a.count() / (a.count() + b.count()) * b.count());
        double similarity =
                a.size() < 2
                        ? similarityToConstant(a, b)
                        : 1 - Histogram.of(a, support).distance(b);
        return new TwoSample(
                ks, survival(ks * scale), FIVE_PERCENT / scale, wasserstein(a, b), similarity);
    }

    private static int level(double relativeResolution) {
        return relativeResolution == 0
                ? 0
                : (int) (Math.getExponent(relativeResolution) + MANTISSA);
    }

    private static double kolmogorovSmirnov(Sample a, Sample b, int level) {
        double largest = 0;
        double belowA = 0;
        double belowB = 0;
        int i = 0;
        int j = 0;
        while (i < a.size() && j < b.size()) {
            long key = Math.min(key(a.value(i), level), key(b.value(j), level));
            while (i < a.size() && key(a.value(i), level) == key) {
                belowA += a.weight(i++);
            }
            while (j < b.size() && key(b.value(j), level) == key) {
                belowB += b.weight(j++);
            }
            largest = Math.max(largest, Math.abs(belowA / a.count() - belowB / b.count()));
        }
        return largest;
    }

    private static long key(double x, int level) {
        return Sketch.ordered(x) >> level;
    }

    /** The area between the two distribution functions, over the deviation of the first sample. */
    private static double wasserstein(Sample a, Sample b) {
        double area = 0;
        double belowA = 0;
        double belowB = 0;
        int i = 0;
        int j = 0;
        double last = Math.min(a.min(), b.min());
        while (i < a.size() || j < b.size()) {
            boolean isA = j == b.size() || (i < a.size() && a.value(i) <= b.value(j));
            double x = isA ? a.value(i) : b.value(j);
            area += Math.abs(belowA / a.count() - belowB / b.count()) * (x - last);
            last = x;
            if (isA) {
                belowA += a.weight(i++);
            } else {
                belowB += b.weight(j++);
            }
        }
        return area == 0 ? 0 : a.size() < 2 ? Double.NaN : area / a.standardDeviation();
    }

    /** One bin that holds the constant, one for all the rest. */
    private static double similarityToConstant(Sample a, Sample b) {
        double same = 0;
        for (int i = 0; i < b.size(); i++) {
            same += b.value(i) == a.min() ? b.weight(i) / b.count() : 0;
        }
        double other = 1 - same;
        return 1 - Math.sqrt(2) * other / (1 + Math.sqrt(same * same + other * other));
    }

    /**
     * Probability that the limiting Kolmogorov variable exceeds {@code t}.
     *
     * <p>Source: Smirnov, Table for estimating the goodness of fit of empirical distributions,
     * Annals of Mathematical Statistics 19(2), 1948; by theta inversion for small t.
     */
    static double survival(double t) {
        if (t < 0.2) {
            return 1; // to within 1e-12
        }
        double sum = 0;
        for (int k = 1; k <= TERMS; k++) {
            double term = Math.exp(-2.0 * k * k * t * t);
            sum += k % 2 == 1 ? term : -term;
            if (term < 1e-18) {
                break;
            }
        }
        return Math.min(1, Math.max(0, 2 * sum));
    }
}
