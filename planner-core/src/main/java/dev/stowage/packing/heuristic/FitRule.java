package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;

/**
 * Which of the servers that a unit fits on takes it: the one with the least score, ties to the one
 * that comes first.
 *
 * <p>Source of the norm and the dot product: R. Panigrahy, K. Talwar, L. Uyeda and U. Wieder,
 * Heuristics for vector bin packing, Microsoft Research, 2011.
 */
enum FitRule {
    /** The first. */
    FIRST,
    /** Where the least is left, as a sum of shares. */
    BEST,
    /** Where the least is left, as a sum of squared shares. */
    NORM,
    /** Where what is free looks most like what the unit asks for: the cosine between both. */
    DOT;

    /** True for those that search refills servers with. */
    boolean isForRefill() {
        return this == BEST || this == NORM;
    }

    /** How well a unit fits on a server that it fits on; less is better. */
    double score(PackState state, int unit, int server) {
        return switch (this) {
            case FIRST -> 0;
            case BEST -> left(state, unit, server);
            case NORM -> norm(state, unit, server);
            case DOT -> -cosine(state, unit, server);
        };
    }

    private static double left(PackState state, int unit, int server) {
        PackModel model = state.model;
        double sum = 0;
        for (int r = 0; r < model.resources; r++) {
            int at = server * model.resources + r;
            sum +=
                    (state.free[at] - model.demand[unit * model.resources + r])
                            * model.perUsable[at];
        }
        return sum;
    }

    private static double norm(PackState state, int unit, int server) {
        PackModel model = state.model;
        double sum = 0;
        for (int r = 0; r < model.resources; r++) {
            int at = server * model.resources + r;
            double left =
                    (state.free[at] - model.demand[unit * model.resources + r])
                            * model.perUsable[at];
            sum += left * left;
        }
        return sum;
    }

    private static double cosine(PackState state, int unit, int server) {
        PackModel model = state.model;
        double dot = 0;
        double demands = 0;
        double frees = 0;
        for (int r = 0; r < model.resources; r++) {
            int at = server * model.resources + r;
            double demand = model.demand[unit * model.resources + r] * model.perUsable[at];
            double free = state.free[at] * model.perUsable[at];
            dot += demand * free;
            demands += demand * demand;
            frees += free * free;
        }
        return dot == 0 ? 0 : dot / Math.sqrt(demands * frees);
    }
}
