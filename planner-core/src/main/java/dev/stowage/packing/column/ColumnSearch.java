package dev.stowage.packing.column;

import dev.stowage.packing.CostBound;
import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Bounds, packings and proofs by column generation, where a problem is small enough for it: first
 * the bound of the whole, then dives, then branch and price.
 */
public final class ColumnSearch {
    /** Types of units and places up to which it is tried. */
    private static final int MOST_TYPES = 1_100;

    private static final int MOST_PLACES = 64;

    /** Units up to which it branches. */
    private static final int MOST_UNITS = 250;

    /** Part of the budget for dives where branching follows. */
    private static final double DIVES = 0.3;

    private final PackModel model;
    private final long maxMoves;
    private final long seed;
    private final Money money;
    private final Places places;
    private CostBound bound;

    public ColumnSearch(PackModel model, long maxMoves, long seed, CostBound bound) {
        this.model = model;
        this.maxMoves = maxMoves;
        this.seed = seed;
        this.bound = bound;
        this.money = Money.of(model);
        this.places = Places.of(model);
    }

    /** True if it is made for problems like this. */
    public boolean isFor() {
        return places.count() <= MOST_PLACES
                && !places.isOverfull()
                && model.aboveAnyCost > 1
                && PatternSpace.grouped(places).types <= MOST_TYPES;
    }

    /** The best bound so far. */
    public CostBound bound() {
        return bound;
    }

    /** Searches until the bound is met or the budget spent; the state is never worse afterwards. */
    public void run(PackState state, List<PackState> starts, Budget budget) {
        ColumnGeneration programme = bound(state, starts, budget);
        if (maxMoves < Long.MAX_VALUE) {
            return;
        }
        boolean isBranched = model.units <= MOST_UNITS;
        dive(programme, state, budget, isBranched ? DIVES : 1);
        if (isBranched && !isMet(state) && !budget.isEmpty()) {
            BranchAndPrice tree = new BranchAndPrice(state, money, maxMoves, budget);
            raise(tree.run(places, steps()), "branch and price");
        }
    }

    /** Looks for a bound only. */
    public void raise(PackState state, List<PackState> starts, Budget budget) {
        bound(state, starts, budget);
    }

    private ColumnGeneration bound(PackState state, List<PackState> starts, Budget budget) {
        PatternSpace space = PatternSpace.grouped(places);
        ColumnGeneration programme = new ColumnGeneration(space, money, budget);
        space.patterns(state).forEach(programme::add);
        starts.forEach(start -> space.patterns(start).forEach(programme::add));
        programme.run(target(state), Integer.MAX_VALUE);
        raise(programme.bound(), "column generation");
        return programme;
    }

    private void dive(ColumnGeneration programme, PackState state, Budget budget, double share) {
        if (!isMet(state)) {
            BooleanSupplier isOver = budget.after(share);
            new Dive(programme, maxMoves, seed, isOver).improve(state, steps());
        }
    }

    private boolean isMet(PackState state) {
        return state.missing == 0 && state.cost <= steps();
    }

    private long target(PackState state) {
        return state.missing > 0 ? model.aboveAnyCost : state.cost;
    }

    private long steps() {
        return bound.value()
                .setScale(model.costScale, RoundingMode.CEILING)
                .unscaledValue()
                .longValueExact();
    }

    private void raise(long steps, String method) {
        if (steps < model.aboveAnyCost) {
            bound = bound.max(new CostBound(BigDecimal.valueOf(steps, model.costScale), method));
        }
    }
}
