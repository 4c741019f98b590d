package dev.stowage.packing;

import dev.stowage.model.Progress;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Looks for the cheapest packing of all items: fast heuristics, then a search from the best of
 * them, until the time or the steps are over or the lower bound is met. What it returns keeps all
 * hard rules, which is checked, and is never worse than the best of the heuristics. Items that it
 * finds no place for stay without one; the result says why.
 */
public final class PackingSolver {
    /** Part of the time after which no further heuristic is begun. */
    private static final double HEURISTICS_PART = 0.3;

    /** Part of time and steps that ruin and recreate gets where local search follows. */
    private static final double FIRST_PART = 0.6;

    private final PackModel model;
    private final PackingOptions options;
    private final Progress progress;

    private PackingSolver(PackModel model, PackingOptions options, Progress progress) {
        this.model = model;
        this.options = options;
        this.progress = progress;
    }

    /** Solves a problem. The same problem, seed and step limit give the same result. */
    public static PackedResult solve(
            PackingProblem problem, PackingOptions options, Progress progress) {
        return new PackingSolver(PackModelBuilder.build(problem), options, progress).solve();
    }

    private PackedResult solve() {
        long started = System.nanoTime();
        progress.start("packing", -1);
        long maxMoves = maxMoves();
        List<Construction.Start> starts =
                new Construction(model, maxMoves, () -> isLate(started)).all();
        Construction.Start start = best(starts);
        PackState state = start.state().copy();
        new Tightening(state, new ServerOrders(model).cheapest()).run(() -> isLate(started));
        CostBound bound = bound(state, starts, started);
        Deadline deadline = deadline(started);
        search(state, steps(bound.value()), deadline);
        if (model.hasCurrent()) {
            new Homecoming(state).run();
        }
        progress.done();
        Packing packing = model.packing(state.serverOf);
        PackingCheck.require(packing, options);
        return result(packing, bound, start, deadline);
    }

    /** With configurations only if the first bound isn't met anyway. */
    private CostBound bound(PackState state, List<Construction.Start> starts, long started) {
        CostBound bound = PackingBounds.of(model, maxMoves());
        boolean isMet = state.unplacedItems == 0 && state.cost <= steps(bound.value());
        return isMet || state.unplacedItems > 0
                ? bound
                : PackingBounds.improved(model, bound, starts, () -> isLate(started));
    }

    /** True if heuristics took their part of the time; never with a step limit, see there. */
    private boolean isLate(long started) {
        double spent = System.nanoTime() - started;
        return options.stepLimit().isEmpty()
                && spent > HEURISTICS_PART * options.solveTime().toNanos();
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

    private Deadline deadline(long started) {
        long left = options.solveTime().toNanos() - (System.nanoTime() - started);
        OptionalLong limit = options.stepLimit();
        return new Deadline(left, limit.orElse(Long.MAX_VALUE));
    }

    private void search(PackState state, long target, Deadline deadline) {
        long seed = options.seed();
        switch (options.search()) {
            case NONE -> {}
            case RECREATE -> new Recreate(state, target, seed, deadline).run();
            case LOCAL -> local(state, target, deadline);
            case FULL -> {
                Deadline first = deadline.part(FIRST_PART);
                new Recreate(state, target, seed, first).run();
                deadline.count(first.steps(), first.isTimed());
                local(state, target, deadline);
            }
        }
    }

    private void local(PackState state, long target, Deadline deadline) {
        if (state.unplacedItems > 0 || state.cost > target) {
            new LocalSearch(target, options.seed(), maxMoves()).improve(state, deadline);
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

    private PackedResult result(
            Packing packing, CostBound bound, Construction.Start start, Deadline deadline) {
        boolean isComplete = packing.unplaced().isEmpty();
        Packing first = model.packing(start.state().serverOf);
        List<String> notes = new ArrayList<>();
        if (options.stepLimit().isPresent() && deadline.isTimed()) {
            notes.add(
                    "The time ended the search before its steps did: another machine may find"
                            + " another packing.");
        }
        return new PackedResult(
                packing,
                bound,
                isComplete ? bound.gap(packing.cost()) : Double.NaN,
                isComplete && packing.cost().compareTo(bound.value()) <= 0,
                start.name(),
                first.cost(),
                first.unplaced().size(),
                deadline.steps(),
                deadline.isTimed(),
                isComplete ? List.of() : InfeasibilityCheck.of(model, packing),
                notes);
    }
}
