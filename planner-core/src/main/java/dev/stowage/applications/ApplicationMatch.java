package dev.stowage.applications;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How like the tasks of a trace an application is.
 *
 * @param application the application
 * @param similarity geometric mean of the similarities, weighted by importance, in [0, 1]; 0 if it
 *     is not {@link #isRanked}
 * @param known share of the importance of the selected features that the application has, in [0, 1]
 * @param features its similarity in each selected feature that it has
 * @param isSelected true if it is one of the best of its class
 */
public record ApplicationMatch(
        Application application,
        double similarity,
        double known,
        Map<ExecutionFeature, Double> features,
        boolean isSelected) {
    /** Of an application that has less of what matters nothing is said. */
    public static final double MIN_KNOWN = 0.5;

    /**
     * Of an application less like the trace than this nothing is selected: in the mean, a
     * measurement in a hundred is within a factor of two of what it does.
     */
    public static final double MIN_SIMILARITY = 0.01;

    public ApplicationMatch {
        features = Collections.unmodifiableMap(new EnumMap<>(features));
    }

    static ApplicationMatch of(Application application, List<FeatureDensity> densities) {
        Map<ExecutionFeature, Double> features = new EnumMap<>(ExecutionFeature.class);
        double logarithms = 0;
        double weight = 0;
        double all = 0;
        for (FeatureDensity density : densities) {
            all += density.share();
            FeatureRange range = application.features().get(density.feature());
            if (range != null) {
                double similarity = density.similarity(range);
                features.put(density.feature(), similarity);
                logarithms += density.share() * Math.log(Math.max(density.floor(), similarity));
                weight += density.share();
            }
        }
        double known = weight == 0 ? 0 : Math.min(1, weight / all);
        double similarity = known < MIN_KNOWN ? 0 : Math.exp(logarithms / weight);
        return new ApplicationMatch(application, similarity, known, features, false);
    }

    /** False if too little is known of it. */
    public boolean isRanked() {
        return known >= MIN_KNOWN;
    }

    /** True if it may stand for the trace. */
    public boolean isLike() {
        return isRanked() && similarity >= MIN_SIMILARITY;
    }

    ApplicationMatch selected() {
        return new ApplicationMatch(application, similarity, known, features, true);
    }
}
