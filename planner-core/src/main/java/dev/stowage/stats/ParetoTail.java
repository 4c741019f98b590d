package dev.stowage.stats;

import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.GeneralisedPareto;
import dev.stowage.stats.density.Piecewise;
import dev.stowage.stats.likelihood.Optimum;
import dev.stowage.stats.sample.Sample;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body up to a high threshold with a generalised Pareto tail above it. The threshold is the one
 * of a few high quantiles above which the tail fits best.
 *
 * <p>Source of the threshold: Clauset, Shalizi, Newman, Power-law distributions in empirical data,
 * SIAM Review 51(4), 2009, section 3.3 (least Kolmogorov-Smirnov distance); of the likelihood in
 * one dimension: Grimshaw, Computing maximum likelihood estimates for the generalized Pareto
 * distribution, Technometrics 35(2), 1993.
 */
final class ParetoTail {
    private static final double[] THRESHOLDS = {0.8, 0.9, 0.95, 0.975, 0.99};
    private static final int MIN_EXCEEDANCES = 50;
    private static final int MIN_POINTS = 10;
    private static final int GRID = 48;

    private ParetoTail() {}

    /** A tail, and how far it is from what exceeds its threshold. */
    private record Tail(GeneralisedPareto density, double share, double ks) {}

    /**
     * The splice, or null where no threshold leaves enough observations above it, or nothing of the
     * body below.
     */
    static @Nullable Piecewise splice(Sample sample, Density body) {
        Tail best = null;
        for (double p : THRESHOLDS) {
            Tail tail = tail(sample, sample.quantile(p));
            if (tail != null && (best == null || tail.ks() < best.ks())) {
                best = tail;
            }
        }
        if (best == null) {
            return null;
        }
        double threshold = best.density().threshold();
        if (!(body.cdfBelow(threshold) >= Piecewise.MIN_INSIDE)) {
            return null;
        }
        return Piecewise.of(
                List.of(
                        new Piecewise.Piece(
                                Double.NEGATIVE_INFINITY, threshold, 1 - best.share(), body),
                        new Piecewise.Piece(
                                threshold,
                                Double.POSITIVE_INFINITY,
                                best.share(),
                                best.density())));
    }

    private static @Nullable Tail tail(Sample sample, double quantile) {
        int first = 0;
        double below = 0;
        while (first < sample.size() && sample.value(first) <= quantile) {
            below += sample.weight(first++);
        }
        double above = sample.count() - below;
        if (first == 0 || above < MIN_EXCEEDANCES || sample.size() - first < MIN_POINTS) {
            return null;
        }
        double threshold = 0.5 * (sample.value(first - 1) + sample.value(first));
        GeneralisedPareto density = fit(sample, first, threshold, above);
        if (density == null) {
            return null;
        }
        return new Tail(density, above / sample.count(), ks(sample, first, above, density));
    }

    /**
     * With {@code theta = shape / scale} given, the shape is the mean of {@code ln(1 + theta y)}.
     */
    static @Nullable GeneralisedPareto fit(
            Sample sample, int first, double threshold, double above) {
        double largest = sample.max() - threshold;
        double mean = 0;
        for (int i = first; i < sample.size(); i++) {
            mean += sample.weight(i) / above * (sample.value(i) - threshold);
        }
        double unit = mean;
        // u > 0: theta = (e^u - 1) / mean; u < 0: theta towards -1 / largest
        Optimum.Found found =
                Optimum.onLine(
                        u -> profile(sample, first, threshold, above, theta(u, unit, largest)),
                        -6,
                        12,
                        GRID);
        double theta = theta(found.point()[0], unit, largest);
        double shape = shape(sample, first, threshold, above, theta);
        boolean isExponential = Math.abs(theta * unit) < 1e-7;
        double scale = isExponential ? mean : shape / theta;
        boolean isUsable = found.isFinite() && found.isConverged() && scale > 0;
        return isUsable && Double.isFinite(scale)
                ? new GeneralisedPareto(threshold, scale, isExponential ? 0 : shape)
                : null;
    }

    private static double theta(double u, double unit, double largest) {
        return u >= 0 ? Math.expm1(u) / unit : Math.expm1(u) / largest;
    }

    private static double shape(
            Sample sample, int first, double threshold, double above, double theta) {
        double sum = 0;
        for (int i = first; i < sample.size(); i++) {
            sum += sample.weight(i) * Math.log1p(theta * (sample.value(i) - threshold));
        }
        return sum / above;
    }

    /** Mean log-likelihood; shapes below -1/2 have no regular maximum and are left out. */
    private static double profile(
            Sample sample, int first, double threshold, double above, double theta) {
        double shape = shape(sample, first, threshold, above, theta);
        if (Math.abs(shape) < 1e-9) {
            double mean = 0;
            for (int i = first; i < sample.size(); i++) {
                mean += sample.weight(i) / above * (sample.value(i) - threshold);
            }
            return -Math.log(mean) - 1;
        }
        return shape < -0.5 ? Double.NaN : -Math.log(shape / theta) - shape - 1;
    }

    private static double ks(Sample sample, int first, double above, GeneralisedPareto density) {
        double largest = 0;
        double share = 0;
        for (int i = first; i < sample.size(); i++) {
            double cdf = density.cdf(sample.value(i));
            largest = Math.max(largest, Math.abs(cdf - share));
            share += sample.weight(i) / above;
            largest = Math.max(largest, Math.abs(cdf - share));
        }
        return largest;
    }
}
