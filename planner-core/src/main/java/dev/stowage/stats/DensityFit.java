package dev.stowage.stats;

import dev.stowage.stats.density.Atomic;
import dev.stowage.stats.density.Counting;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Empirical;
import dev.stowage.stats.density.GeneralisedPareto;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.density.Piecewise;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The density that was chosen for a sample, and what it was chosen from.
 *
 * @param note why this method, or what to beware of; empty if nothing is
 * @param density the chosen one
 * @param candidates all that were tried, best first; empty unless families were tried
 * @param histogram of the sample; null if all observations are equal
 */
public record DensityFit(
        String note, Density density, List<Candidate> candidates, @Nullable Histogram histogram) {
    /** How a density was found. */
    public enum Method {
        /** The best of the families. */
        FAMILY("family"),
        /** The best of the families of counts. */
        COUNTS("counts"),
        /** Several densities side by side; one of them may be a Pareto tail. */
        PIECEWISE("piecewise"),
        /** Frequent values and a density for the rest. */
        ATOMS("atoms"),
        /** A kernel density. */
        KDE("kde"),
        /** The observed values themselves. */
        EMPIRICAL("empirical"),
        /** The one value that was observed. */
        CONSTANT("constant");

        private final String spelling;

        Method(String spelling) {
            this.spelling = spelling;
        }

        /** What kind of density this is. */
        public static Method of(Density density) {
            if (density instanceof Parametric || density instanceof GeneralisedPareto) {
                return FAMILY;
            }
            if (density instanceof Counting) {
                return COUNTS;
            }
            if (density instanceof Piecewise) {
                return PIECEWISE;
            }
            if (density instanceof Atomic) {
                return ATOMS;
            }
            if (density instanceof KernelDensity) {
                return KDE;
            }
            return density instanceof Empirical ? EMPIRICAL : CONSTANT;
        }

        /** As model files write it. */
        public String spelling() {
            return spelling;
        }
    }

    public DensityFit {
        candidates = List.copyOf(candidates);
    }

    /** How the density was found. */
    public Method method() {
        return Method.of(density);
    }
}
