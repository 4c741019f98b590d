package dev.stowage.stats.likelihood;

import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Gamma;

/** Maximum likelihood of gamma and beta shapes from their sufficient statistics, by Newton. */
final class Moments {
    private static final int MAX_STEPS = 100;
    private static final double MAX_SHAPE = 1e9;
    private static final double MIN_SHAPE = 1e-6;

    private Moments() {}

    /**
     * The shape with {@code ln a - digamma(a) = gap}, where gap is the logarithm of the mean minus
     * the mean of the logarithm.
     *
     * <p>Source: Minka, Estimating a gamma distribution, 2002.
     */
    static double gammaShape(double gap) {
        if (!(gap > 0)) {
            return MAX_SHAPE;
        }
        double a = (3 - gap + Math.sqrt((gap - 3) * (gap - 3) + 24 * gap)) / (12 * gap);
        a = Math.min(MAX_SHAPE, Math.max(MIN_SHAPE, a));
        for (int i = 0; i < MAX_STEPS; i++) {
            double f = Math.log(a) - Gamma.digamma(a) - gap;
            double slope = (1 / a - Gamma.trigamma(a)) * a; // by ln a
            double next = a * Math.exp(Math.max(-2, Math.min(2, -f / slope)));
            next = Math.min(MAX_SHAPE, Math.max(MIN_SHAPE, next));
            boolean isDone = Math.abs(next - a) <= 1e-12 * a;
            a = next;
            if (isDone || a > 1e6) { // beyond, rounding is larger than what is left to gain
                break;
            }
        }
        return a;
    }

    /**
     * Both shapes of a beta distribution on [0, 1].
     *
     * @param meanLog mean of ln x
     * @param meanLogRest mean of ln(1 - x)
     * @param start first guess, both above 0
     */
    static double[] betaShapes(double meanLog, double meanLogRest, double[] start) {
        double a = clamp(start[0]);
        double b = clamp(start[1]);
        for (int i = 0; i < MAX_STEPS; i++) {
            double both = Gamma.digamma(a + b);
            double f = meanLog - Gamma.digamma(a) + both;
            double g = meanLogRest - Gamma.digamma(b) + both;
            double curvature = Gamma.trigamma(a + b);
            double h11 = curvature - Gamma.trigamma(a);
            double h22 = curvature - Gamma.trigamma(b);
            double determinant = h11 * h22 - curvature * curvature;
            double stepA = -(h22 * f - curvature * g) / determinant / a;
            double stepB = -(h11 * g - curvature * f) / determinant / b;
            if (!Double.isFinite(stepA) || !Double.isFinite(stepB)) {
                break;
            }
            a = clamp(a * Math.exp(Math.max(-1, Math.min(1, stepA))));
            b = clamp(b * Math.exp(Math.max(-1, Math.min(1, stepB))));
            if (Math.abs(stepA) + Math.abs(stepB) < 1e-10 || a + b > 1e7) {
                break;
            }
        }
        return new double[] {a, b};
    }

    /**
     * The common shape of a symmetric beta distribution on [0, 1]; {@code meanLogs} of ln x(1-x).
     */
    static double symmetricShape(double meanLogs, double start) {
        double a = clamp(start);
        for (int i = 0; i < MAX_STEPS; i++) {
            double f = meanLogs - 2 * Gamma.digamma(a) + 2 * Gamma.digamma(2 * a);
            double slope = 4 * Gamma.trigamma(2 * a) - 2 * Gamma.trigamma(a);
            double step = -f / slope / a;
            if (!Double.isFinite(step)) {
                break;
            }
            a = clamp(a * Math.exp(Math.max(-1, Math.min(1, step))));
            if (Math.abs(step) < 1e-10 || a > 1e7) {
                break;
            }
        }
        return a;
    }

    /** Logarithm of the beta function. */
    static double logBeta(double a, double b) {
        return Beta.logBeta(a, b);
    }

    private static double clamp(double shape) {
        return Math.min(MAX_SHAPE, Math.max(MIN_SHAPE, shape));
    }
}
