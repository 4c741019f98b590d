package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Empties servers one by one, as long as what they hold fits on the others, and moves what is on a
 * server to a cheaper empty one.
 */
public final class Tightening {
    private static final int NONE = PackModel.NONE;

    private final PackState state;
    private final PackModel model;
    private final Placing placing;

    private final int[] triedKind;
    private int trial;

    public Tightening(PackState state, int[] order) {
        this.triedKind = new int[state.model.kinds];
        this.state = state;
        this.model = state.model;
        this.placing = new Placing(state, FitRule.BEST, order);
    }

    /**
     * Goes on until nothing gets cheaper, or it is late. Never makes it worse.
     *
     * @param isLate asked before each server
     */
    public void run(BooleanSupplier isLate) {
        long before;
        do {
            before = state.cost;
            for (int server : leastLoadedFirst()) {
                if (isLate.getAsBoolean()) {
                    return;
                }
                if (state.count[server] > 0 && !empty(server)) {
                    replace(server);
                }
            }
        } while (state.cost < before);
    }

    private int[] leastLoadedFirst() {
        return IntStream.range(0, model.servers)
                .filter(s -> state.count[s] > 0)
                .boxed()
                .sorted(
                        Comparator.comparingDouble((Integer s) -> state.squaredLoad(s))
                                .thenComparingInt(s -> s))
                .mapToInt(s -> s)
                .toArray();
    }

    /** Moves all that is on a server to others in use, or nothing; true if it is empty now. */
    private boolean empty(int server) {
        int[] units = unitsOn(server);
        if (Arrays.stream(units).anyMatch(u -> model.pin[u] != NONE)) {
            return false;
        }
        int done = 0;
        while (done < units.length) {
            int unit = units[done];
            state.remove(unit);
            int other = placing.choose(unit, NONE, server, false);
            if (other == NONE) {
                state.put(unit, server);
                break;
            }
            state.put(unit, other);
            done++;
        }
        if (done == units.length) {
            return true;
        }
        for (int i = done - 1; i >= 0; i--) {
            state.remove(units[i]);
            state.put(units[i], server);
        }
        return false;
    }

    /** Moves all that is on a server to a cheaper empty one, or nothing; tries one of a kind. */
    private void replace(int server) {
        int[] units = unitsOn(server);
        trial++;
        for (int other = 0; other < model.servers; other++) {
            if (state.count[other] == 0
                    && model.cost[other] < model.cost[server]
                    && triedKind[model.kindOf[other]] != trial) {
                triedKind[model.kindOf[other]] = trial;
                if (move(units, server, other)) {
                    return;
                }
            }
        }
    }

    private boolean move(int[] units, int from, int to) {
        for (int u = 0; u < units.length; u++) {
            state.remove(units[u]);
            if (!state.fits(units[u], to)) {
                state.put(units[u], from);
                for (int i = u - 1; i >= 0; i--) {
                    state.remove(units[i]);
                    state.put(units[i], from);
                }
                return false;
            }
            state.put(units[u], to);
        }
        return true;
    }

    /** The largest first. */
    private int[] unitsOn(int server) {
        int[] units = new int[state.count[server]];
        int at = state.first[server];
        for (int i = 0; i < units.length; i++) {
            units[i] = at;
            at = state.next[at];
        }
        return Arrays.stream(units)
                .boxed()
                .sorted(
                        Comparator.comparingDouble((Integer u) -> -model.dominantShare(u))
                                .thenComparingInt(u -> u))
                .mapToInt(u -> u)
                .toArray();
    }
}
