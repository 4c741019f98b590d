package dev.stowage.stats;

import dev.stowage.stats.sample.Sample;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;

/** The bandwidth of a Gaussian kernel density. */
final class BandwidthRule {
    private static final int GRID = 4096;
    private static final int STAGES = 7;

    private BandwidthRule() {}

    /** Standard deviation of the kernel; above 0 for a sample with at least two values. */
    static double bandwidth(Sample sample, Bandwidth rule) {
        double shrink = Math.pow((double) sample.count(), -0.2);
        double deviation =
                sample.standardDeviation()
                        * Math.sqrt(sample.count() / (sample.count() - 1.0)); // as SciPy has it
        return switch (rule) {
            case SCOTT -> deviation * shrink;
            case SILVERMAN -> 0.9 * robustDeviation(sample, deviation) * shrink;
            case ISJ -> {
                double improved = improvedSheatherJones(sample);
                yield improved > 0 ? improved : bandwidth(sample, Bandwidth.SILVERMAN);
            }
        };
    }

    private static double robustDeviation(Sample sample, double deviation) {
        double spread = (sample.quantile(0.75) - sample.quantile(0.25)) / 1.34;
        return spread > 0 ? Math.min(deviation, spread) : deviation;
    }

    /**
     * The fixed point of Botev's plug-in rule, found by bisection; 0 if there is none, as for
     * samples whose mass sits on a few values.
     */
    static double improvedSheatherJones(Sample sample) {
        double margin = 0.1 * (sample.max() - sample.min());
        double low = sample.min() - margin;
        double range = sample.max() + margin - low;
        double[] squares = squaredCosines(sample, low, range);
        double n = Math.min((double) sample.count(), sample.size());
        double below = 0;
        double above = 0;
        for (double t = 1e-9; t <= 0.1 && above == 0; t *= 2) {
            if (t - fixedPoint(t, n, squares) >= 0) {
                above = t;
            } else {
                below = t;
            }
        }
        if (above == 0 || below == 0) {
            return 0;
        }
        for (int i = 0; i < 40; i++) {
            double middle = 0.5 * (below + above);
            if (middle - fixedPoint(middle, n, squares) >= 0) {
                above = middle;
            } else {
                below = middle;
            }
        }
        return Math.sqrt(above) * range;
    }

    /** Squares of half the cosine coefficients 1 .. GRID - 1 of the binned sample. */
    private static double[] squaredCosines(Sample sample, double low, double range) {
        double[] mirrored = new double[2 * GRID];
        for (int i = 0; i < sample.size(); i++) {
            int bin = Math.min(GRID - 1, (int) ((sample.value(i) - low) / range * GRID));
            mirrored[bin] += sample.weight(i) / sample.count();
        }
        for (int i = 0; i < GRID; i++) {
            mirrored[2 * GRID - 1 - i] = mirrored[i];
        }
        Complex[] spectrum =
                new FastFourierTransformer(DftNormalization.STANDARD)
                        .transform(mirrored, TransformType.FORWARD);
        double[] squares = new double[GRID - 1];
        for (int k = 1; k < GRID; k++) {
            double half = 0.5 * spectrum[k].abs();
            squares[k - 1] = half * half;
        }
        return squares;
    }

    /** Source: Botev, Grotowski, Kroese, Ann. Stat. 38(5), 2010, equations 33 to 35. */
    private static double fixedPoint(double t, double n, double[] squares) {
        double norm = norm(STAGES, t, squares);
        for (int s = STAGES - 1; s >= 2; s--) {
            double oddFactorial = 1;
            for (int k = 3; k <= 2 * s - 1; k += 2) {
                oddFactorial *= k;
            }
            double gaussian = oddFactorial / Math.sqrt(2 * Math.PI);
            double constant = (1 + Math.pow(0.5, s + 0.5)) / 3;
            double time = Math.pow(2 * constant * gaussian / n / norm, 2 / (3.0 + 2 * s));
            norm = norm(s, time, squares);
        }
        return Math.pow(2 * n * Math.sqrt(Math.PI) * norm, -0.4);
    }

    /** Squared norm of derivative {@code s} of the density smoothed for time {@code t}. */
    private static double norm(int s, double t, double[] squares) {
        double sum = 0;
        for (int i = 0; i < squares.length; i++) {
            double square = (i + 1.0) * (i + 1.0);
            double decay = square * Math.PI * Math.PI * t;
            if (decay > 700) {
                break;
            }
            double power = square;
            for (int k = 1; k < s; k++) {
                power *= square;
            }
            sum += power * squares[i] * Math.exp(-decay);
        }
        return 2 * Math.pow(Math.PI, 2 * s) * sum;
    }
}
