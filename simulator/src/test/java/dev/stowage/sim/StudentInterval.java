package dev.stowage.sim;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of independent observations that are near normal, as means of long runs are, with
 * Student's interval.
 *
 * @param mean arithmetic mean
 * @param halfWidth half of the width of the interval
 */
record StudentInterval(double mean, double halfWidth) {
    static StudentInterval of(double[] observations, double level) {
        int n = observations.length;
        double mean = Arrays.stream(observations).average().orElseThrow();
        double squares = Arrays.stream(observations).map(x -> (x - mean) * (x - mean)).sum();
        double t = TDistribution.of(n - 1.0).inverseSurvivalProbability((1 - level) / 2);
        return new StudentInterval(mean, t * Math.sqrt(squares / (n - 1.0) / n));
    }

    double lower() {
        return mean - halfWidth;
    }

    double upper() {
        return mean + halfWidth;
    }
}
