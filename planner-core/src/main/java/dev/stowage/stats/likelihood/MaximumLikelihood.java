package dev.stowage.stats.likelihood;

import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.sample.Sample;
import java.util.List;
import org.apache.commons.math3.special.Gamma;

/**
 * Maximum likelihood for all families, with location and scale free.
 *
 * <p>Every problem is brought to one or two dimensions, because given the location (or the edges of
 * the support, or the scale) the rest has a closed form or a concave likelihood; only Student's t
 * needs three.
 *
 * <p>Where the likelihood has no maximum because it grows without limit as an edge of the support
 * nears an observation (gamma, chi, chi-squared, log-normal, beta, R, F), edges stay half the
 * resolution of the data away from the extremes; where it grows as the scale shrinks around a
 * frequent value (Student's t, Cauchy, Laplace), the scale is at least half the resolution.
 */
public final class MaximumLikelihood {
    private MaximumLikelihood() {}

    /** The most likely member of a family; the sample has at least two distinct values. */
    public static Estimate fit(Family family, Sample sample, double resolution) {
        if (family == Family.EXPONENTIAL) { // on the data as they are: its edge is the minimum
            double scale = sample.mean() - sample.min();
            return Estimate.found(Parametric.of(family, List.of(), sample.min(), scale), "");
        }
        double unit = sample.standardDeviation();
        double origin = sample.quantile(0.5);
        Sample z = sample.mapped(x -> (x - origin) / unit);
        double pad = Math.max(1e-12, 0.5 * resolution / unit);
        Estimate estimate = fitStandardised(family, z, pad);
        Parametric density = estimate.density();
        if (density == null) {
            return estimate;
        }
        double location = origin + unit * density.location();
        double scale = unit * density.scale();
        if (!Double.isFinite(location) || !(scale > 0) || Double.isInfinite(scale)) {
            return Estimate.failed("location or scale is out of the range of numbers");
        }
        Parametric moved = Parametric.of(family, density.shapes(), location, scale);
        return new Estimate(moved, estimate.isConverged(), estimate.note());
    }

    private static Estimate fitStandardised(Family family, Sample z, double pad) {
        return switch (family) {
            case NORMAL ->
                    Estimate.found(
                            Parametric.of(family, List.of(), z.mean(), z.standardDeviation()), "");
            case EXPONENTIAL -> throw new IllegalArgumentException("has a closed form");
            case LAPLACE -> laplace(z, pad);
            case CAUCHY -> HeavyTails.cauchy(z, pad);
            case STUDENT_T -> HeavyTails.studentT(z, pad);
            case GAMMA, CHI_SQUARED, CHI, LOG_NORMAL -> Thresholds.fit(family, z, pad);
            case LOG_GAMMA -> logGamma(z, pad);
            case BETA -> Edges.beta(z, pad);
            case R -> Edges.symmetric(z, pad);
            case F -> Edges.ratio(z, pad);
        };
    }

    private static Estimate laplace(Sample z, double pad) {
        double median = weightedMedian(z);
        double sum = 0;
        for (int i = 0; i < z.size(); i++) {
            sum += Math.abs(z.value(i) - median) * z.weight(i);
        }
        double scale = Math.max(pad, sum / z.count());
        return Estimate.found(Parametric.of(Family.LAPLACE, List.of(), median, scale), "");
    }

    private static double weightedMedian(Sample z) {
        double below = 0;
        int i = 0;
        while (below + z.weight(i) < 0.5 * z.count()) {
            below += z.weight(i++);
        }
        boolean isBetween = below + z.weight(i) == 0.5 * z.count() && i + 1 < z.size();
        return isBetween ? 0.5 * (z.value(i) + z.value(i + 1)) : z.value(i);
    }

    /** Given the scale s, exp(x / s) is gamma distributed. */
    private static Estimate logGamma(Sample z, double pad) {
        double low = Math.log(Math.max(pad, 1e-6));
        Optimum.Found found =
                Optimum.onLine(u -> logGammaAt(z, Math.exp(u)).value(), low, Math.log(1e3), 48);
        if (!found.isFinite()) {
            return Estimate.failed("the likelihood is nowhere finite");
        }
        LogGammaAt best = logGammaAt(z, Math.exp(found.point()[0]));
        Parametric density =
                Parametric.of(Family.LOG_GAMMA, List.of(best.c()), best.location(), best.scale());
        return new Estimate(density, found.isConverged(), "");
    }

    private record LogGammaAt(double c, double location, double scale, double value) {}

    private static LogGammaAt logGammaAt(Sample z, double scale) {
        double max = z.max();
        double sum = 0;
        for (int i = 0; i < z.size(); i++) {
            sum += Math.exp((z.value(i) - max) / scale) * z.weight(i);
        }
        double mean = sum / z.count();
        double meanLog = (z.mean() - max) / scale;
        double c = Moments.gammaShape(Math.log(mean) - meanLog);
        double theta = mean / c;
        double value = c * meanLog - c - c * Math.log(theta) - Gamma.logGamma(c) - Math.log(scale);
        return new LogGammaAt(c, max + scale * Math.log(theta), scale, value);
    }
}
