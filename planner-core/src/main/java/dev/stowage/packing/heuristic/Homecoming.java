package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Makes a packing of the same cost with fewer moves: gives servers that are alike the names under
 * which most of what is on them runs now, lets units that are alike change places, and lets units
 * go home where they fit.
 */
public final class Homecoming {
    private static final int NONE = PackModel.NONE;

    private final PackState state;
    private final PackModel model;
    private final LikeUnits alike;

    public Homecoming(PackState state) {
        this.state = state;
        this.model = state.model;
        this.alike = new LikeUnits(model);
    }

    /** So many units on one server run on that other one now. */
    private record Overlap(int server, int home, int units) {}

    /** Never makes it dearer, and never more moves. */
    public void run() {
        keepIfFewer(renamed());
        keepIfFewer(alike.exchanged(state));
        for (int unit = 0; unit < model.units; unit++) {
            int home = model.home[unit];
            int server = state.serverOf[unit];
            if (home != NONE && server != NONE && server != home && state.count[home] > 0) {
                state.remove(unit);
                state.put(unit, state.fits(unit, home) ? home : server);
            }
        }
        keepIfFewer(alike.exchanged(state));
    }

    private void keepIfFewer(int[] places) {
        int[] before = state.serverOf.clone();
        long moves = state.moves;
        state.become(places);
        if (state.moves > moves) {
            state.become(before);
        }
    }

    private int[] renamed() {
        int[] nameOf = new int[model.servers];
        Arrays.fill(nameOf, NONE);
        boolean[] isTaken = new boolean[model.servers];
        for (int unit = 0; unit < model.units; unit++) {
            if (model.pin[unit] != NONE && state.serverOf[unit] != NONE) {
                nameOf[model.pin[unit]] = model.pin[unit];
                isTaken[model.pin[unit]] = true;
            }
        }
        for (Overlap each : overlaps()) {
            if (nameOf[each.server] == NONE && !isTaken[each.home]) {
                nameOf[each.server] = each.home;
                isTaken[each.home] = true;
            }
        }
        nameRest(nameOf, isTaken);
        int[] places = state.serverOf.clone();
        for (int unit = 0; unit < places.length; unit++) {
            places[unit] = places[unit] == NONE ? NONE : nameOf[places[unit]];
        }
        return places;
    }

    /** Those without a new name keep theirs, or take one that is free among servers alike. */
    private void nameRest(int[] nameOf, boolean[] isTaken) {
        for (int server = 0; server < nameOf.length; server++) {
            if (state.count[server] > 0 && nameOf[server] == NONE && !isTaken[server]) {
                nameOf[server] = server;
                isTaken[server] = true;
            }
        }
        int[] next = new int[model.kinds];
        for (int server = 0; server < nameOf.length; server++) {
            if (state.count[server] > 0 && nameOf[server] == NONE) {
                int kind = model.kindOf[server];
                int free = next[kind];
                while (isTaken[free] || model.kindOf[free] != kind) {
                    free++;
                }
                next[kind] = free;
                nameOf[server] = free;
                isTaken[free] = true;
            }
        }
    }

    private List<Overlap> overlaps() {
        return alike.overlaps(state).entrySet().stream()
                .map(
                        e ->
                                new Overlap(
                                        (int) (e.getKey() / model.servers),
                                        (int) (e.getKey() % model.servers),
                                        e.getValue()))
                .sorted(
                        Comparator.comparingInt((Overlap o) -> -o.units)
                                .thenComparingInt(Overlap::server)
                                .thenComparingInt(Overlap::home))
                .toList();
    }
}
