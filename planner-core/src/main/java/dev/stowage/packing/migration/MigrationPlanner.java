package dev.stowage.packing.migration;

import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackingProblem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Orders the moves from one placement to another so that no server is ever given more than it has:
 * an item takes its demand on both servers while it moves, and what leaves in a step makes room
 * only for the next one. A circle of moves that wait for each other is broken by moving one of them
 * to free space first (a detour); where there is none, as few of them as it takes are stopped and
 * then started on their new servers, in one step.
 *
 * <p>Spread rules hold at every moment as far as they held before; items that must be together move
 * in one step. What is new starts after the last step; what runs and has no place any more is gone
 * before the first one. O(steps * moves), for a circle O(moves * servers) more.
 */
public final class MigrationPlanner {
    private final PackingProblem problem;
    private final int[] at;
    private final int[] target;
    private final Occupancy occupancy;
    private final List<Migration.Move> moves = new ArrayList<>();
    private List<List<Integer>> waiting;

    /** Items that must be together with some that don't move: they go nowhere else on the way. */
    private final Set<Integer> tied;

    /** Servers in use before or after first: a spare one is the last resort. */
    private final int[] detourOrder;

    private int step;

    private MigrationPlanner(PackingProblem problem, int[] from, int[] to) {
        this.problem = problem;
        this.at = from.clone();
        this.target = to;
        occupancy = new Occupancy(problem);
        for (int item = 0; item < at.length; item++) {
            if (at[item] >= 0 && target[item] >= 0) {
                occupancy.add(item, at[item]);
            }
        }
        waiting = units();
        tied = tied();
        detourOrder = detourOrder();
    }

    private Set<Integer> tied() {
        Set<Integer> moving = new HashSet<>();
        waiting.forEach(moving::addAll);
        Set<Integer> found = new HashSet<>();
        for (PackRule rule : problem.rules()) {
            if (rule instanceof PackRule.Together && !moving.containsAll(rule.items())) {
                found.addAll(rule.items());
            }
        }
        return found;
    }

    private int[] detourOrder() {
        Set<Integer> used = new HashSet<>();
        for (int item = 0; item < at.length; item++) {
            used.add(at[item]);
            used.add(target[item]);
        }
        return IntStream.range(0, problem.servers().size())
                .boxed()
                .sorted(Comparator.comparing(server -> !used.contains(server)))
                .mapToInt(server -> server)
                .toArray();
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
        while (!waiting.isEmpty()) {
            step++;
            List<Migration.Move> made = direct();
            if (made.isEmpty()) {
                made = detour();
            }
            if (made.isEmpty()) {
                made = stopAndStart();
            }
            finish(made);
        }
        return new Migration(moves, step);
    }

    /** Stops some units that wait for each other and starts them where they go. */
    private List<Migration.Move> stopAndStart() {
        List<Migration.Move> made = new ArrayList<>();
        for (List<Integer> unit : new Circle(occupancy, waiting, at, target).smallest()) {
            waiting.remove(unit);
            for (int item : unit) {
                occupancy.add(item, target[item]);
                made.add(new Migration.Move(step, item, at[item], target[item], false, true));
            }
        }
        return made;
    }

    /** Items that move, those that must stay together in one list; small ones first. */
    private List<List<Integer>> units() {
        int[] leader = IntStream.range(0, at.length).toArray();
        for (PackRule rule : problem.rules()) {
            if (rule instanceof PackRule.Together) {
                int first = leader(leader, rule.items().get(0));
                rule.items().forEach(item -> leader[leader(leader, item)] = first);
            }
        }
        Map<Integer, List<Integer>> units = new LinkedHashMap<>();
        for (int item = 0; item < at.length; item++) {
            if (at[item] >= 0 && target[item] >= 0 && at[item] != target[item]) {
                units.computeIfAbsent(leader(leader, item), l -> new ArrayList<>()).add(item);
            }
        }
        return units.values().stream()
                .sorted(Comparator.comparingLong(this::bytes))
                .collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
    }

    private static int leader(int[] leader, int item) {
        int at = item;
        while (leader[at] != at) {
            leader[at] = leader[leader[at]];
            at = leader[at];
        }
        return at;
    }

    private long bytes(List<Integer> unit) {
        return unit.stream().mapToLong(item -> problem.items().get(item).moveBytes()).sum();
    }

    /** Every unit that can go where it shall, now. */
    private List<Migration.Move> direct() {
        List<Migration.Move> made = new ArrayList<>();
        List<List<Integer>> left = new ArrayList<>();
        for (List<Integer> unit : waiting) {
            if (!enter(unit, -1, made)) {
                left.add(unit);
            }
        }
        waiting = left;
        return made;
    }

    /**
     * Adds a unit to where it goes, without taking it away yet.
     *
     * @param detour server to go to instead; -1 for the target
     * @return false, and nothing changed, if one of its items can't enter
     */
    private boolean enter(List<Integer> unit, int detour, List<Migration.Move> made) {
        int before = made.size();
        for (int item : unit) {
            int to = detour < 0 ? target[item] : detour;
            if (!occupancy.hasRoom(item, to) || !occupancy.mayJoin(item, to, at[item])) {
                List<Migration.Move> undone = made.subList(before, made.size());
                undone.forEach(move -> occupancy.remove(move.item(), move.to()));
                undone.clear();
                return false;
            }
            occupancy.add(item, to);
            made.add(new Migration.Move(step, item, at[item], to, detour >= 0, false));
        }
        return true;
    }

    private void finish(List<Migration.Move> made) {
        for (Migration.Move move : made) {
            occupancy.remove(move.item(), move.from());
            at[move.item()] = move.to();
        }
        moves.addAll(made);
    }

    /** Moves to free space what keeps a unit from where it goes; the first that this helps. */
    private List<Migration.Move> detour() {
        Map<Integer, List<List<Integer>>> byServer = new HashMap<>();
        for (List<Integer> unit : waiting) {
            unit.stream()
                    .map(item -> at[item])
                    .distinct()
                    .forEach(s -> byServer.computeIfAbsent(s, x -> new ArrayList<>()).add(unit));
        }
        for (List<Integer> blocked : waiting) {
            List<Migration.Move> made = new ArrayList<>();
            if (makeRoom(blocked, byServer, made)) {
                return made;
            }
            made.forEach(move -> occupancy.remove(move.item(), move.to()));
        }
        return List.of();
    }

    /** Detours, one by one, until the unit could enter once they are made. */
    private boolean makeRoom(
            List<Integer> blocked,
            Map<Integer, List<List<Integer>>> byServer,
            List<Migration.Move> made) {
        Set<List<Integer>> standing = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int item : blocked) {
            for (List<Integer> other : byServer.getOrDefault(target[item], List.of())) {
                if (other != blocked && standing.add(other) && stepAside(other, blocked, made)) {
                    if (wouldEnter(blocked, made)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean stepAside(
            List<Integer> unit, List<Integer> blocked, List<Migration.Move> made) {
        if (unit.stream().anyMatch(tied::contains)) {
            return false;
        }
        for (int server : detourOrder) {
            if (isElsewhere(server, unit, blocked) && enter(unit, server, made)) {
                return true;
            }
        }
        return false;
    }

    /** True if the server is neither where the unit is nor where the blocked one goes. */
    private boolean isElsewhere(int server, List<Integer> unit, List<Integer> blocked) {
        return unit.stream().noneMatch(item -> at[item] == server)
                && blocked.stream().noneMatch(item -> target[item] == server);
    }

    private boolean wouldEnter(List<Integer> blocked, List<Migration.Move> made) {
        made.forEach(move -> occupancy.remove(move.item(), move.from()));
        List<Migration.Move> tried = new ArrayList<>();
        boolean enters = enter(blocked, -1, tried);
        tried.forEach(move -> occupancy.remove(move.item(), move.to()));
        made.forEach(move -> occupancy.add(move.item(), move.from()));
        return enters;
    }
}
