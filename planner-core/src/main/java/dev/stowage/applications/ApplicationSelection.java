package dev.stowage.applications;

import dev.stowage.basis.Check;
import dev.stowage.model.TaskClass;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The applications of a pool that stand for the tasks of a trace: which features matter, how they
 * are distributed, and who behaves like that.
 *
 * <p>Source: thesis (Sfakianakis 2023), section 3.2.2: applications are chosen by the densities of
 * the features that principal component analysis leaves, and drawn with equal probability.
 *
 * @param observations what was measured
 * @param components principal components of the features that are used
 * @param importances of those features, the most important first
 * @param densities of the selected ones, in that order
 * @param matches of all applications of the pool, the most similar first, then those that are not
 *     ranked; equals by name
 */
public record ApplicationSelection(
        FeatureObservations observations,
        PrincipalComponents components,
        List<FeatureImportance> importances,
        List<FeatureDensity> densities,
        List<ApplicationMatch> matches) {
    public ApplicationSelection {
        importances = List.copyOf(importances);
        densities = List.copyOf(densities);
        matches = List.copyOf(matches);
    }

    /**
     * Ranks a pool.
     *
     * @param observations with at least one feature that is used
     * @param share importance that the selected features are to reach together, in (0, 1]
     * @param perClass how many applications of each class are selected, at least 1
     */
    public static ApplicationSelection of(
            FeatureObservations observations, List<Application> pool, double share, int perClass) {
        Check.positive("perClass", perClass);
        Check.positive("features", observations.features().size());
        PrincipalComponents components = PrincipalComponents.of(observations);
        List<FeatureImportance> importances = FeatureImportance.of(observations, components, share);
        List<FeatureDensity> densities =
                importances.stream()
                        .filter(FeatureImportance::isSelected)
                        .map(each -> FeatureDensity.of(observations, each))
                        .toList();
        Map<TaskClass, Integer> taken = new EnumMap<>(TaskClass.class);
        List<ApplicationMatch> matches =
                pool.stream()
                        .map(each -> ApplicationMatch.of(each, densities))
                        .sorted(
                                Comparator.comparing(ApplicationMatch::isRanked)
                                        .thenComparing(ApplicationMatch::similarity)
                                        .reversed()
                                        .thenComparing(each -> each.application().name()))
                        .map(each -> isBest(each, taken, perClass) ? each.selected() : each)
                        .toList();
        return new ApplicationSelection(observations, components, importances, densities, matches);
    }

    private static boolean isBest(
            ApplicationMatch match, Map<TaskClass, Integer> taken, int perClass) {
        return match.isLike()
                && taken.merge(match.application().taskClass(), 1, Integer::sum) <= perClass;
    }
}
