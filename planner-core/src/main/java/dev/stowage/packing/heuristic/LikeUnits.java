package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Units that are alike, replicas of a service say: which of them is where makes no difference but
 * for the moves.
 */
final class LikeUnits {
    private static final int NONE = PackModel.NONE;

    /** Pairs of servers up to which all are compared for units alike. */
    private static final long MOST_PAIRS = 200_000;

    private final PackModel model;
    private final List<List<Integer>> classes;

    LikeUnits(PackModel model) {
        this.model = model;
        Map<List<Object>, List<Integer>> known = new LinkedHashMap<>();
        for (int unit = 0; unit < model.units; unit++) {
            if (model.pin[unit] == NONE && model.itemsOf[unit].length == 1) {
                known.computeIfAbsent(key(unit), k -> new ArrayList<>()).add(unit);
            }
        }
        this.classes = List.copyOf(known.values());
    }

    private List<Object> key(int unit) {
        int at = unit * model.resources;
        long[] demand = Arrays.copyOfRange(model.demand, at, at + model.resources);
        return List.of(
                Arrays.stream(demand).boxed().toList(),
                model.allowed[unit],
                Arrays.stream(model.rulesOf[unit]).boxed().toList(),
                Arrays.stream(model.weightsOf[unit]).boxed().toList(),
                model.groupOf[unit]);
    }

    /** Lets units change places with those alike, so that as many as possible stay. */
    int[] exchanged(PackState state) {
        int[] places = state.serverOf.clone();
        for (List<Integer> alike : classes) {
            Map<Integer, Integer> free = counts(alike, state.serverOf);
            List<Integer> others = new ArrayList<>();
            for (int unit : alike) {
                int home = model.home[unit];
                if (state.serverOf[unit] == NONE) {
                    continue;
                }
                if (home != NONE && free.getOrDefault(home, 0) > 0) {
                    places[unit] = home;
                    free.merge(home, -1, Integer::sum);
                } else {
                    others.add(unit);
                }
            }
            Deque<Integer> left = new ArrayDeque<>();
            free.forEach((server, count) -> left.addAll(Collections.nCopies(count, server)));
            others.forEach(unit -> places[unit] = left.remove());
        }
        return places;
    }

    private static Map<Integer, Integer> counts(List<Integer> units, int[] places) {
        Map<Integer, Integer> counts = new LinkedHashMap<>();
        for (int unit : units) {
            if (places[unit] != NONE) {
                counts.merge(places[unit], 1, Integer::sum);
            }
        }
        return counts;
    }

    /** By server in use and server of the same kind: how many units could stay, as one number. */
    Map<Long, Integer> overlaps(PackState state) {
        Map<Long, Integer> overlaps = new HashMap<>();
        for (List<Integer> alike : classes) {
            Map<Integer, Integer> now = counts(alike, model.home);
            Map<Integer, Integer> then = counts(alike, state.serverOf);
            if ((long) now.size() * then.size() > MOST_PAIRS) {
                alike.forEach(unit -> add(overlaps, state.serverOf[unit], model.home[unit], 1));
                continue;
            }
            then.forEach(
                    (server, count) ->
                            now.forEach(
                                    (home, runs) ->
                                            add(overlaps, server, home, Math.min(count, runs))));
        }
        return overlaps;
    }

    private void add(Map<Long, Integer> overlaps, int server, int home, int units) {
        if (server != NONE && home != NONE && model.kindOf[server] == model.kindOf[home]) {
            overlaps.merge((long) server * model.servers + home, units, Integer::sum);
        }
    }
}
