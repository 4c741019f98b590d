package dev.stowage.packing.column;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What patterns are made of: types (units that are alike) and places (servers that are alike; one
 * with pinned units is alone, with what they leave of it). Rules about single servers limit
 * patterns; rules about domains limit how often patterns are used ({@link Places#zoneMost}). That
 * units have to be in one domain, and limits of moves, are left out: what it says is a relaxation.
 */
final class PatternSpace {
    final PackModel model;
    final int types;

    /** Units that are alike, by type; those of one copy of a type go together. */
    final int[][] unitsOf;

    final int[] copies;
    final long[][] demand;

    /** By type: rules about servers, and what of each a copy counts. */
    final int[][] rules;

    final int[][] weights;

    /** By type: rules about domains, and what of each a copy counts. */
    final int[][] zoneRules;

    final int[][] zoneWeights;

    /** Types that must not be on one server; null where none are named. */
    final BitSet @Nullable [] apart;

    final Places places;

    PatternSpace(Places places, List<int[]> unitsOfEach, int[] copies, BitSet @Nullable [] apart) {
        this.places = places;
        this.model = places.model;
        this.types = copies.length;
        this.unitsOf = unitsOfEach.toArray(int[][]::new);
        this.copies = copies;
        this.apart = apart;
        this.demand = new long[types][model.resources];
        this.rules = new int[types][];
        this.weights = new int[types][];
        this.zoneRules = new int[types][];
        this.zoneWeights = new int[types][];
        for (int type = 0; type < types; type++) {
            int together = unitsOf[type].length / copies[type];
            describe(type, Arrays.copyOf(unitsOf[type], together));
        }
    }

    private void describe(int type, int[] units) {
        Map<Integer, Integer> byServer = new LinkedHashMap<>();
        Map<Integer, Integer> byDomain = new LinkedHashMap<>();
        for (int unit : units) {
            for (int r = 0; r < model.resources; r++) {
                demand[type][r] += model.demand[unit * model.resources + r];
            }
            for (int i = 0; i < model.rulesOf[unit].length; i++) {
                int rule = model.rulesOf[unit][i];
                (model.isByDomain[rule] ? byDomain : byServer)
                        .merge(rule, model.weightsOf[unit][i], Integer::sum);
            }
        }
        rules[type] = byServer.keySet().stream().mapToInt(i -> i).toArray();
        weights[type] = byServer.values().stream().mapToInt(i -> i).toArray();
        zoneRules[type] = byDomain.keySet().stream().mapToInt(i -> i).toArray();
        zoneWeights[type] = byDomain.values().stream().mapToInt(i -> i).toArray();
    }

    /** Units that are alike as one type. */
    static PatternSpace grouped(Places places) {
        PackModel model = places.model;
        Map<List<Object>, List<Integer>> known = new LinkedHashMap<>();
        for (int unit = 0; unit < model.units; unit++) {
            if (model.pin[unit] == PackModel.NONE) {
                int at = unit * model.resources;
                List<Object> key =
                        List.of(
                                boxed(Arrays.copyOfRange(model.demand, at, at + model.resources)),
                                model.allowed[unit],
                                Arrays.stream(model.rulesOf[unit]).boxed().toList(),
                                Arrays.stream(model.weightsOf[unit]).boxed().toList(),
                                model.groupOf[unit]);
                known.computeIfAbsent(key, k -> new ArrayList<>()).add(unit);
            }
        }
        List<int[]> units = new ArrayList<>();
        known.values().forEach(u -> units.add(u.stream().mapToInt(i -> i).toArray()));
        int[] copies = units.stream().mapToInt(u -> u.length).toArray();
        return new PatternSpace(places, units, copies, null);
    }

    private static List<Long> boxed(long[] amounts) {
        return Arrays.stream(amounts).boxed().toList();
    }

    /** Each set of units as a type of one copy, none of them pinned. */
    static PatternSpace single(Places places, List<int[]> sets, BitSet[] apart) {
        int[] copies = new int[sets.size()];
        Arrays.fill(copies, 1);
        return new PatternSpace(places, sets, copies, apart);
    }

    /** True if a type may be at a place, alone. */
    boolean mayBe(int type, int place) {
        int together = unitsOf[type].length / copies[type];
        for (int i = 0; i < together; i++) {
            if (!places.may(unitsOf[type][i], place)) {
                return false;
            }
        }
        return true;
    }

    /** True if all types of a pattern may be at its place. */
    boolean mayBe(Pattern pattern) {
        return Arrays.stream(pattern.types()).allMatch(type -> mayBe(type, pattern.place()));
    }

    /** What each server in use holds of the types. */
    List<Pattern> patterns(PackState state) {
        int[] typeOf = new int[model.units];
        Arrays.fill(typeOf, PackModel.NONE);
        for (int type = 0; type < types; type++) {
            for (int unit : unitsOf[type]) {
                typeOf[unit] = type;
            }
        }
        List<Pattern> patterns = new ArrayList<>();
        for (int place = 0; place < places.count(); place++) {
            for (int server : places.servers[place]) {
                int[] counts = new int[types];
                for (int u = state.first[server]; u != PackModel.NONE; u = state.next[u]) {
                    if (typeOf[u] != PackModel.NONE) {
                        counts[typeOf[u]]++;
                    }
                }
                if (state.count[server] > 0) {
                    patterns.add(Pattern.of(place, counts));
                }
            }
        }
        return patterns;
    }

    /** The sum of the shares of its server that a pattern takes. */
    double load(Pattern pattern) {
        double load = 0;
        for (int r = 0; r < model.resources; r++) {
            double taken = 0;
            for (int i = 0; i < pattern.types().length; i++) {
                taken += (double) pattern.counts()[i] * demand[pattern.types()[i]][r];
            }
            load += taken / Math.max(1, places.free[pattern.place()][r]);
        }
        return load;
    }

    /** Copies of each type in the pattern that a set of units is, or null if it is none. */
    @Nullable Pattern pattern(int place, BitSet units) {
        int[] counts = new int[types];
        for (int type = 0; type < types; type++) {
            int there = 0;
            for (int unit : unitsOf[type]) {
                there += units.get(unit) ? 1 : 0;
            }
            int together = unitsOf[type].length / copies[type];
            if (there % together != 0 || (there > 0 && !mayBe(type, place))) {
                return null;
            }
            counts[type] = there / together;
        }
        Pattern found = Pattern.of(place, counts);
        return isApart(found) ? null : found;
    }

    private boolean isApart(Pattern pattern) {
        if (apart != null) {
            for (int a : pattern.types()) {
                for (int b : pattern.types()) {
                    if (apart[a].get(b)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** The units of a pattern whose types have one copy each. */
    BitSet units(Pattern pattern) {
        BitSet units = new BitSet(model.units);
        for (int type : pattern.types()) {
            for (int unit : unitsOf[type]) {
                units.set(unit);
            }
        }
        return units;
    }
}
