package dev.stowage.tuning;

import java.util.Arrays;

/**
 * The lengths and the noise of a {@link GaussianProcess} that explain values best: the marginal
 * likelihood times a prior of the lengths, by a pattern search over their logarithms. Source of the
 * search: Hooke and Jeeves, Journal of the ACM 8(2), 1961. The prior is lognormal (sqrt 2 + ln(d) /
 * 2, sqrt 3): Hvarfner, Hellsten and Nardi, International Conference on Machine Learning 2024, the
 * default of BoTorch since 0.12. The noise has none, so that values without noise are taken as
 * such.
 */
final class ProcessFit {
    private static final double LEAST_LENGTH = 0.01;
    private static final double MOST_LENGTH = 20;
    private static final double LEAST_NOISE = 1e-9;
    private static final double MOST_NOISE = 1;
    private static final double FIRST_STEP = 0.8;
    private static final double LAST_STEP = 0.02;

    private final double[][] points;
    private final double[] values;
    private final double mean;
    private final double scale;

    private ProcessFit(double[][] points, double[] values) {
        this.points = points;
        double sum = 0;
        for (double each : values) {
            sum += each;
        }
        mean = sum / values.length;
        double squares = 0;
        for (double each : values) {
            squares += (each - mean) * (each - mean);
        }
        scale = squares > 0 ? Math.sqrt(squares / values.length) : 1;
        this.values = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            this.values[i] = (values[i] - mean) / scale;
        }
    }

    /**
     * A process in the units of the values.
     *
     * @param process of the values less {@code mean} over {@code scale}
     * @param logs logarithms of the lengths, then of the noise
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, not compared
    record Fitted(GaussianProcess process, double mean, double scale, double[] logs) {}

    /**
     * The best of the ends of two searches.
     *
     * @param before where an earlier fit ended
     */
    static Fitted of(double[][] points, double[] values, double[] before) {
        ProcessFit fit = new ProcessFit(points, values);
        double[] usual = usual(points[0].length);
        double[] first = fit.search(before.clone());
        double[] second = fit.search(usual);
        double[] best = fit.posterior(second) > fit.posterior(first) ? second : first;
        return new Fitted(fit.process(best), fit.mean, fit.scale, best);
    }

    /** Where a first fit starts: lengths of 0.3, noise of 1e-6. */
    static double[] usual(int dimensions) {
        double[] logs = new double[dimensions + 1];
        Arrays.fill(logs, Math.log(0.3));
        logs[dimensions] = Math.log(1e-6);
        return logs;
    }

    private GaussianProcess process(double[] logs) {
        int dimensions = logs.length - 1;
        double[] lengths = new double[dimensions];
        for (int i = 0; i < dimensions; i++) {
            lengths[i] = Math.exp(logs[i]);
        }
        return new GaussianProcess(points, values, lengths, Math.exp(logs[dimensions]), Double.NaN);
    }

    private double posterior(double[] logs) {
        double prior = 0;
        int dimensions = logs.length - 1;
        for (int i = 0; i < dimensions; i++) {
            double apart = (logs[i] - Math.sqrt(2) - 0.5 * Math.log(dimensions)) / Math.sqrt(3);
            prior -= apart * apart / 2;
        }

        return process(logs).logLikelihood() + prior;
    }

    private double[] search(double[] start) {
        double[] at = start;
        double best = posterior(at);
        for (double step = FIRST_STEP; step > LAST_STEP; ) {
            boolean isBetter = false;
            for (int i = 0; i < at.length; i++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    double[] other = at.clone();
                    other[i] = clamped(i == at.length - 1, other[i] + sign * step);
                    double value = posterior(other);
                    if (value > best + 1e-9) {
                        best = value;
                        at = other;
                        isBetter = true;
                        break;
                    }
                }
            }
            if (!isBetter) {
                step /= 2;
            }
        }
        return at;
    }

    private static double clamped(boolean isNoise, double log) {
        double low = Math.log(isNoise ? LEAST_NOISE : LEAST_LENGTH);
        double high = Math.log(isNoise ? MOST_NOISE : MOST_LENGTH);
        return Math.min(high, Math.max(low, log));
    }
}
