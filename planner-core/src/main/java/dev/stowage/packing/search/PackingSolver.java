package dev.stowage.packing.search;

import dev.stowage.basis.Progress;
import dev.stowage.packing.CostBound;
import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Packing;
import dev.stowage.packing.PackingCheck;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.bound.PackingBounds;
import dev.stowage.packing.column.ColumnSearch;
import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.heuristic.Construction;
import dev.stowage.packing.heuristic.Homecoming;
import dev.stowage.packing.heuristic.Recreate;
import dev.stowage.packing.heuristic.ServerOrders;
import dev.stowage.packing.heuristic.Tightening;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackModelBuilder;
import dev.stowage.packing.model.PackState;
import dev.stowage.packing.moves.MoveTree;
import dev.stowage.packing.perfect.PerfectPacking;
import dev.stowage.packing.placement.PackedResult;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.packing.reason.InfeasibilityCheck;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for the cheapest packing of all items: fast heuristics, then a search from the best of
 * them, until the budget of work, steps or time is spent or the lower bound is met. What it returns
 * keeps all hard rules, which is checked, and is never worse than the best of the heuristics. Items
 * that it finds no place for stay without one; the result says why.
 */
public final class PackingSolver {
    /**
     * Part of the budget that ruin and recreate gets where local search follows, which takes more
     * CPU seconds for the same work (docs/validation.md).
     */
    private static final double FIRST_PART = 0.9;

    /** Part of the budget that it gets before column generation, and part of the rest of that. */
    private static final double BEFORE_COLUMNS = 0.1;

    private static final double COLUMNS = 0.7;

    /** Part of the rest that full servers get where nothing may be left over. */
    private static final double PERFECT = 0.7;

    /** Part of the rest that is spent on looking through all that a limit of moves leaves. */
    private static final double FEW_MOVES = 0.5;

    /** Work of column generation where steps limit the search. */
    private static final long WORK_BESIDE_STEPS = 100_000_000;

    private final PackModel model;
    private final PackingOptions options;
    private final Progress progress;
    private final Budget budget;
    private final List<PlacementPlan.Part> parts = new ArrayList<>();
    private CostBound bound;

    /** Why not all items can have a place, if that was proven before the search. */
    private List<Infeasibility> proven = List.of();

    /** True if all that the limit of moves leaves was looked through. */
    private boolean isLookedThrough;

    private PackingSolver(PackModel model, PackingOptions options, Progress progress) {
        this.model = model;
        this.options = options;
        this.progress = progress;
        this.budget = Budget.of(options);
        this.bound = new CostBound(BigDecimal.ZERO, "none");
    }

    /** Solves a problem. The same problem, seed and limits other than time give the same result. */
    public static PackedResult solve(
            PackingProblem problem, PackingOptions options, Progress progress) {
        return new PackingSolver(PackModelBuilder.build(problem), options, progress).solve();
    }

    private PackedResult solve() {
        progress.start("packing", -1);
        List<Construction.Start> starts = new Construction(model, maxMoves(), budget).all();
        Construction.Start start = best(starts);
        PackState state = start.state().copy();
        note(start.name(), state, 0);
        new Tightening(state, new ServerOrders(model).cheapest())
                .run(() -> budget.isGone(Construction.PART, state.looks));
        budget.spend(state.looks);
        note("tightening", state, 0);
        bound = PackingBounds.of(model, maxMoves());
        if (!isProvenImpossible(state)) {
            search(state, starts);
        }
        if (model.hasCurrent()) {
            new Homecoming(state).run();
        }
        progress.done();
        Packing packing = model.packing(state.serverOf);
        PackingCheck.require(packing, options);
        return result(packing, start);
    }

    private boolean isProvenImpossible(PackState state) {
        if (state.missing > 0) {
            Packing packing = model.packing(state.serverOf);
            proven = InfeasibilityCheck.proven(model, packing, options.maxMoves());
        }
        return !proven.isEmpty();
    }

    private List<Infeasibility> reasons(Packing packing) {
        if (packing.unplaced().isEmpty()) {
            return List.of();
        }
        if (!proven.isEmpty()) {
            return proven;
        }
        return isLookedThrough
                ? List.of(
                        InfeasibilityCheck.lookedThrough(
                                model, packing, options.maxMoves().getAsInt()))
                : InfeasibilityCheck.of(model, packing, options.maxMoves());
    }

    private void note(String part, PackState state, long steps) {
        int unplaced = model.packing(state.serverOf).unplaced().size();
        BigDecimal cost = BigDecimal.valueOf(state.cost, model.costScale);
        parts.add(new PlacementPlan.Part(part, cost, unplaced, steps));
    }

    private static Construction.Start best(List<Construction.Start> starts) {
        Construction.Start best = starts.get(0);
        for (Construction.Start each : starts) {
            if (each.state().isBetterThan(best.state())) {
                best = each;
            }
        }
        return best;
    }

    private void search(PackState state, List<Construction.Start> starts) {
        switch (options.search()) {
            case NONE -> columns(state, starts, true);
            case RECREATE -> {
                columns(state, starts, true);
                recreate(state, 1);
            }
            case LOCAL -> {
                columns(state, starts, true);
                local(state);
            }
            case FULL -> {
                recreate(state, BEFORE_COLUMNS);
                perfect(state, BEFORE_COLUMNS);
                fewMoves(state, BEFORE_COLUMNS);
                columns(state, starts, false);
                fewMoves(state, FEW_MOVES);
                perfect(state, PERFECT);
                recreate(state, FIRST_PART);
                local(state);
            }
        }
    }

    /** Column generation, where the bound isn't met yet and the problem is small enough. */
    private void columns(PackState state, List<Construction.Start> starts, boolean isForBoundOnly) {
        ColumnSearch search = new ColumnSearch(model, maxMoves(), options.seed(), bound);
        if (isOpen(state) && search.isFor()) {
            Budget part =
                    budget.part(isForBoundOnly ? Construction.PART : COLUMNS)
                            .orWork(WORK_BESIDE_STEPS);
            List<PackState> found = starts.stream().map(Construction.Start::state).toList();
            if (isForBoundOnly) {
                search.raise(state, found, part);
            } else {
                search.run(state, found, part);
            }
            budget.count(part);
            bound = search.bound();
            if (!isForBoundOnly) {
                note("column generation", state, 0);
            }
        }
    }

    /** Full servers, where the bound leaves no room to spare. */
    private void perfect(PackState state, double share) {
        PerfectPacking search = PerfectPacking.of(model, target(), options.seed());
        if (search != null && maxMoves() == Long.MAX_VALUE && isOpen(state)) {
            Budget part = budget.part(share).orWork(WORK_BESIDE_STEPS);
            search.run(state, part);
            budget.count(part);
            note("full servers", state, 0);
        }
    }

    /** All that so few moves can do, where they are limited. */
    private void fewMoves(PackState state, double share) {
        MoveTree tree = new MoveTree(model, maxMoves());
        if (isOpen(state) && maxMoves() < Long.MAX_VALUE && tree.isFor() && !isLookedThrough) {
            Budget part = budget.part(share).orWork(WORK_BESIDE_STEPS);
            isLookedThrough = tree.improve(state, target(), part);
            budget.count(part);
            note("few moves", state, 0);
            if (isLookedThrough && state.missing == 0) {
                BigDecimal cost = BigDecimal.valueOf(state.cost, model.costScale);
                bound = bound.max(new CostBound(cost, "all placements with so few moves"));
            }
        }
    }

    private boolean isOpen(PackState state) {
        return !isLookedThrough && (state.missing > 0 || state.cost > target());
    }

    private long target() {
        return steps(bound.value());
    }

    private void recreate(PackState state, double share) {
        if (isOpen(state)) {
            Budget part = budget.part(share);
            new Recreate(state, target(), options.seed(), part).run();
            budget.count(part);
            note("ruin and recreate", state, part.steps());
        }
    }

    private void local(PackState state) {
        if (isOpen(state)) {
            long before = budget.steps();
            new LocalSearch(target(), options.seed(), maxMoves()).improve(state, budget);
            note("local search by OptaPlanner", state, budget.steps() - before);
        }
    }

    private long maxMoves() {
        return options.maxMoves().isPresent() ? options.maxMoves().getAsInt() : Long.MAX_VALUE;
    }

    /** A bound in the model's steps, rounded up: costs are whole steps there. */
    private long steps(BigDecimal value) {
        return value.setScale(model.costScale, RoundingMode.CEILING)
                .unscaledValue()
                .longValueExact();
    }

    private PackedResult result(Packing packing, Construction.Start start) {
        boolean isComplete = packing.unplaced().isEmpty();
        boolean isOptimal = isComplete && packing.cost().compareTo(bound.value()) <= 0;
        Packing first = model.packing(start.state().serverOf);
        return new PackedResult(
                packing,
                bound,
                isComplete ? bound.gap(packing.cost()) : Double.NaN,
                isOptimal,
                start.name(),
                first.cost(),
                first.unplaced().size(),
                budget.steps(),
                ended(isOptimal),
                parts,
                reasons(packing));
    }

    private String ended(boolean isOptimal) {
        if (isOptimal) {
            return PlacementPlan.ENDED_BY_BOUND;
        }
        return switch (budget.end()) {
            case WORK -> PlacementPlan.ENDED_BY_WORK;
            case STEPS -> PlacementPlan.ENDED_BY_STEPS;
            case TIME -> PlacementPlan.ENDED_BY_TIME;
            case NONE -> PlacementPlan.ENDED_BY_HEURISTICS;
        };
    }
}
