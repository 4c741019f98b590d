package dev.stowage.packing.migration;

import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.migration.Moving.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Orders the moves from one placement to another so that no server is ever given more than it has:
 * an item takes its demand on both servers while it moves, and what leaves in a step makes room
 * only for the next one.
 *
 * <p>First all that can move does, step by step. Where that gets stuck, an order is looked for in
 * which each item moves once ({@link PlainOrder}); where there is none, the best way with detours
 * and stops ({@link WaySearch}). What is too large for both is led through free space by a quick
 * choice ({@link Detours}), and what finds none is stopped, as little as is found ({@link Circle}).
 * What stays is not asked to step aside.
 *
 * <p>Spread rules hold at every moment as far as they held before; items that must be together move
 * in one step. What is new starts after the last step; what runs and has no place any more is gone
 * before the first one. O(steps * moves), and a limited work for what gets stuck.
 */
public final class MigrationPlanner {
    /**
     * Units whose ways are looked through, at most: there are as many moments as ways to put them.
     */
    private static final int MOST_EXACT = 24;

    /** Looks for orders, and for ways of one set of units: about a second. */
    private static final long LOOKS = 2_000_000;

    /** Looks for ways of all sets of units. */
    private static final long ALL_LOOKS = 5_000_000;

    private final PackingProblem problem;
    private final int[] from;
    private final int[] to;
    private final Moving moving;
    private final List<Steps.Action> order = new ArrayList<>();
    private final Work work = new Work(LOOKS);
    private final Work workForWays = new Work(ALL_LOOKS);
    private boolean isShown = true;

    private MigrationPlanner(PackingProblem problem, int[] from, int[] to) {
        this.problem = problem;
        this.from = from;
        this.to = to;
        this.moving = new Moving(problem, from, to);
    }

    /**
     * The moves from a placement to another.
     *
     * @param problem what both are placements of
     * @param from server by item; -1 if it runs nowhere: such an item is started, not moved
     * @param to server by item, a placement that keeps all rules; -1 if it has no place: such an
     *     item is not moved
     */
    public static Migration plan(PackingProblem problem, int[] from, int[] to) {
        return new MigrationPlanner(problem, from, to).plan();
    }

    private Migration plan() {
        List<Unit> units = moving.waiting();
        List<int[]> start = units.stream().map(moving::places).toList();
        if (!goStraight(units).isEmpty()) {
            for (int i = 0; i < start.size(); i++) {
                moving.put(units.get(i), start.get(i));
            }
            order.clear();
            goAround(units);
        }
        return Steps.of(new Moving(problem, from, to), order, isShown);
    }

    /** Moves all that can, round by round; what is left. */
    private List<Unit> goStraight(List<Unit> units) {
        List<Unit> waiting = units;
        boolean isSome = true;
        while (isSome && !waiting.isEmpty()) {
            List<Unit> now = new ArrayList<>();
            List<Unit> left = new ArrayList<>();
            for (Unit unit : waiting) {
                (moving.enter(unit, unit.targets()) ? now : left).add(unit);
            }
            for (Unit unit : now) {
                moving.leave(unit, unit.targets());
                order.add(Steps.Action.move(unit, unit.targets()));
            }
            isSome = !now.isEmpty();
            waiting = left;
        }
        return waiting;
    }

    private void goAround(List<Unit> units) {
        isShown = isEach(units);
        Detours detours = new Detours(moving, units);
        Set<Integer> used = moving.used();
        List<Unit> waiting = units;
        do {
            waiting = makeWay(goStraight(looked(waiting, used)), detours, used);
            while (waiting.size() > PlainOrder.MOST_SEARCHED) {
                waiting = makeWay(goStraight(waiting), detours, used);
            }
        } while (!waiting.isEmpty());
    }

    /** Makes all moves that an order or a best way was found for; what is left. */
    private List<Unit> looked(List<Unit> waiting, Set<Integer> used) {
        PlainOrder plain = new PlainOrder(moving, waiting, work);
        List<Unit> moved = plain.run();
        if (!plain.stuck().isEmpty() && waiting.size() <= MOST_EXACT) {
            plain.undo();
            if (search(waiting, used)) {
                return List.of();
            }
            moved.forEach(unit -> moving.put(unit, unit.targets()));
        }
        isShown &= plain.stuck().isEmpty();
        for (Unit unit : moved) {
            order.add(Steps.Action.move(unit, unit.targets()));
        }
        List<Unit> left = new ArrayList<>();
        for (List<Unit> part : plain.stuck()) {
            if (part.size() > MOST_EXACT || !search(part, used)) {
                left.addAll(part);
            }
        }
        return left;
    }

    /** True if all that a way can do to units is looked at: none could move within its domain. */
    private boolean isEach(List<Unit> units) {
        Set<Integer> moving = new HashSet<>();
        units.forEach(unit -> moving.addAll(unit.items()));
        return problem.rules().stream()
                .filter(rule -> rule instanceof PackRule.Together)
                .filter(rule -> rule.scope() == PackRule.Scope.DOMAIN)
                .allMatch(rule -> Collections.disjoint(rule.items(), moving));
    }

    /** Makes the best way of units, if the work suffices to find it. */
    private boolean search(List<Unit> units, Set<Integer> used) {
        if (problem.servers().size() > WaySearch.MOST_SERVERS) {
            return false;
        }
        Optional<List<Steps.Action>> found =
                new WaySearch(moving, units, used, workForWays.part(LOOKS)).best();
        found.ifPresent(actions -> actions.forEach(this::make));
        return found.isPresent();
    }

    private void make(Steps.Action action) {
        order.add(action);
        for (int u = 0; u < action.units().size(); u++) {
            moving.put(action.units().get(u), action.places().get(u));
        }
    }

    /** Lets some of what waits for each other step aside, or stops some; what still waits. */
    private List<Unit> makeWay(List<Unit> waiting, Detours detours, Set<Integer> used) {
        if (waiting.isEmpty()) {
            return waiting;
        }
        List<Detours.Aside> asides = detours.cheapest(waiting);
        if (!asides.isEmpty()) {
            make(
                    new Steps.Action(
                            asides.stream().map(Detours.Aside::unit).toList(),
                            asides.stream().map(Detours.Aside::places).toList(),
                            false));
            asides.forEach(aside -> used.add(aside.server()));
            return waiting;
        }
        List<Unit> circle = new Circle(moving, waiting).smallest();
        make(new Steps.Action(circle, circle.stream().map(Unit::targets).toList(), true));
        return waiting.stream().filter(unit -> !circle.contains(unit)).toList();
    }
}
