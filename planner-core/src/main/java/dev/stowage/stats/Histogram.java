package dev.stowage.stats;

import dev.stowage.stats.density.Density;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.Arrays;

/**
 * Shares of a sample in bins; the last bin includes its upper edge, the others do not. Immutable.
 *
 * <p>Bins are as wide as Freedman and Diaconis say, but there are at least 20 and at most 200 of
 * them. For magnitudes and counts whose positive values span more than three decades they are
 * equally wide on the logarithm. Edges of whole-numbered parameters lie between two whole numbers,
 * so that bins may become fewer.
 *
 * <p>Source: Freedman, Diaconis, On the histogram as a density estimator, 1981.
 */
public final class Histogram {
    private static final int MIN_BINS = 20;
    private static final int MAX_BINS = 200;
    private static final double DECADES = 1000;

    private final double[] edges;
    private final double[] shares;
    private final boolean isLogarithmic;

    private Histogram(double[] edges, double[] shares, boolean isLogarithmic) {
        this.edges = edges;
        this.shares = shares;
        this.isLogarithmic = isLogarithmic;
    }

    /** The histogram of a sample with at least two distinct values. */
    public static Histogram of(Sample sample, Support support) {
        return of(sample, support, BinRule.AUTO);
    }

    /** The same with bins laid out by a rule. */
    public static Histogram of(Sample sample, Support support, BinRule rule) {
        if (sample.size() < 2) {
            throw new IllegalArgumentException(
                    "sample has " + sample.size() + " distinct values, expected at least two");
        }
        boolean isLogarithmic =
                switch (rule) {
                    case AUTO -> spansDecades(sample, support);
                    case LINEAR -> false;
                    case LOGARITHMIC -> canBeLogarithmic(sample, support);
                };
        double[] edges = isLogarithmic ? logarithmicEdges(sample) : linearEdges(sample, support);
        if (support.isWhole()) {
            edges = betweenWholeNumbers(edges);
        }
        return of(sample, edges, isLogarithmic);
    }

    private static Histogram of(Sample sample, double[] edges, boolean isLogarithmic) {
        double[] shares = new double[edges.length - 1];
        int bin = 0;
        for (int i = 0; i < sample.size(); i++) {
            while (bin < shares.length - 1 && sample.value(i) >= edges[bin + 1]) {
                bin++;
            }
            shares[bin] += sample.weight(i) / sample.count();
        }
        return new Histogram(edges, shares, isLogarithmic);
    }

    /** True if the positive values of a magnitude or a count span more than three decades. */
    static boolean spansDecades(Sample sample, Support support) {
        return canBeLogarithmic(sample, support) && sample.max() > DECADES * leastPositive(sample);
    }

    private static boolean canBeLogarithmic(Sample sample, Support support) {
        boolean canSpan =
                support.kind() == Support.Kind.MAGNITUDE || support.kind() == Support.Kind.COUNT;
        return canSpan && sample.min() >= 0 && sample.max() > leastPositive(sample);
    }

    static double leastPositive(Sample sample) {
        return sample.min() > 0 ? sample.min() : sample.value(1);
    }

    private static double[] linearEdges(Sample sample, Support support) {
        double low = sample.min();
        double high = sample.max();
        if (support.kind() == Support.Kind.LEVEL && high - low < MAX_BINS) {
            return equal(low - 0.5, high + 0.5, (int) Math.round(high - low) + 1);
        }
        double spread = sample.quantile(0.75) - sample.quantile(0.25);
        return equal(low, high, bins(high - low, spread, sample.count()));
    }

    /** Zeros, if there are any, get a bin of their own below the least positive value. */
    private static double[] logarithmicEdges(Sample sample) {
        double least = leastPositive(sample);
        double low = Math.log(least);
        double high = Math.log(sample.max());
        double lower = Math.log(Math.max(least, sample.quantile(0.25)));
        double upper = Math.log(Math.max(least, sample.quantile(0.75)));
        int bins = bins(high - low, upper - lower, sample.count());
        boolean hasZero = sample.min() == 0;
        double[] edges = equal(low, high, hasZero ? Math.min(bins, MAX_BINS - 1) : bins);
        for (int i = 0; i < edges.length; i++) {
            edges[i] = Math.exp(edges[i]);
        }
        edges[0] = least;
        edges[edges.length - 1] = sample.max();
        if (!hasZero) {
            return edges;
        }
        double[] withZero = new double[edges.length + 1];
        System.arraycopy(edges, 0, withZero, 1, edges.length);
        return withZero;
    }

    private static int bins(double range, double interquartileRange, long count) {
        double width = 2 * interquartileRange / Math.cbrt((double) count);
        double bins = width > 0 ? Math.ceil(range / width) : MAX_BINS;
        return (int) Math.min(MAX_BINS, Math.max(MIN_BINS, bins));
    }

    private static double[] equal(double low, double high, int bins) {
        double[] edges = new double[bins + 1];
        for (int i = 0; i <= bins; i++) {
            edges[i] = low + (high - low) * i / bins;
        }
        edges[bins] = high;
        return edges;
    }

    private static double[] betweenWholeNumbers(double[] edges) {
        double[] moved = new double[edges.length];
        int size = 0;
        for (int i = 0; i < edges.length; i++) {
            boolean isLast = i == edges.length - 1;
            double edge = isLast ? Math.floor(edges[i]) + 0.5 : Math.ceil(edges[i]) - 0.5;
            if (size == 0 || edge > moved[size - 1]) {
                moved[size++] = edge;
            }
        }
        return Arrays.copyOf(moved, size);
    }

    /** Number of bins. */
    public int bins() {
        return shares.length;
    }

    /** Lower edge of a bin; the upper edge of the last is {@code edge(bins())}. */
    public double edge(int i) {
        return edges[i];
    }

    /** Share of the sample in a bin. */
    public double share(int bin) {
        return shares[bin];
    }

    /** True if the bins are equally wide on the logarithm. */
    public boolean isLogarithmic() {
        return isLogarithmic;
    }

    /** Probability of each bin under a density. */
    public double[] probabilities(Density density) {
        double[] probabilities = new double[shares.length];
        double below = density.cdfBelow(edges[0]);
        for (int bin = 0; bin < shares.length; bin++) {
            boolean isLast = bin == shares.length - 1;
            double edge = edges[bin + 1];
            double to = isLast ? density.cdf(edge) : density.cdfBelow(edge);
            probabilities[bin] = to - below;
            below = to;
        }
        return probabilities;
    }

    /**
     * {@code ||h - p||2 / (||h||2 + ||p||2)} over the bins: 0 if the density gives every bin its
     * share, 1 if the two have no bin in common.
     */
    public double distance(Density density) {
        return distance(probabilities(density), 0);
    }

    /** From shares in the bins, and the squares of those outside of them. */
    private double distance(double[] p, double outside) {
        double difference = outside;
        double ofShares = 0;
        double ofProbabilities = outside;
        for (int bin = 0; bin < p.length; bin++) {
            difference += (shares[bin] - p[bin]) * (shares[bin] - p[bin]);
            ofShares += shares[bin] * shares[bin];
            ofProbabilities += p[bin] * p[bin];
        }
        return Math.sqrt(difference) / (Math.sqrt(ofShares) + Math.sqrt(ofProbabilities));
    }

    /**
     * The same distance from another sample; what of it lies below the first or above the last edge
     * has a bin of its own there.
     */
    public double distance(Sample other) {
        double[] all = shares(other);
        double[] inside = Arrays.copyOfRange(all, 1, all.length - 1);
        double below = all[0];
        double above = all[all.length - 1];
        return distance(inside, below * below + above * above);
    }

    /** Shares of another sample: below the first edge, in each bin, above the last edge. */
    public double[] shares(Sample other) {
        double[] found = new double[shares.length + 2];
        int bin = 0;
        for (int i = 0; i < other.size(); i++) {
            double x = other.value(i);
            while (bin < shares.length - 1 && x >= edges[bin + 1]) {
                bin++;
            }
            int at = x < edges[0] ? 0 : x > edges[shares.length] ? shares.length + 1 : bin + 1;
            found[at] += other.weight(i) / other.count();
        }
        return found;
    }
}
