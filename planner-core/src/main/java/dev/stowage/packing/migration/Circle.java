package dev.stowage.packing.migration;

import dev.stowage.packing.migration.Moving.Unit;
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

    private final Moving moving;
    private final List<Unit> waiting;

    /**
     * Waiting moves.
     *
     * @param moving where everything is; the same afterwards
     * @param waiting those that are cheapest to move first
     */
    Circle(Moving moving, List<Unit> waiting) {
        this.moving = moving;
        this.waiting = waiting;
    }

    /**
     * The circle of the fewest items among those that are found; all that waits if none is.
     *
     * @throws IllegalStateException if not even all together can enter: the target breaks a rule
     */
    List<Unit> smallest() {
        List<Unit> best =
                waiting.stream()
                        .limit(MOST_TRIED)
                        .map(this::from)
                        .min(Comparator.comparingInt(Circle::items))
                        .orElseThrow();
        if (!moving.canSwap(best)) {
            throw new IllegalStateException("no way to a placement that breaks rules: " + best);
        }
        return best;
    }

    private static int items(List<Unit> units) {
        return units.stream().mapToInt(unit -> unit.items().size()).sum();
    }

    /** Grows a circle by what stands in the way of it, until it can enter. */
    private List<Unit> from(Unit first) {
        List<Unit> circle = new ArrayList<>(List.of(first));
        while (!moving.canSwap(circle)) {
            Unit next =
                    circle.size() < MOST_TRIED
                            ? waiting.stream()
                                    .filter(unit -> !circle.contains(unit))
                                    .filter(unit -> isInTheWay(unit, circle))
                                    .findFirst()
                                    .orElse(null)
                            : null;
            if (next == null) {
                return waiting;
            }
            circle.add(next);
        }
        return circle;
    }

    private boolean isInTheWay(Unit unit, List<Unit> circle) {
        return circle.stream()
                .flatMap(each -> each.items().stream())
                .anyMatch(
                        item ->
                                unit.items().stream()
                                        .anyMatch(
                                                other -> moving.at(other) == moving.target(item)));
    }
}
