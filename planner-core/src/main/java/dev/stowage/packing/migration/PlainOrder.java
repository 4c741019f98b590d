package dev.stowage.packing.migration;

import dev.stowage.packing.migration.Moving.Unit;
import dev.stowage.packing.model.Merging;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An order in which each unit moves once, straight to where it goes, one after the other.
 *
 * <p>A move to a server that has room for all that still comes can't be in the way of any other,
 * and is made at once. What is left falls into parts that share no scarce server. Each is searched
 * depth first: what can be done depends only on which moves are made, so a set that failed is not
 * tried again. A part is given up at once if its moves wait for each other even where nothing but
 * what left counts. Exact up to {@link #MOST_SEARCHED} units and the work.
 */
final class PlainOrder {
    /** Units of one part that are searched. */
    static final int MOST_SEARCHED = 300;

    private final Moving moving;
    private final Work work;
    private final List<Unit> units;

    /** What still arrives. */
    private final Occupancy arriving;

    private final List<Integer> order = new ArrayList<>();
    private final List<int[]> left = new ArrayList<>();
    private final Set<BitSet> failed = new HashSet<>();
    private final List<List<Unit>> stuck = new ArrayList<>();

    /**
     * An order of moves.
     *
     * @param units all that still have to move
     */
    PlainOrder(Moving moving, List<Unit> units, Work work) {
        this.moving = moving;
        this.units = units;
        this.work = work;
        arriving = new Occupancy(moving.problem);
        for (Unit unit : units) {
            unit.items().forEach(item -> arriving.add(item, moving.target(item)));
        }
    }

    /** Makes all moves that an order was found for. */
    List<Unit> run() {
        BitSet all = new BitSet();
        all.set(0, units.size());
        makeSafe(all);
        for (BitSet part : parts(all)) {
            if (!search(part)) {
                stuck.add(part.stream().mapToObj(units::get).toList());
            }
        }
        return order.stream().map(units::get).toList();
    }

    /**
     * After a run: units for which no order was found, those that share scarce servers together.
     */
    List<List<Unit>> stuck() {
        return stuck;
    }

    /** Takes all moves back. */
    void undo() {
        undo(0);
    }

    private void make(int number) {
        Unit unit = units.get(number);
        order.add(number);
        left.add(moving.places(unit));
        moving.put(unit, unit.targets());
        unit.items().forEach(item -> arriving.remove(item, moving.target(item)));
    }

    private void undo(int mark) {
        while (order.size() > mark) {
            Unit unit = units.get(order.remove(order.size() - 1));
            moving.put(unit, left.remove(left.size() - 1));
            unit.items().forEach(item -> arriving.add(item, moving.target(item)));
        }
    }

    /** Makes all moves, one by one, that can't be in the way of others, and takes them out. */
    private void makeSafe(BitSet set) {
        int before;
        do {
            before = order.size();
            for (int i = set.nextSetBit(0); i >= 0; i = set.nextSetBit(i + 1)) {
                work.look();
                if (scarce(units.get(i)).isEmpty()
                        && moving.mayEnter(units.get(i), units.get(i).targets())) {
                    make(i);
                    set.clear(i);
                }
            }
        } while (order.size() > before);
    }

    /** Keys of places where a unit goes to and that have not room for all that still comes. */
    private List<Long> scarce(Unit unit) {
        List<Long> keys = new ArrayList<>();
        for (int item : unit.items()) {
            moving.occupancy.addScarce(item, moving.target(item), arriving, keys);
        }
        return keys;
    }

    /** Sets of units that share no scarce place, each set ascending. */
    private List<BitSet> parts(BitSet set) {
        Map<Long, List<Integer>> byPlace = new HashMap<>();
        for (int i : set.stream().toArray()) {
            scarce(units.get(i)).forEach(k -> byPlace.put(k, new ArrayList<>()));
        }
        for (int i : set.stream().toArray()) {
            for (int item : units.get(i).items()) {
                List<Long> keys = new ArrayList<>();
                moving.occupancy.addPlaces(item, moving.at(item), keys);
                moving.occupancy.addPlaces(item, moving.target(item), keys);
                for (long key : keys) {
                    List<Integer> users = byPlace.get(key);
                    if (users != null) {
                        users.add(i);
                    }
                }
            }
        }
        int[] members = set.stream().toArray();
        Merging sets = new Merging(members.length);
        byPlace.values()
                .forEach(
                        users ->
                                sets.join(
                                        users.stream()
                                                .mapToInt(i -> Arrays.binarySearch(members, i))
                                                .toArray()));
        List<BitSet> found = new ArrayList<>();
        int[] numbers = sets.numbers();
        for (int i = 0; i < members.length; i++) {
            if (numbers[i] == found.size()) {
                found.add(new BitSet());
            }
            found.get(numbers[i]).set(members[i]);
        }
        return found;
    }

    /** Orders a part; false, and nothing changed, if there is no order or none was found. */
    private boolean search(BitSet part) {
        if (work.isSpent() || failed.contains(part)) {
            return false;
        }
        if (isCircle(moving, part.stream().mapToObj(units::get).toList(), work)) {
            failed.add(part);
            return false;
        }
        if (part.cardinality() > MOST_SEARCHED) {
            work.giveUp();
            return false;
        }
        int mark = order.size();
        int cuts = work.cuts();
        for (int next : inTurn(part)) {
            work.look();
            if (moving.mayEnter(units.get(next), units.get(next).targets())) {
                make(next);
                BitSet rest = (BitSet) part.clone();
                rest.clear(next);
                makeSafe(rest);
                if (parts(rest).stream().allMatch(this::search)) {
                    return true;
                }
                undo(mark);
            }
        }
        if (work.cuts() == cuts) {
            failed.add(part);
        }
        return false;
    }

    /** What leaves a scarce place first. */
    private List<Integer> inTurn(BitSet part) {
        Set<Long> scarce = new HashSet<>();
        part.stream().forEach(i -> scarce.addAll(scarce(units.get(i))));
        return part.stream()
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> !leaves(units.get(i), scarce)))
                .toList();
    }

    private boolean leaves(Unit unit, Set<Long> places) {
        List<Long> keys = new ArrayList<>();
        unit.items().forEach(item -> moving.occupancy.addPlaces(item, moving.at(item), keys));
        return keys.stream().anyMatch(places::contains);
    }

    /** True if some units can't go even when all that can has left and entered nowhere. */
    static boolean isCircle(Moving moving, List<Unit> units, Work work) {
        List<Unit> waiting = units;
        List<Unit> gone = new ArrayList<>();
        boolean isSome = true;
        while (isSome && !waiting.isEmpty()) {
            List<Unit> left = new ArrayList<>();
            for (Unit unit : waiting) {
                work.look();
                if (moving.mayEnter(unit, unit.targets())) {
                    moving.withdraw(unit, moving.places(unit));
                    gone.add(unit);
                } else {
                    left.add(unit);
                }
            }
            isSome = left.size() < waiting.size();
            waiting = left;
        }
        for (Unit unit : gone) {
            unit.items().forEach(item -> moving.occupancy.add(item, moving.at(item)));
        }
        return !waiting.isEmpty();
    }
}
