package dev.stowage.applications;

import dev.stowage.stats.DensityFitter;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Sketch;
import dev.stowage.stats.sample.Support;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measurements of tasks, in one pass: a sketch of every feature, and means and products of every
 * pair over the measurements that have both. Memory does not depend on how many there are; those of
 * parts of a trace can be {@link #merge merged}. The same measurements in the same order give the
 * same result to the last bit.
 *
 * <p>Sources of the updates: Welford, Technometrics 4 (1962), for pairs; Chan, Golub, LeVeque, The
 * American Statistician 37 (1983), for merging.
 */
@SuppressWarnings("EnumOrdinal") // columns by ordinal, as add() says
public final class FeatureObservations {
    /** With fewer measurements nothing is said about a feature. */
    public static final int MIN_OBSERVATIONS = DensityFitter.MIN_OBSERVATIONS;

    static final Support MAGNITUDES =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);

    private static final ExecutionFeature[] FEATURES = ExecutionFeature.values();
    private static final int COUNT = FEATURES.length;

    private final Sketch[] sketches =
            Stream.generate(Sketch::new).limit(COUNT).toArray(Sketch[]::new);
    private final long[] impossible = new long[COUNT];
    private final long[][] pairs = new long[COUNT][COUNT];
    private final double[][] mean = new double[COUNT][COUNT]; // of the first, where both are there
    private final double[][] products = new double[COUNT][COUNT]; // of deviations
    private final double[][] squares = new double[COUNT][COUNT]; // of those of the first
    private final int[] present = new int[COUNT]; // of the measurement that is added
    private long measurements;

    /**
     * Adds a measurement.
     *
     * @param values by ordinal of the feature; NaN where it does not have it; values that are not
     *     possible are counted, and as if it did not have them
     */
    public void add(double[] values) {
        measurements++;
        int size = 0;
        for (int i = 0; i < COUNT; i++) {
            if (FEATURES[i].isPossible(values[i])) {
                present[size++] = i;
                sketches[i].add(values[i]);
            } else if (!Double.isNaN(values[i])) {
                impossible[i]++;
            }
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                addPair(present[i], present[j], values[present[i]], values[present[j]]);
            }
        }
    }

    private void addPair(int i, int j, double x, double y) {
        long n = ++pairs[i][j];
        double before = x - mean[i][j];
        mean[i][j] += before / n;
        squares[i][j] += before * (x - mean[i][j]);
        if (j <= i) { // the mean of y is the new one already
            products[i][j] += before * (y - mean[j][i]);
            products[j][i] = products[i][j];
        }
    }

    /** Adds what another has seen, which stays as it is. */
    public void merge(FeatureObservations other) {
        measurements += other.measurements;
        for (int i = 0; i < COUNT; i++) {
            sketches[i].merge(other.sketches[i]);
            impossible[i] += other.impossible[i];
        }
        for (int i = 0; i < COUNT; i++) {
            for (int j = 0; j <= i; j++) {
                mergePair(other, i, j);
            }
        }
    }

    private void mergePair(FeatureObservations other, int i, int j) {
        long added = other.pairs[i][j];
        long n = pairs[i][j] + added;
        if (added == 0) {
            return;
        }
        double share = (double) added / n;
        double x = other.mean[i][j] - mean[i][j];
        double y = other.mean[j][i] - mean[j][i];
        double weight = pairs[i][j] * share;
        products[i][j] += other.products[i][j] + x * y * weight;
        products[j][i] = products[i][j];
        squares[i][j] += other.squares[i][j] + x * x * weight;
        mean[i][j] += x * share;
        pairs[i][j] = n;
        if (i != j) {
            squares[j][i] += other.squares[j][i] + y * y * weight;
            mean[j][i] += y * share;
            pairs[j][i] = n;
        }
    }

    /** Number of measurements. */
    public long measurements() {
        return measurements;
    }

    /** Number of measurements that have a feature. */
    public long observations(ExecutionFeature feature) {
        return pairs[feature.ordinal()][feature.ordinal()];
    }

    /** Number of measurements in which a feature has a value that no task can have. */
    public long impossible(ExecutionFeature feature) {
        return impossible[feature.ordinal()];
    }

    /** The values of a feature. */
    public Sample sample(ExecutionFeature feature) {
        return sketches[feature.ordinal()].sample(MAGNITUDES);
    }

    /** What can be said about a feature. */
    public FeatureStatus status(ExecutionFeature feature) {
        long observations = observations(feature);
        if (observations == 0) {
            return FeatureStatus.ABSENT;
        }
        if (observations < MIN_OBSERVATIONS) {
            return FeatureStatus.FEW;
        }
        if (2 * observations < measurements) {
            return FeatureStatus.RARE;
        }
        double spread = squares[feature.ordinal()][feature.ordinal()];
        return spread > 0 ? FeatureStatus.USED : FeatureStatus.CONSTANT;
    }

    /** The features that are used, in the order of {@link ExecutionFeature}. */
    public List<ExecutionFeature> features() {
        return Stream.of(FEATURES)
                .filter(feature -> status(feature) == FeatureStatus.USED)
                .toList();
    }

    /**
     * Pearson correlation of two features over the measurements that have both, in [-1, 1]; 0 if
     * one of them is constant there, or none has both.
     */
    public double correlation(ExecutionFeature a, ExecutionFeature b) {
        if (a == b) {
            return 1;
        }
        int i = a.ordinal();
        int j = b.ordinal();
        double scale = Math.sqrt(squares[i][j]) * Math.sqrt(squares[j][i]);
        return scale > 0 ? Math.max(-1, Math.min(1, products[i][j] / scale)) : 0;
    }
}
