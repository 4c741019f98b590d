package dev.stowage.applications;

import dev.stowage.basis.Check;
import dev.stowage.stats.DensityFit;
import dev.stowage.stats.DensityFitter;
import dev.stowage.stats.FitSettings;
import dev.stowage.stats.sample.Sample;

/**
 * The density of a selected feature, fitted as those of a model are.
 *
 * @param feature the feature
 * @param share its importance
 * @param sample what was observed
 * @param fit the density with its alternatives
 */
public record FeatureDensity(
        ExecutionFeature feature, double share, Sample sample, DensityFit fit) {
    private static final double FACTOR = 2;
    private static final double WIDTH = 0.05; // of the standard deviation, for values near 0

    static FeatureDensity of(FeatureObservations observations, FeatureImportance importance) {
        Check.positive("share", importance.share());
        Sample sample = observations.sample(importance.feature());
        DensityFit fit =
                new DensityFitter(FitSettings.DEFAULT).fit(sample, FeatureObservations.MAGNITUDES);
        return new FeatureDensity(importance.feature(), importance.share(), sample, fit);
    }

    /**
     * How like the trace an application is in this feature: the probability that a measurement of
     * the trace is within a factor of two of what the application does, averaged over its range; so
     * a wide range is no better than its values are. In [0, 1]. Near 0 the window is at least 5 %
     * of the standard deviation to both sides.
     */
    public double similarity(FeatureRange range) {
        return range.points().stream().mapToDouble(this::near).average().orElseThrow();
    }

    private double near(double value) {
        double least = WIDTH * sample.standardDeviation();
        double low = Math.max(0, Math.min(value / FACTOR, value - least));
        double high = Math.max(value * FACTOR, value + least);
        double inside = fit.density().cdf(high) - fit.density().cdfBelow(low);
        return Math.max(0, Math.min(1, inside));
    }

    /**
     * The least similarity that the trace can tell from none: a tenth of one measurement. In (0,
     * 1).
     */
    double floor() {
        return 0.1 / sample.count();
    }
}
