package dev.stowage.stats.likelihood;

import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Families that are a beta distribution in disguise: given both edges of the interval (beta, R), or
 * the threshold and the scale (F), the shapes have a concave likelihood.
 */
public final class Edges {
    private Edges() {}

    /** The best member with these edges, and its mean log-likelihood. */
    private record At(double a, double b, double value) {}

    /** The beta distribution, over both edges of its interval. */
    static Estimate beta(Sample z, double pad) {
        Optimum.Found found =
                Optimum.inSpace(
                        points ->
                                u -> {
                                    double low = z.min() - gap(u[0], pad);
                                    double high = z.max() + gap(u[1], pad);
                                    return interval(points, low, high, false).value();
                                },
                        z,
                        starts(pad),
                        1.0);
        if (!found.isFinite()) {
            return Estimate.failed("the likelihood is nowhere finite");
        }
        double low = z.min() - gap(found.point()[0], pad);
        double high = z.max() + gap(found.point()[1], pad);
        At best = interval(z, low, high, false);
        Parametric density =
                Parametric.of(Family.BETA, List.of(best.a(), best.b()), low, high - low);
        return new Estimate(density, found.isConverged(), note(found.point()[0], pad));
    }

    /**
     * R, over its centre and how far its edges lie beyond the farther extreme: of skew data the
     * best is nearly normal around the mean, which both edges would have to reach together.
     */
    static Estimate symmetric(Sample z, double pad) {
        Optimum.Found found =
                Optimum.inSpace(
                        points -> u -> symmetric(points, u[0], half(z, u, pad)).value(),
                        z,
                        centred(z, pad),
                        1.0);
        if (!found.isFinite()) {
            return Estimate.failed("the likelihood is nowhere finite");
        }
        double centre = found.point()[0];
        double half = half(z, found.point(), pad);
        At best = symmetric(z, centre, half);
        Parametric density = Parametric.of(Family.R, List.of(2 * best.a()), centre, half);
        return new Estimate(density, found.isConverged(), note(found.point()[1], pad));
    }

    private static At symmetric(Sample points, double centre, double half) {
        return interval(points, centre - half, centre + half, true);
    }

    private static double half(Sample z, double[] u, double pad) {
        return Math.max(z.max() - u[0], u[0] - z.min()) + gap(u[1], pad);
    }

    private static double[][] centred(Sample z, double pad) {
        double[] centres = {z.mean(), z.quantile(0.5), 0.5 * (z.min() + z.max())};
        List<double[]> starts = new ArrayList<>();
        for (double centre : centres) {
            for (double gap : gaps(pad)) {
                starts.add(new double[] {centre, gap});
            }
        }
        return starts.toArray(double[][]::new);
    }

    /** The beta distribution whose edges are given; null if the points lie too close to them. */
    public static @Nullable Parametric betweenGiven(Sample sample, double low, double high) {
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
        Optimum.Found found =
                Optimum.inSpace(
                        points ->
                                u -> {
                                    double low = z.min() - gap(u[0], pad);
                                    return ratio(points, low, Math.exp(clamp(u[1], 20))).value();
                                },
                        z,
                        starts(pad),
                        1.0);
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
        return new Estimate(density, found.isConverged(), note(found.point()[0], pad));
    }

    private static String note(double u, double pad) {
        return Thresholds.note(Math.log(gap(u, pad)), Math.log(pad));
    }

    private static double gap(double u, double pad) {
        return Math.min(Thresholds.FAR, Math.max(pad, Math.exp(u)));
    }

    private static double clamp(double u, double bound) {
        return Math.min(bound, Math.max(-bound, u));
    }

    private static double[] gaps(double pad) {
        return new double[] {Math.log(pad) + 0.5, 0.5 * Math.log(pad), -4, -2, 0, 2, 4};
    }

    private static double[][] starts(double pad) {
        List<double[]> starts = new ArrayList<>();
        double[] gaps = gaps(pad);
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
                        ? symmetricAt(logs / n, logRests / n, sum / n, squares / n)
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

    private static At symmetricAt(double meanLog, double meanLogRest, double mean, double square) {
        double variance = Math.max(1e-18, square - mean * mean);
        double start = Math.max(1e-3, 0.5 * (mean * (1 - mean) / variance - 1));
        double a = Moments.symmetricShape(meanLog + meanLogRest, start);
        double value = (a - 1) * (meanLog + meanLogRest) - Moments.logBeta(a, a);
        return new At(a, a, value);
    }
}
