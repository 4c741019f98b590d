package dev.stowage.stats;

/**
 * Measures densities against one sample. Statistics that need a sum over the observations use the
 * sample as given, so a compressed sample makes their cost independent of the number of
 * observations (and coarse to one group of it).
 */
final class Scoring {
    private final Sample sample;
    private final Histogram histogram;
    private final double deviation;
    private final double half;

    Scoring(Sample sample, Histogram histogram, Support support) {
        this.sample = sample;
        this.histogram = histogram;
        this.deviation = sample.standardDeviation();
        this.half = support.isWhole() ? 0.5 : 0;
    }

    Scores score(Parametric density) {
        double logLikelihood = 0;
        for (int i = 0; i < sample.size(); i++) {
            logLikelihood += sample.weight(i) * density.logPdf(sample.value(i));
        }
        return scores(density, logLikelihood, density.parameters());
    }

    /**
     * A kernel density counts the trace of its smoother as its parameters: the sum over the
     * observations of the kernel's peak over n times the density.
     *
     * <p>Source: Hastie, Tibshirani, Generalized Additive Models, 1990, section 3.5 (effective
     * degrees of freedom of a linear smoother).
     */
    Scores score(KernelDensity density) {
        double peak = 1 / (density.bandwidth() * Math.sqrt(2 * Math.PI));
        double logLikelihood = 0;
        double freedom = 0;
        for (int i = 0; i < sample.size(); i++) {
            double y = density.axis().toGrid(sample.value(i));
            logLikelihood += sample.weight(i) * Math.log(density.pdf(sample.value(i)));
            freedom += sample.weight(i) / sample.count() * peak / density.gridDensity(y);
        }
        return scores(density, logLikelihood, freedom);
    }

    private Scores scores(Density density, double logLikelihood, double parameters) {
        double[] at = new double[sample.size()];
        for (int i = 0; i < at.length; i++) {
            at[i] = density.cdf(sample.value(i) + half);
        }
        return new Scores(
                histogram.distance(density),
                kolmogorovSmirnov(density, at),
                wasserstein(at) / deviation,
                logLikelihood,
                2 * parameters - 2 * logLikelihood,
                parameters * Math.log((double) sample.count()) - 2 * logLikelihood);
    }

    /** Whole numbers stand for the unit interval around them. */
    private double kolmogorovSmirnov(Density density, double[] at) {
        double largest = 0;
        double below = 0;
        for (int i = 0; i < at.length; i++) {
            double before = half == 0 ? at[i] : density.cdf(sample.value(i) - half);
            double upTo = below + sample.weight(i) / sample.count();
            largest = Math.max(largest, Math.max(Math.abs(before - below), Math.abs(at[i] - upTo)));
            below = upTo;
        }
        return largest;
    }

    /**
     * The area between both distribution functions from the least to the largest observation, where
     * draws are cut off too; the density's between two observations is taken as a straight line.
     */
    private double wasserstein(double[] at) {
        double area = 0;
        double below = 0;
        for (int i = 0; i + 1 < at.length; i++) {
            below += sample.weight(i) / sample.count();
            double left = at[i] - below;
            double right = at[i + 1] - below;
            double mean =
                    left * right >= 0
                            ? 0.5 * Math.abs(left + right)
                            : 0.5 * (left * left + right * right) / Math.abs(left - right);
            area += mean * (sample.value(i + 1) - sample.value(i));
        }
        return area;
    }
}
