package dev.stowage.stats;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The density that was chosen for a sample, and what it was chosen from.
 *
 * @param method how it was found
 * @param note why this method, or what to beware of; empty if nothing is
 * @param density the chosen one
 * @param candidates all that were tried, best first; empty unless families were tried
 * @param histogram of the sample; null if all observations are equal
 */
public record DensityFit(
        Method method,
        String note,
        Density density,
        List<Candidate> candidates,
        @Nullable Histogram histogram) {
    /** How a density was found. */
    public enum Method {
        /** The best of the families. */
        FAMILY("family"),
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

        /** As model files write it. */
        public String spelling() {
            return spelling;
        }
    }

    public DensityFit {
        candidates = List.copyOf(candidates);
    }
}
