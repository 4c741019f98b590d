package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;

/**
 * Puts units on servers, one after the other: on a server in use where one fits, else on an empty
 * one. O(servers) a unit.
 */
final class Placing {
    private static final int NONE = PackModel.NONE;

    private final PackModel model;
    private final PackState state;
    private final FitRule rule;
    private final int[] order;
    private int[] candidates;
    private int candidateCount;
    private final int[] triedKind;
    private int trial;

    /**
     * @param order of servers: empty ones are opened in it, and ties are broken by it
     */
    Placing(PackState state, FitRule rule, int[] order) {
        this.model = state.model;
        this.state = state;
        this.rule = rule;
        this.order = order;
        this.candidates = order;
        this.candidateCount = order.length;
        this.triedKind = new int[model.kinds];
    }

    /**
     * As {@link #placeAll}, but of the servers in use only some are looked at.
     *
     * @param count of them; 0 for all
     */
    void placeAmong(int[] units, int size, int[] some, int count) {
        candidates = count == 0 ? order : some;
        candidateCount = count == 0 ? order.length : count;
        placeAll(units, size);
        candidates = order;
        candidateCount = order.length;
    }

    /** Puts units in this order; those that fit nowhere stay without a place. */
    void placeAll(int[] units, int size) {
        for (int i = 0; i < size; i++) {
            if (state.serverOf[units[i]] == NONE) {
                place(units[i]);
            }
        }
    }

    /**
     * Puts a unit; with it the units that have to be in its domain, if none of them has a place.
     */
    void place(int unit) {
        if (model.groupOf[unit] != NONE && !state.isDomainChosen(unit)) {
            placeGroup(model.membersOf[model.groupOf[unit]]);
            return;
        }
        int server = choose(unit, NONE, NONE, true);
        if (server != NONE) {
            state.put(unit, server);
        }
    }

    /** Puts all units of a group in the domain where that costs least, if there is one. */
    private void placeGroup(int[] members) {
        int best = NONE;
        int most = 0;
        long least = Long.MAX_VALUE;
        for (int domain = 0; domain < model.domains; domain++) {
            int placed = placeIn(domain, members);
            if (placed > most || (placed == most && placed > 0 && state.cost < least)) {
                best = domain;
                most = placed;
                least = state.cost;
            }
            for (int unit : members) {
                if (state.serverOf[unit] != NONE) {
                    state.remove(unit);
                }
            }
        }
        if (best != NONE) {
            placeIn(best, members);
        }
    }

    private int placeIn(int domain, int[] members) {
        int placed = 0;
        for (int unit : members) {
            int server = choose(unit, domain, NONE, true);
            if (server != NONE) {
                state.put(unit, server);
                placed++;
            }
        }
        return placed;
    }

    /**
     * The server that takes a unit, or NONE.
     *
     * @param domain that it has to be in, or NONE
     * @param not a server that it must not be, or NONE
     * @param mayOpen true if an empty server may be taken
     */
    int choose(int unit, int domain, int not, boolean mayOpen) {
        if (model.pin[unit] != NONE) {
            return state.fits(unit, model.pin[unit]) ? model.pin[unit] : NONE;
        }
        int best = NONE;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < candidateCount; i++) {
            int server = candidates[i];
            if (state.count[server] == 0
                    || server == not
                    || (domain != NONE && model.domainOf[server] != domain)
                    || !state.fits(unit, server)) {
                continue;
            }
            if (rule == FitRule.FIRST) {
                state.looks += i + 1;
                return server;
            }
            double score = rule.score(state, unit, server);
            if (score < least) {
                least = score;
                best = server;
            }
        }
        state.looks += candidateCount;
        return best != NONE || !mayOpen ? best : open(unit, domain, not);
    }

    /** The first empty server that it fits on; of servers that are alike only one is tried. */
    private int open(int unit, int domain, int not) {
        trial++;
        boolean isAtHome = model.home[unit] != NONE;
        for (int server : order) {
            state.looks++;
            if (state.count[server] != 0
                    || server == not
                    || (domain != NONE && model.domainOf[server] != domain)) {
                continue;
            }
            if (!isAtHome && triedKind[model.kindOf[server]] == trial) {
                continue;
            }
            triedKind[model.kindOf[server]] = trial;
            if (state.fits(unit, server)) {
                return server;
            }
        }
        return NONE;
    }
}
