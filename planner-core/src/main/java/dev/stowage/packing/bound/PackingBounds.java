package dev.stowage.packing.bound;

import dev.stowage.packing.CostBound;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackModelBuilder;
import java.math.BigDecimal;
import java.util.List;

/**
 * What no packing of all items of a problem can cost less than. Rigorous: whatever is worked out in
 * floating point only chooses between bounds that are worked out exactly.
 */
public final class PackingBounds {
    private PackingBounds() {}

    /** A bound that takes no heuristics to find: often the same as the best one, never above it. */
    public static CostBound quick(PackingProblem problem) {
        return of(PackModelBuilder.build(problem), Long.MAX_VALUE);
    }

    public static CostBound of(PackModel model, long maxMoves) {
        BoundProgramme programme = new BoundProgramme(model);
        List<BoundRow> rows = new BoundRows(model, programme).all();
        return programme.bound(rows).max(moves(model, maxMoves, programme));
    }

    /**
     * With so many moves only so many servers can be emptied. Rounded up to the next that sums of
     * costs can be.
     */
    private static CostBound moves(PackModel model, long maxMoves, BoundProgramme programme) {
        long least = new EmptiedServers(model).leastCost(maxMoves);
        return programme.bound(BigDecimal.valueOf(least), "moves that are allowed");
    }
}
