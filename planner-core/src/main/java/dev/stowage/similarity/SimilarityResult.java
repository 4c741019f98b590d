package dev.stowage.similarity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is said of how like each other two sides are.
 *
 * @param comparison both sides, the second one as it was drawn first if several were
 * @param replay what a cluster made of these; null if their tasks cover no common time
 * @param repeated every figure over the workloads that were drawn; empty if it was one
 * @param verdict what tolerances say, of the medians if several were drawn; null without
 */
public record SimilarityResult(
        Comparison comparison,
        @Nullable ReplayPair replay,
        List<RepeatedFigure> repeated,
        @Nullable Verdict verdict) {
    public SimilarityResult {
        repeated = List.copyOf(repeated);
    }

    /** How many workloads were drawn, or 1. */
    public int workloads() {
        return repeated.isEmpty() ? 1 : repeated.get(0).workloads().size();
    }
}
