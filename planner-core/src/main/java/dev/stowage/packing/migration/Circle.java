package dev.stowage.packing.migration;

import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Moves that wait for each other, each for room that another one takes: finds few of them that can
 * all enter their new servers once all of them are stopped.
 */
final class Circle {
    /** Units from which a circle is looked for, and units of one circle, at most. */
    private static final int MOST_TRIED = 64;

    private final Occupancy occupancy;
    private final List<List<Integer>> waiting;
    private final int[] at;
    private final int[] target;

    /**
     * Waiting moves.
     *
     * @param occupancy what is on the servers now; the same afterwards
     * @param waiting units of items, those that are cheapest to move first
     */
    Circle(Occupancy occupancy, List<List<Integer>> waiting, int[] at, int[] target) {
        this.occupancy = occupancy;
        this.waiting = waiting;
        this.at = at;
        this.target = target;
    }

    /**
     * The circle of the fewest items among those that are found; all that waits if none is.
     *
     * @throws IllegalStateException if not even all together can enter: the target breaks a rule
     */
    List<List<Integer>> smallest() {
        List<List<Integer>> best =
                waiting.stream()
                        .limit(MOST_TRIED)
                        .map(this::from)
                        .min(Comparator.comparingInt(Circle::items))
                        .orElseThrow();
        if (!canEnter(best)) {
            throw new IllegalStateException("no way to a placement that breaks rules: " + best);
        }
        return best;
    }

    private static int items(List<List<Integer>> units) {
        return units.stream().mapToInt(List::size).sum();
    }

    /** Grows a circle by what stands in the way of it, until it can enter. */
    private List<List<Integer>> from(List<Integer> first) {
        List<List<Integer>> circle = new ArrayList<>(List.of(first));
        while (!canEnter(circle)) {
            List<Integer> next =
                    circle.size() < MOST_TRIED
                            ? waiting.stream()
                                    .filter(unit -> !circle.contains(unit))
                                    .filter(unit -> isInTheWay(unit, circle))
                                    .findFirst()
                                    .orElse(null)
                            : null;
            if (next == null) {
                return new ArrayList<>(waiting);
            }
            circle.add(next);
        }
        return circle;
    }

    private boolean isInTheWay(List<Integer> unit, List<List<Integer>> circle) {
        return circle.stream()
                .flatMap(List::stream)
                .anyMatch(item -> unit.stream().anyMatch(other -> at[other] == target[item]));
    }

    /** True if all can go where they go once none of them is where it was; changes nothing. */
    private boolean canEnter(List<List<Integer>> circle) {
        List<Integer> items = circle.stream().flatMap(List::stream).toList();
        items.forEach(item -> occupancy.remove(item, at[item]));
        int entered = 0;
        while (entered < items.size() && enter(items.get(entered))) {
            entered++;
        }
        items.subList(0, entered).forEach(item -> occupancy.remove(item, target[item]));
        items.forEach(item -> occupancy.add(item, at[item]));
        return entered == items.size();
    }

    private boolean enter(int item) {
        boolean may =
                occupancy.hasRoom(item, target[item])
                        && occupancy.mayJoin(item, target[item], PackModel.NONE);
        if (may) {
            occupancy.add(item, target[item]);
        }
        return may;
    }
}
