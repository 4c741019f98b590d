package dev.stowage.forecast.ets;

/**
 * The parameters that a form has as unbounded numbers, in the order alpha, beta, gamma, phi: each
 * is a logistic share of its range. Bounds: the usual region (beta below alpha, gamma below 1 -
 * alpha), damping from 0.8 to 0.98.
 */
record ParameterSpace(EtsForm form) {
    private static final double LEAST = 1e-4;
    private static final double LEAST_PHI = 0.8;
    private static final double MOST_PHI = 0.98;
    private static final double STEEPEST = 20;

    /** The point of shares of the ranges, of those that the form has. */
    double[] point(double alpha, double beta, double gamma, double phi) {
        double[] point = new double[form.smoothing()];
        int next = 0;
        point[next++] = logit(alpha);
        if (form.learnsSlope()) {
            point[next++] = logit(beta);
        }
        if (form.isSeasonal()) {
            point[next++] = logit(gamma);
        }
        if (form.trend() == Trend.DAMPED) {
            point[next] = logit(phi);
        }
        return point;
    }

    /** The point of parameters; those at a bound are taken to be close to it. */
    double[] point(EtsParameters parameters) {
        double alpha = parameters.alpha();
        return point(
                share(alpha, LEAST, 1 - LEAST),
                share(parameters.beta(), LEAST * alpha, alpha),
                share(parameters.gamma(), 0, 1 - alpha),
                share(parameters.phi(), LEAST_PHI, MOST_PHI));
    }

    /** The parameters of a point. */
    EtsParameters parameters(double[] point) {
        int next = 0;
        double alpha = within(point[next++], LEAST, 1 - LEAST);
        double beta = form.learnsSlope() ? within(point[next++], LEAST * alpha, alpha) : 0;
        double gamma = form.isSeasonal() ? within(point[next++], 0, 1 - alpha) : 0;
        double phi = form.trend() == Trend.DAMPED ? within(point[next], LEAST_PHI, MOST_PHI) : 1;
        return new EtsParameters(alpha, beta, gamma, phi);
    }

    /** Logarithm of the volume of parameters by that of points, but for a constant. */
    double logVolume(double[] point) {
        EtsParameters parameters = parameters(point);
        double sum = form.learnsSlope() ? Math.log(parameters.alpha()) : 0;
        sum += form.isSeasonal() ? Math.log1p(-parameters.alpha()) : 0;
        for (double each : point) {
            double size = Math.abs(each);
            sum -= size + 2 * Math.log1p(Math.exp(-size));
        }
        return sum;
    }

    private static double within(double point, double low, double high) {
        double bounded = Math.max(-STEEPEST, Math.min(STEEPEST, point));
        return low + (high - low) / (1 + Math.exp(-bounded));
    }

    private static double share(double value, double low, double high) {
        double share = (value - low) / (high - low);
        return Math.max(LEAST, Math.min(1 - LEAST, share));
    }

    private static double logit(double share) {
        return Math.log(share / (1 - share));
    }
}
