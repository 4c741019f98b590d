package dev.stowage.stats;

import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;

/**
 * Gaussian kernel density of a sample: linear binning on a grid, convolution by fast Fourier
 * transform, reflection at the ends of the support. O(n + G log G) for G grid points.
 *
 * <p>A bandwidth narrower than a step of the grid could not be seen on it and is widened to one.
 *
 * <p>Parameters that span more than three decades are estimated on a logarithmic axis, where one
 * bandwidth suits all magnitudes; an observation of 0 is then moved by the least positive value.
 * Whole numbers are spread evenly over the unit interval around them, which is what a draw is
 * rounded from.
 *
 * <p>Source: Silverman, Algorithm AS 176: kernel density estimation using the fast Fourier
 * transform, 1982; reflection: Silverman, Density Estimation, 1986, section 2.10.
 */
public final class KernelEstimator {
    /** Steps of the grid; finer than any histogram. */
    static final int STEPS = 512;

    private static final int SPREAD = 16;
    private static final double REACH = 4; // a Gaussian has 6e-5 of its mass beyond 4 sigma

    private KernelEstimator() {}

    public static KernelDensity estimate(Sample sample, Support support, Bandwidth rule) {
        KernelDensity.Axis axis = axis(sample, support);
        Sample moved = onAxis(support.isWhole() ? sample.spread(SPREAD) : sample, axis);
        double step = (moved.max() - moved.min()) / STEPS;
        double bandwidth = Math.max(step, BandwidthRule.bandwidth(moved, rule));
        return estimate(moved, support, axis, bandwidth);
    }

    /** With a given bandwidth, on the given axis; the sample lies on the axis already. */
    public static KernelDensity estimate(
            Sample moved, Support support, KernelDensity.Axis axis, double bandwidth) {
        double half = support.isWhole() ? 0.5 : 0;
        double floor = axis.isLogarithmic() ? logFloor(support, axis) : support.low() - half;
        double ceiling = axis.isLogarithmic() ? Double.POSITIVE_INFINITY : support.high() + half;
        double low = Math.max(floor, moved.min() - REACH * bandwidth);
        double high = Math.min(ceiling, moved.max() + REACH * bandwidth);
        double step = (high - low) / STEPS;
        int margin = (int) Math.min(STEPS, Math.ceil(REACH * bandwidth / step));
        double[] smooth = convolve(moved, low, step, margin, bandwidth);
        List<Double> heights = new ArrayList<>();
        for (int i = 0; i <= STEPS; i++) {
            double height = smooth[margin + i];
            if (i <= margin && low == floor) {
                height += smooth[margin - i];
            }
            if (STEPS - i <= margin && high == ceiling) {
                height += smooth[margin + STEPS + (STEPS - i)];
            }
            heights.add(Math.max(0, height));
        }
        return KernelDensity.of(bandwidth, axis, low, high, heights);
    }

    private static double logFloor(Support support, KernelDensity.Axis axis) {
        double half = support.isWhole() ? 0.5 : 0;
        double least = Math.max(0, support.low() - half) + axis.shift();
        return least > 0 ? Math.log(least) : Double.NEGATIVE_INFINITY;
    }

    static KernelDensity.Axis axis(Sample sample, Support support) {
        if (!Histogram.spansDecades(sample, support)) {
            return KernelDensity.Axis.LINEAR;
        }
        double shift = sample.min() > 0 ? 0 : Histogram.leastPositive(sample);
        return new KernelDensity.Axis(true, shift);
    }

    static Sample onAxis(Sample sample, KernelDensity.Axis axis) {
        return axis.isLogarithmic() ? sample.mapped(axis::toGrid) : sample;
    }

    /** Density at grid points {@code -margin .. STEPS + margin}, from index 0. */
    private static double[] convolve(
            Sample sample, double low, double step, int margin, double bandwidth) {
        int points = STEPS + 2 * margin + 1;
        int size = Integer.highestOneBit(points + margin) * 2; // wraps into the empty end
        double[] bins = new double[size];
        for (int i = 0; i < sample.size(); i++) {
            double position = Math.max(0, Math.min(STEPS, (sample.value(i) - low) / step));
            int cell = Math.min((int) position, STEPS - 1);
            double share = sample.weight(i) / sample.count() / step;
            bins[margin + cell + 1] += (position - cell) * share;
            bins[margin + cell] += (1 - position + cell) * share;
        }
        FastFourierTransformer fourier = new FastFourierTransformer(DftNormalization.STANDARD);
        Complex[] spectrum = fourier.transform(bins, TransformType.FORWARD);
        for (int k = 0; k < size; k++) {
            double frequency = 2 * Math.PI * Math.min(k, size - k) / (size * step);
            double damping = frequency * bandwidth;
            spectrum[k] = spectrum[k].multiply(Math.exp(-0.5 * damping * damping));
        }
        Complex[] smooth = fourier.transform(spectrum, TransformType.INVERSE);
        double[] density = new double[points];
        for (int i = 0; i < points; i++) {
            density[i] = smooth[i].getReal();
        }
        return density;
    }
}
