package dev.stowage.applications;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.RealMatrix;

/**
 * The principal components of standardised features: eigenvectors of their correlation matrix.
 *
 * <p>Correlations of pairs that do not share all measurements may give eigenvalues below 0; those
 * count as 0.
 *
 * @param features the features, in the order of the loadings
 * @param explained share of the variance that each component explains, the largest first; they sum
 *     to 1
 * @param loadings by component, of unit length; the largest in size is positive
 */
public record PrincipalComponents(
        List<ExecutionFeature> features, List<Double> explained, List<List<Double>> loadings) {
    public PrincipalComponents {
        features = List.copyOf(features);
        explained = List.copyOf(explained);
        loadings = loadings.stream().map(List::copyOf).toList();
    }

    /** Of the features that are used; none if there is none. */
    public static PrincipalComponents of(FeatureObservations observations) {
        List<ExecutionFeature> features = observations.features();
        if (features.isEmpty()) {
            return new PrincipalComponents(List.of(), List.of(), List.of());
        }
        EigenDecomposition eigen = new EigenDecomposition(correlations(observations, features));
        double sum = 0;
        for (double value : eigen.getRealEigenvalues()) {
            sum += Math.max(0, value);
        }
        List<Double> explained = new ArrayList<>();
        List<List<Double>> loadings = new ArrayList<>();
        for (int k = 0; k < features.size(); k++) {
            explained.add(Math.max(0, eigen.getRealEigenvalue(k)) / sum);
            loadings.add(upright(eigen.getEigenvector(k).toArray()));
        }
        return new PrincipalComponents(features, explained, loadings);
    }

    private static RealMatrix correlations(
            FeatureObservations observations, List<ExecutionFeature> features) {
        RealMatrix matrix = new Array2DRowRealMatrix(features.size(), features.size());
        for (int i = 0; i < features.size(); i++) {
            for (int j = 0; j < features.size(); j++) {
                matrix.setEntry(i, j, observations.correlation(features.get(i), features.get(j)));
            }
        }
        return matrix;
    }

    private static List<Double> upright(double[] vector) {
        double largest = 0;
        for (double loading : vector) {
            largest = Math.abs(loading) > Math.abs(largest) ? loading : largest;
        }
        List<Double> result = new ArrayList<>();
        for (double loading : vector) {
            result.add(largest < 0 ? 0.0 - loading : loading);
        }
        return result;
    }

    /**
     * How important each feature is: its share of the sizes of the loadings of each component,
     * weighted by what the component explains. They sum to 1.
     *
     * <p>Source: thesis (Sfakianakis 2023), section 3.4.2, which does not say the formula. Squares
     * of the loadings can't take the place of their sizes: weighted over all components they sum to
     * the variance of the feature, which is the same for all that are standardised.
     */
    public List<Double> importances() {
        List<Double> shares = new ArrayList<>(Collections.nCopies(features.size(), 0.0));
        for (int k = 0; k < loadings.size(); k++) {
            double sum = 0;
            for (double loading : loadings.get(k)) {
                sum += Math.abs(loading);
            }
            for (int i = 0; i < features.size(); i++) {
                double part = Math.abs(loadings.get(k).get(i)) / sum;
                shares.set(i, shares.get(i) + explained.get(k) * part);
            }
        }
        return shares;
    }
}
