package dev.stowage.stats;

import dev.stowage.stats.density.Atomic;
import dev.stowage.stats.density.Counting;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Empirical;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.density.Piecewise;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;

/**
 * Measures densities against one sample. Statistics that need a sum over the observations use the
 * sample as given, so a compressed sample makes their cost independent of the number of
 * observations (and coarse to one group of it).
 */
final class Scoring {
    /** A difference of two distribution functions that is smaller is rounding. */
    private static final double CANCELLED = 1e-9;

    private final Sample sample;
    private final Histogram histogram;
    private final double deviation;
    private final double half;
    private final double resolution;

    /**
     * Measures against a sample.
     *
     * @param resolution what the source of the sample could tell apart, above 0
     */
    Scoring(Sample sample, Histogram histogram, Support support, double resolution) {
        this.sample = sample;
        this.histogram = histogram;
        this.deviation = sample.standardDeviation();
        this.half = support.isWhole() ? 0.5 : 0;
        this.resolution = support.isWhole() ? 1 : resolution;
    }

    /** The scores of a density, whatever it is made of. */
    Scores score(Density density) {
        double logLikelihood = 0;
        for (int i = 0; i < sample.size(); i++) {
            logLikelihood += sample.weight(i) * logLikelihood(density, sample.value(i));
        }
        return scores(density, logLikelihood, parameters(density));
    }

    /**
     * Whole numbers stand for the unit interval around them, and an atom for an interval as wide as
     * the data's resolution: so that masses and densities can be compared.
     */
    private double logLikelihood(Density density, double x) {
        if (half > 0) {
            double around = density.cdf(x + half) - density.cdf(x - half);
            if (around > CANCELLED) {
                return Math.log(around);
            }
        }
        double mass = density.mass(x);
        return mass > 0 ? Math.log(mass / resolution) : density.logPdf(x);
    }

    /** What information criteria count: parameters, weights, cuts, atoms. */
    private double parameters(Density density) {
        if (density instanceof Parametric member) {
            return member.parameters();
        }
        if (density instanceof Counting member) {
            return member.parameters().size();
        }
        if (density instanceof KernelDensity kernel) {
            return freedom(kernel);
        }
        if (density instanceof Piecewise pieces) {
            return pieces.pieces().stream().mapToDouble(p -> parameters(p.density())).sum()
                    + 2.0 * (pieces.pieces().size() - 1);
        }
        if (density instanceof Atomic atoms) {
            return 2.0 * atoms.size() + parameters(atoms.rest());
        }
        return density instanceof Empirical empirical ? empirical.size() - 1 : 2;
    }

    /**
     * The trace of a kernel density's smoother, as its number of parameters: the sum over the
     * observations of the kernel's peak over n times the density.
     *
     * <p>Source: Hastie, Tibshirani, Generalized Additive Models, 1990, section 3.5 (effective
     * degrees of freedom of a linear smoother).
     */
    private double freedom(KernelDensity density) {
        double peak = 1 / (density.bandwidth() * Math.sqrt(2 * Math.PI));
        double freedom = 0;
        for (int i = 0; i < sample.size(); i++) {
            double height = density.gridDensity(density.axis().toGrid(sample.value(i)));
            freedom += height > 0 ? sample.weight(i) / sample.count() * peak / height : 0;
        }
        return freedom;
    }

    private Scores scores(Density density, double logLikelihood, double parameters) {
        double[] at = new double[sample.size()];
        for (int i = 0; i < at.length; i++) {
            at[i] = density.cdf(sample.value(i) + half);
        }
        double[] under = at;
        if (half > 0 || !density.isContinuous()) {
            under = new double[at.length];
            for (int i = 0; i < at.length; i++) {
                under[i] = density.cdfBelow(sample.value(i) - half);
            }
        }
        return new Scores(
                histogram.distance(density),
                kolmogorovSmirnov(under, at),
                wasserstein(under, at) / deviation,
                logLikelihood,
                2 * parameters - 2 * logLikelihood,
                parameters * Math.log((double) sample.count()) - 2 * logLikelihood);
    }

    /** Whole numbers stand for the unit interval around them. */
    private double kolmogorovSmirnov(double[] under, double[] at) {
        double largest = 0;
        double below = 0;
        for (int i = 0; i < at.length; i++) {
            double upTo = below + sample.weight(i) / sample.count();
            double apart = Math.max(Math.abs(under[i] - below), Math.abs(at[i] - upTo));
            largest = Math.max(largest, apart);
            below = upTo;
        }
        return largest;
    }

    /**
     * The area between both distribution functions from the least to the largest observation, where
     * draws are cut off too; the density's between two observations is taken as a straight line.
     */
    private double wasserstein(double[] under, double[] at) {
        double area = 0;
        double below = 0;
        for (int i = 0; i + 1 < at.length; i++) {
            below += sample.weight(i) / sample.count();
            double left = at[i] - below;
            double right = under[i + 1] - below;
            double mean =
                    left * right >= 0
                            ? 0.5 * Math.abs(left + right)
                            : 0.5 * (left * left + right * right) / Math.abs(left - right);
            area += mean * (sample.value(i + 1) - sample.value(i));
        }
        return area;
    }
}
