package dev.stowage.packing.migration;

import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.model.Merging;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the items are that run and have a place, at a moment on the way to another placement. Not
 * thread-safe.
 */
final class Moving {
    final PackingProblem problem;
    final Occupancy occupancy;
    private final int[] at;
    private final int[] target;

    /** At the start: what runs and has no place is gone. */
    Moving(PackingProblem problem, int[] from, int[] to) {
        this.problem = problem;
        this.at = from.clone();
        this.target = to;
        occupancy = new Occupancy(problem);
        for (int item = 0; item < at.length; item++) {
            if (at[item] >= 0 && target[item] >= 0) {
                occupancy.add(item, at[item]);
            }
        }
    }

    int at(int item) {
        return at[item];
    }

    int target(int item) {
        return target[item];
    }

    /**
     * Items that move in one: those that must stay together, or one.
     *
     * @param targets where they go, by item
     * @param bytes to carry
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by identity, never changed
    record Unit(List<Integer> items, int[] targets, long bytes) {
        Unit {
            items = List.copyOf(items);
        }
    }

    /** What is not where it goes, small units first. */
    List<Unit> waiting() {
        Merging merging = new Merging(at.length);
        for (PackRule rule : problem.rules()) {
            if (rule instanceof PackRule.Together) {
                merging.join(rule.items().stream().mapToInt(item -> item).toArray());
            }
        }
        int[] unitOf = merging.numbers();
        Map<Integer, List<Integer>> units = new LinkedHashMap<>();
        for (int item = 0; item < at.length; item++) {
            if (at[item] >= 0 && target[item] >= 0 && at[item] != target[item]) {
                units.computeIfAbsent(unitOf[item], u -> new ArrayList<>()).add(item);
            }
        }
        return units.values().stream()
                .map(
                        items ->
                                new Unit(
                                        items,
                                        items.stream().mapToInt(item -> target[item]).toArray(),
                                        bytes(items)))
                .sorted(Comparator.comparingLong(Unit::bytes))
                .toList();
    }

    private long bytes(List<Integer> items) {
        return items.stream().mapToLong(item -> problem.items().get(item).moveBytes()).sum();
    }

    /** Items that must be together with some that don't move: they go nowhere else on the way. */
    Set<Integer> tied(List<Unit> units) {
        Set<Integer> moving = new HashSet<>();
        units.forEach(unit -> moving.addAll(unit.items()));
        Set<Integer> found = new HashSet<>();
        for (PackRule rule : problem.rules()) {
            if (rule instanceof PackRule.Together && !moving.containsAll(rule.items())) {
                found.addAll(rule.items());
            }
        }
        return found;
    }

    /** Servers in use before or after. */
    Set<Integer> used() {
        Set<Integer> used = new HashSet<>();
        for (int item = 0; item < at.length; item++) {
            used.add(at[item]);
            used.add(target[item]);
        }
        used.remove(-1);
        return used;
    }

    /** Where the items of a unit are. */
    int[] places(Unit unit) {
        return unit.items().stream().mapToInt(item -> at[item]).toArray();
    }

    /** One server for each item of a unit. */
    static int[] all(Unit unit, int server) {
        int[] places = new int[unit.items().size()];
        Arrays.fill(places, server);
        return places;
    }

    /**
     * Adds a unit to servers, without taking it away yet.
     *
     * @return false, and nothing changed, if one of its items can't enter
     */
    boolean enter(Unit unit, int[] servers) {
        for (int i = 0; i < servers.length; i++) {
            int item = unit.items().get(i);
            if (!occupancy.hasRoom(item, servers[i])
                    || !occupancy.mayJoin(item, servers[i], at[item])) {
                for (int undone = 0; undone < i; undone++) {
                    occupancy.remove(unit.items().get(undone), servers[undone]);
                }
                return false;
            }
            occupancy.add(item, servers[i]);
        }
        return true;
    }

    /** Takes back what {@link #enter} added. */
    void withdraw(Unit unit, int[] servers) {
        for (int i = 0; i < servers.length; i++) {
            occupancy.remove(unit.items().get(i), servers[i]);
        }
    }

    /** Ends a move: a unit that entered servers leaves where it was. */
    void leave(Unit unit, int[] servers) {
        for (int i = 0; i < servers.length; i++) {
            int item = unit.items().get(i);
            occupancy.remove(item, at[item]);
            at[item] = servers[i];
        }
    }

    /** True if a unit could enter servers now, both copies counted. */
    boolean mayEnter(Unit unit, int[] servers) {
        boolean enters = enter(unit, servers);
        if (enters) {
            withdraw(unit, servers);
        }
        return enters;
    }

    /** Puts a unit on servers, whether it fits or not. */
    void put(Unit unit, int[] servers) {
        for (int i = 0; i < servers.length; i++) {
            occupancy.add(unit.items().get(i), servers[i]);
        }
        leave(unit, servers);
    }

    /** True if units can go where they go once none of them is where it was; changes nothing. */
    boolean canSwap(List<Unit> units) {
        units.forEach(unit -> withdraw(unit, places(unit)));
        int entered = 0;
        while (entered < units.size() && enterStopped(units.get(entered))) {
            entered++;
        }
        units.subList(0, entered).forEach(unit -> withdraw(unit, unit.targets()));
        for (Unit unit : units) {
            for (int item : unit.items()) {
                occupancy.add(item, at[item]);
            }
        }
        return entered == units.size();
    }

    private boolean enterStopped(Unit unit) {
        for (int i = 0; i < unit.items().size(); i++) {
            int item = unit.items().get(i);
            if (!occupancy.hasRoom(item, target[item])
                    || !occupancy.mayJoin(item, target[item], -1)) {
                for (int undone : unit.items().subList(0, i)) {
                    occupancy.remove(undone, target[undone]);
                }
                return false;
            }
            occupancy.add(item, target[item]);
        }
        return true;
    }
}
