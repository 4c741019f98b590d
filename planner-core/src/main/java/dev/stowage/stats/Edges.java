package dev.stowage.stats;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.analysis.MultivariateFunction;
import org.jspecify.annotations.Nullable;

/**
 * Families that are a beta distribution in disguise: given both edges of the interval (beta, R), or
 * the threshold and the scale (F), the shapes have a concave likelihood.
 */
final class Edges {
    private Edges() {}

    /** The best member with these edges, and its mean log-likelihood. */
    private record At(double a, double b, double value) {}

    static Estimate onInterval(Family family, Sample z, double pad) {
        boolean isSymmetric = family == Family.R;
        MultivariateFunction function =
                u ->
                        interval(z, z.min() - gap(u[0], pad), z.max() + gap(u[1], pad), isSymmetric)
                                .value();
        Optimum.Found found = Optimum.inSpace(function, starts(pad), 1.0);
        if (!found.isFinite()) {
            return Estimate.failed("the likelihood is nowhere finite");
        }
        double low = z.min() - gap(found.point()[0], pad);
        double high = z.max() + gap(found.point()[1], pad);
        At best = interval(z, low, high, isSymmetric);
        Parametric density =
                isSymmetric
                        ? Parametric.of(
                                family,
                                List.of(2 * best.a()),
                                0.5 * (low + high),
                                0.5 * (high - low))
                        : Parametric.of(family, List.of(best.a(), best.b()), low, high - low);
        return new Estimate(density, found.isConverged(), note(found, pad));
    }

    /** The beta distribution whose edges are given; null if the points lie too close to them. */
    static @Nullable Parametric betweenGiven(Sample sample, double low, double high) {
        if (!(low < sample.min() && sample.max() < high)) {
            return null;
        }
        At best = interval(sample, low, high, false);
        return Double.isFinite(best.value())
                ? Parametric.of(Family.BETA, List.of(best.a(), best.b()), low, high - low)
                : null;
    }

    /** With {@code y = x - location}, {@code y / (s + y)} is beta distributed. */
    static Estimate ratio(Sample z, double pad) {
        MultivariateFunction function =
                u -> ratio(z, z.min() - gap(u[0], pad), Math.exp(clamp(u[1], 20))).value();
        Optimum.Found found = Optimum.inSpace(function, starts(pad), 1.0);
        if (!found.isFinite()) {
            return Estimate.failed("the likelihood is nowhere finite");
        }
        double low = z.min() - gap(found.point()[0], pad);
        double scale = Math.exp(clamp(found.point()[1], 20));
        At best = ratio(z, low, scale);
        Parametric density =
                Parametric.of(
                        Family.F,
                        List.of(2 * best.a(), 2 * best.b()),
                        low,
                        scale * best.a() / best.b());
        return new Estimate(density, found.isConverged(), note(found, pad));
    }

    private static String note(Optimum.Found found, double pad) {
        return Thresholds.note(clampedLog(found.point()[0], pad), Math.log(pad));
    }

    private static double clampedLog(double u, double pad) {
        return Math.log(gap(u, pad));
    }

    private static double gap(double u, double pad) {
        return Math.min(Thresholds.FAR, Math.max(pad, Math.exp(u)));
    }

    private static double clamp(double u, double bound) {
        return Math.min(bound, Math.max(-bound, u));
    }

    private static double[][] starts(double pad) {
        List<double[]> starts = new ArrayList<>();
        double[] gaps = {Math.log(pad) + 0.5, 0.5 * Math.log(pad), -4, -2, 0, 2, 4};
        for (double first : gaps) {
            for (double second : gaps) {
                starts.add(new double[] {first, second});
            }
        }
        return starts.toArray(double[][]::new);
    }

    private static At interval(Sample z, double low, double high, boolean isSymmetric) {
        double width = high - low;
        double logs = 0;
        double logRests = 0;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < z.size(); i++) {
            double t = (z.value(i) - low) / width;
            double w = z.weight(i);
            logs += w * Math.log(t);
            logRests += w * Math.log((high - z.value(i)) / width);
            sum += w * t;
            squares += w * t * t;
        }
        double n = z.count();
        At shapes =
                isSymmetric
                        ? symmetric(logs / n, logRests / n, sum / n, squares / n)
                        : skewed(logs / n, logRests / n, sum / n, squares / n);
        return new At(shapes.a(), shapes.b(), shapes.value() - Math.log(width));
    }

    private static At ratio(Sample z, double low, double scale) {
        double logs = 0;
        double logRests = 0;
        double sum = 0;
        double squares = 0;
        double jacobian = 0;
        for (int i = 0; i < z.size(); i++) {
            double y = z.value(i) - low;
            double w = z.weight(i);
            double t = y / (scale + y);
            double logY = Math.log(y);
            double logSum = Math.log(scale + y);
            logs += w * (logY - logSum);
            logRests -= w * logSum;
            jacobian -= w * 2 * logSum;
            sum += w * t;
            squares += w * t * t;
        }
        double n = z.count();
        double logScale = Math.log(scale);
        At shapes = skewed(logs / n, logRests / n + logScale, sum / n, squares / n);
        return new At(shapes.a(), shapes.b(), shapes.value() + jacobian / n + logScale);
    }

    private static At skewed(double meanLog, double meanLogRest, double mean, double square) {
        double variance = Math.max(1e-18, square - mean * mean);
        double strength = Math.max(1e-3, mean * (1 - mean) / variance - 1);
        double[] start = {mean * strength, (1 - mean) * strength};
        double[] ab = Moments.betaShapes(meanLog, meanLogRest, start);
        double value =
                (ab[0] - 1) * meanLog + (ab[1] - 1) * meanLogRest - Moments.logBeta(ab[0], ab[1]);
        return new At(ab[0], ab[1], value);
    }

    private static At symmetric(double meanLog, double meanLogRest, double mean, double square) {
        double variance = Math.max(1e-18, square - mean * mean);
        double start = Math.max(1e-3, 0.5 * (mean * (1 - mean) / variance - 1));
        double a = Moments.symmetricShape(meanLog + meanLogRest, start);
        double value = (a - 1) * (meanLog + meanLogRest) - Moments.logBeta(a, a);
        return new At(a, a, value);
    }
}
