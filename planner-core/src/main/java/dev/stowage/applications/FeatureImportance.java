package dev.stowage.applications;

import dev.stowage.basis.Check;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How much a feature has to do with what tells measurements apart.
 *
 * @param feature the feature
 * @param share its importance, in [0, 1]; those of all features sum to 1
 * @param isSelected true if it is one of the most important that reach the wanted share together
 * @param observations number of measurements that have it
 */
public record FeatureImportance(
        ExecutionFeature feature, double share, boolean isSelected, long observations) {
    private static final double ROUNDING = 1e-12; // shares sum to 1 but for it

    /**
     * All features that are used, the most important first; equals in the order of {@link
     * ExecutionFeature}.
     *
     * @param wanted share that the selected ones are to reach together, in (0, 1]
     */
    static List<FeatureImportance> of(
            FeatureObservations observations, PrincipalComponents components, double wanted) {
        Check.inRange("wanted", wanted, Double.MIN_VALUE, 1);
        List<Double> shares = components.importances();
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingDouble((Integer i) -> -shares.get(i)));
        List<FeatureImportance> result = new ArrayList<>();
        double reached = 0;
        for (int i : order) {
            ExecutionFeature feature = components.features().get(i);
            boolean isSelected = reached < wanted - ROUNDING;
            long count = observations.observations(feature);
            result.add(new FeatureImportance(feature, shares.get(i), isSelected, count));
            reached += shares.get(i);
        }
        return result;
    }
}
