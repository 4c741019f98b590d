package dev.stowage.stats;

import org.jspecify.annotations.Nullable;

/**
 * One density that was tried on a sample.
 *
 * @param name family, or {@code kde}
 * @param density null if none could be found at all
 * @param scores null if there is no density or it could not be measured
 * @param isConverged true if the optimiser says that it found a maximum; a candidate that did not
 *     converge is never chosen
 * @param note why it did not converge, or what is special about it; empty if nothing is
 */
public record Candidate(
        String name,
        @Nullable Density density,
        @Nullable Scores scores,
        boolean isConverged,
        String note) {}
