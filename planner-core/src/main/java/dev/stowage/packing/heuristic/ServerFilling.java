package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;

/**
 * Fills one server after the other, each time with the unit that looks most like what is free there
 * (dot product), until none fits. O(units^2).
 *
 * <p>Source: R. Panigrahy, K. Talwar, L. Uyeda and U. Wieder, Heuristics for vector bin packing,
 * Microsoft Research, 2011.
 */
final class ServerFilling {
    private static final int NONE = PackModel.NONE;

    private final PackState state;
    private final PackModel model;
    private final int[] order;
    private int[] open = {};
    private int size;

    ServerFilling(PackState state, int[] order) {
        this.state = state;
        this.model = state.model;
        this.order = order;
    }

    /** Puts the units; what is left over goes where it fits. */
    PackState fill(int[] units) {
        open = units.clone();
        size = open.length;
        for (int i = 0; i < size; i++) {
            int pin = model.pin[open[i]];
            if (pin != NONE && state.fits(open[i], pin)) {
                state.put(open[i], pin);
            }
        }
        compact();
        for (int server : order) {
            if (size == 0) {
                break;
            }
            fillServer(server);
            compact();
        }
        new Placing(state, FitRule.BEST, order).placeAll(units, units.length);
        return state;
    }

    private void fillServer(int server) {
        while (true) {
            int best = NONE;
            double most = -1;
            for (int i = 0; i < size; i++) {
                int unit = open[i];
                if (state.serverOf[unit] != NONE || !state.fits(unit, server)) {
                    continue;
                }
                double dot = dot(unit, server);
                if (dot > most) {
                    most = dot;
                    best = unit;
                }
            }
            state.looks += size;
            if (best == NONE) {
                return;
            }
            state.put(best, server);
        }
    }

    /** Keeps what has no place yet, in its order. */
    private void compact() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (state.serverOf[open[i]] == NONE) {
                open[kept++] = open[i];
            }
        }
        size = kept;
    }

    private double dot(int unit, int server) {
        double dot = 0;
        for (int r = 0; r < model.resources; r++) {
            int at = server * model.resources + r;
            double per = model.perUsable[at];
            dot += model.demand[unit * model.resources + r] * per * (state.free[at] * per);
        }
        return dot;
    }
}
