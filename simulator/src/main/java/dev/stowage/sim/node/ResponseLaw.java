package dev.stowage.sim.node;

import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * The response time without load, and its sum with a wait that is 0 or exponential.
 *
 * <p>A point stands for a response of which only the percentile is known: the percentile of the sum
 * is then that of the wait more. Otherwise a gamma distribution, as 200 equally likely values.
 */
final class ResponseLaw {
    private static final int CELLS = 256;
    private static final double SHARE = 1 - Math.pow(1e-5, 1.0 / CELLS);
    private static final int STEPS = 50;

    private final double[] values;
    private final double atPercentile;
    private final double rest;

    private final double scv;
    private final double ofUnit;

    private ResponseLaw(
            double[] values, double atPercentile, double rest, double scv, double ofUnit) {
        this.scv = scv;
        this.ofUnit = ofUnit;
        this.values = values;
        this.atPercentile = atPercentile;
        this.rest = rest;
    }

    /**
     * The law whose percentile {@code q} is given.
     *
     * @param scv squared coefficient of variation; 0 for a point
     */
    static ResponseLaw of(double seconds, double scv, double q) {
        if (scv == 0) {
            return new ResponseLaw(new double[] {seconds}, seconds, 1 - q, 0, 1);
        }
        GammaDistribution gamma = GammaDistribution.of(1 / scv, scv);
        double ofUnit = gamma.inverseCumulativeProbability(q);
        double mean = seconds / ofUnit;
        double[] values = new double[CELLS];
        double above = 1;
        for (int i = 0; i < CELLS; i++) {
            values[i] = mean * gamma.inverseSurvivalProbability(above * (1 - SHARE / 2));
            above *= 1 - SHARE;
        }
        return new ResponseLaw(values, seconds, 1 - q, scv, ofUnit);
    }

    /** True if only the percentile is known. */
    boolean isPoint() {
        return values.length == 1;
    }

    /** Its squared coefficient of variation. */
    double scv() {
        return scv;
    }

    /** The percentile of the same law with mean 1. */
    double percentileOfUnit() {
        return ofUnit;
    }

    /** The percentile without load. */
    double percentile() {
        return atPercentile;
    }

    /**
     * The percentile of {@code factor} times the response and a wait that is above t with
     * probability {@code exp(logAtom - t / scale)}; not of a point.
     */
    double withWait(double factor, double logAtom, double scale) {
        double low = 0;
        double high =
                factor * values[values.length - 1] + scale * (logAtom - Math.log(rest) + 5) + 1e-9;
        for (int step = 0; step < STEPS; step++) {
            double middle = (low + high) / 2;
            if (exceeds(middle, factor, logAtom, scale) > rest) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private double exceeds(double time, double factor, double logAtom, double scale) {
        double sum = 0;
        double above = 1;
        for (double value : values) {
            double left = time - factor * value;
            double exceeds =
                    left < 0 ? 1 : scale <= 0 ? 0 : Math.exp(Math.min(0, logAtom) - left / scale);
            sum += above * SHARE * exceeds;
            above *= 1 - SHARE;
        }
        return sum + above;
    }
}
