package dev.stowage.packing.migration;

import dev.stowage.packing.migration.Moving.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts moves that are in order, one after the other, into steps: as early as there is room for both
 * copies, and before none that it could be in the way of. A move may pass others if no item of it
 * is among theirs and none of them enters a place that it enters: it then finds there what it would
 * have found, or less. What is stopped has a step of its own.
 */
final class Steps {
    /** Units that move at the same time. */
    record Action(List<Unit> units, List<int[]> places, boolean isStopped) {
        static Action move(Unit unit, int[] places) {
            return new Action(List.of(unit), List.of(places), false);
        }
    }

    private final Moving moving;
    private final List<Migration.Move> moves = new ArrayList<>();
    private int step;

    /** Places and items, by number. */
    private final Map<Long, Integer> numbers = new HashMap<>();

    private Steps(Moving moving) {
        this.moving = moving;
    }

    /**
     * Steps.
     *
     * @param moving everything at the start; at the end of the way afterwards
     * @param order actions, each of which finds room once those before it are done
     */
    static Migration of(Moving moving, List<Action> order, boolean isShown) {
        Steps steps = new Steps(moving);
        List<Waiting> left = order.stream().map(a -> new Waiting(a, steps.touched(a))).toList();
        while (!left.isEmpty()) {
            left = steps.step(left);
        }
        return new Migration(steps.moves, steps.step, isShown);
    }

    /**
     * An action that is not in a step yet.
     *
     * @param touched numbers of its items, and of the places that it enters
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    private record Waiting(Action action, int[] touched) {
        boolean mayPass(BitSet blocked) {
            return Arrays.stream(touched).noneMatch(blocked::get);
        }
    }

    private List<Waiting> step(List<Waiting> order) {
        step++;
        BitSet blocked = new BitSet();
        List<Action> now = new ArrayList<>();
        List<Waiting> later = new ArrayList<>();
        boolean isFull = false;
        for (Waiting next : order) {
            boolean isTurn = !next.action().isStopped() || (now.isEmpty() && later.isEmpty());
            if (!isFull && isTurn && next.mayPass(blocked) && begin(next.action())) {
                now.add(next.action());
                isFull = next.action().isStopped();
            } else {
                later.add(next);
                Arrays.stream(next.touched()).forEach(blocked::set);
            }
        }
        if (now.isEmpty()) {
            throw new IllegalStateException(
                    "no room for a move in order: " + order.get(0).action());
        }
        now.forEach(this::end);
        return later;
    }

    /** Numbers of what an action enters, and of its items. */
    private int[] touched(Action action) {
        List<Integer> touched = new ArrayList<>();
        for (int u = 0; u < action.units().size(); u++) {
            Unit unit = action.units().get(u);
            for (int i = 0; i < unit.items().size(); i++) {
                int item = unit.items().get(i);
                List<Long> keys = new ArrayList<>(List.of(-1L - item));
                moving.occupancy.addPlaces(item, action.places().get(u)[i], keys);
                keys.forEach(key -> touched.add(numbers.computeIfAbsent(key, k -> numbers.size())));
            }
        }
        return touched.stream().mapToInt(number -> number).toArray();
    }

    private boolean begin(Action action) {
        if (action.isStopped()) {
            return moving.canSwap(action.units());
        }
        for (int u = 0; u < action.units().size(); u++) {
            if (!moving.enter(action.units().get(u), action.places().get(u))) {
                for (int undone = 0; undone < u; undone++) {
                    moving.withdraw(action.units().get(undone), action.places().get(undone));
                }
                return false;
            }
        }
        return true;
    }

    private void end(Action action) {
        for (int u = 0; u < action.units().size(); u++) {
            Unit unit = action.units().get(u);
            int[] places = action.places().get(u);
            for (int i = 0; i < places.length; i++) {
                int item = unit.items().get(i);
                moves.add(
                        new Migration.Move(
                                step,
                                item,
                                moving.at(item),
                                places[i],
                                places[i] != moving.target(item),
                                action.isStopped()));
            }
            if (action.isStopped()) {
                moving.put(unit, places);
            } else {
                moving.leave(unit, places);
            }
        }
    }
}
