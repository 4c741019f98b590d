package dev.stowage.workload;

import dev.stowage.basis.Check;
import dev.stowage.stats.Candidate;
import dev.stowage.stats.DensityFit;
import dev.stowage.stats.Scores;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Parametric;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The density of one parameter of one class, and how it was found.
 *
 * @param observations finite observations
 * @param censored observations that the edges of the trace cut off
 * @param rejected observations that were NaN, infinite or impossible
 * @param low least value that a draw may have: the least observation
 * @param high largest value that a draw may have: the largest observation
 * @param note why this density, or what to beware of; empty if nothing is
 * @param density the chosen density
 * @param candidates all that were tried with their scores, best first
 * @param survival the Kaplan-Meier estimate; null unless observations were cut off at known lengths
 */
public record ParameterModel(
        long observations,
        long censored,
        long rejected,
        double low,
        double high,
        String note,
        Density density,
        List<Candidate> candidates,
        @Nullable Survival survival) {
    public ParameterModel {
        Check.notNegative("observations", observations);
        Check.notNegative("censored", censored);
        Check.notNegative("rejected", rejected);
        if (!(low <= high)) {
            throw new IllegalArgumentException(
                    "low = " + low + ", expected at most high = " + high);
        }
        candidates = List.copyOf(candidates);
    }

    /** What kind of density was chosen. */
    public DensityFit.Method method() {
        return DensityFit.Method.of(density);
    }

    /** Similarity of the histogram and the chosen density, if the density was scored. */
    public OptionalDouble similarity() {
        return candidates.stream()
                .filter(candidate -> candidate.density() == density)
                .map(Candidate::scores)
                .filter(Objects::nonNull)
                .mapToDouble(Scores::similarity)
                .findFirst();
    }

    /** The family nearest to the histogram, chosen or not, if any was tried. */
    public Optional<Candidate> nearestFamily() {
        return candidates.stream()
                .filter(c -> c.isConverged() && c.density() instanceof Parametric)
                .filter(c -> c.scores() != null)
                .min(Comparator.comparingDouble(ParameterModel::distance));
    }

    private static double distance(Candidate candidate) {
        Scores scores = candidate.scores();
        return scores == null ? 1 : scores.distance();
    }
}
