package dev.stowage.packing.placement;

import dev.stowage.packing.CostBound;
import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Packing;
import java.math.BigDecimal;
import java.util.List;

/**
 * A packing and how good it is.
 *
 * @param packing the best that was found; breaks no rule, but may leave items without a place
 * @param bound what no packing of all items can cost less than
 * @param gap (cost - bound) / bound; infinite if only the bound is 0; NaN if items have no place
 * @param isOptimal true if all items have a place and the cost meets the bound
 * @param start name of the heuristic that the search started from
 * @param startCost cost of what that heuristic found
 * @param startUnplaced items without a place there
 * @param steps of the search
 * @param ended what ended the search, as {@link PlacementPlan.Result#ended} says it
 * @param parts what each part of the search came to
 * @param infeasibilities why items have no place, where that is known; empty if all have one
 */
public record PackedResult(
        Packing packing,
        CostBound bound,
        double gap,
        boolean isOptimal,
        String start,
        BigDecimal startCost,
        int startUnplaced,
        long steps,
        String ended,
        List<PlacementPlan.Part> parts,
        List<Infeasibility> infeasibilities) {
    public PackedResult {
        parts = List.copyOf(parts);
        infeasibilities = List.copyOf(infeasibilities);
    }
}
