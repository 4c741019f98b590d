package dev.stowage.stats.likelihood;

import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.sample.Sample;
import java.util.List;
import org.apache.commons.math3.special.Gamma;

/**
 * Families on a half line. Given the threshold, the shape and the scale follow from means of powers
 * and logarithms, so the likelihood is a function of the threshold alone.
 */
final class Thresholds {
    /** How far below the least observation the threshold may lie, in standard deviations. */
    static final double FAR = 1e3;

    private static final int GRID = 40;

    private Thresholds() {}

    static Estimate fit(Family family, Sample z, double pad) {
        double low = Math.log(pad);
        Optimum.Found found =
                Optimum.onLine(u -> at(family, z, Math.exp(u)).value(), low, Math.log(FAR), GRID);
        if (!found.isFinite()) {
            return Estimate.failed("the likelihood is nowhere finite");
        }
        double u = found.point()[0];
        At best = at(family, z, Math.exp(u));
        Parametric density =
                family.shapeNames().isEmpty()
                        ? Parametric.of(family, List.of(), best.location(), best.scale())
                        : Parametric.of(
                                family, List.of(best.shape()), best.location(), best.scale());
        return new Estimate(density, found.isConverged(), note(u, low));
    }

    /** What to say of an edge at {@code exp(u)} from the extreme. */
    static String note(double u, double low) {
        if (u - low < 1e-6) {
            return "the edge of the support is at its bound next to the data";
        }
        if (Math.log(FAR) - u < 1e-6) {
            return "the edge of the support is at its bound far from the data";
        }
        return "";
    }

    /** The best member with this threshold, and its mean log-likelihood. */
    private record At(double shape, double location, double scale, double value) {}

    private static At at(Family family, Sample z, double gap) {
        double location = z.min() - gap;
        double sum = 0;
        double squares = 0;
        double logs = 0;
        double logSquares = 0;
        for (int i = 0; i < z.size(); i++) {
            double y = z.value(i) - location;
            double w = z.weight(i);
            double log = Math.log(y);
            sum += w * y;
            squares += w * y * y;
            logs += w * log;
            logSquares += w * log * log;
        }
        double n = z.count();
        double meanLog = logs / n;
        return switch (family) {
            case LOG_NORMAL -> {
                double sigma = Math.sqrt(Math.max(1e-300, logSquares / n - meanLog * meanLog));
                double value = -Math.log(sigma) - 0.5 * Math.log(2 * Math.PI) - 0.5 - meanLog;
                yield new At(sigma, location, Math.exp(meanLog), value);
            }
            case CHI -> {
                double mean = squares / n;
                double a = Moments.gammaShape(Math.log(mean) - 2 * meanLog);
                double value = gammaValue(a, mean, 2 * meanLog) + Math.log(2) + meanLog;
                yield new At(2 * a, location, Math.sqrt(0.5 * mean / a), value);
            }
            case GAMMA, CHI_SQUARED -> {
                double mean = sum / n;
                double a = Moments.gammaShape(Math.log(mean) - meanLog);
                double value = gammaValue(a, mean, meanLog);
                yield family == Family.GAMMA
                        ? new At(a, location, mean / a, value)
                        : new At(2 * a, location, 0.5 * mean / a, value);
            }
            default -> throw new IllegalArgumentException(family + " has no threshold");
        };
    }

    private static double gammaValue(double a, double mean, double meanLog) {
        return (a - 1) * meanLog - a - a * Math.log(mean / a) - Gamma.logGamma(a);
    }
}
