package dev.stowage.packing.column;

import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A node of the search tree: what was decided on the way to it. Immutable. */
final class Node {
    private final Places places;

    /** By unit: the first of those that share its server. */
    private final int[] headOf;

    /** Pairs of units that don't share a server. */
    private final List<int[]> apart;

    /** True if units that are alike are told apart. */
    private final boolean isSplit;

    private final long bound;
    private final int depth;
    private final int number;

    private Node(
            Places places,
            int[] headOf,
            List<int[]> apart,
            boolean isSplit,
            long bound,
            int depth,
            int number) {
        this.places = places;
        this.isSplit = isSplit;
        this.headOf = headOf;
        this.apart = apart;
        this.bound = bound;
        this.depth = depth;
        this.number = number;
    }

    /** With the numbers of servers and the places of units that are left. */
    Places places() {
        return places;
    }

    /** In the model's steps. */
    long bound() {
        return bound;
    }

    int depth() {
        return depth;
    }

    int number() {
        return number;
    }

    static Node root(Places places, long bound) {
        int[] heads = new int[places.model.units];
        for (int unit = 0; unit < heads.length; unit++) {
            heads[unit] = unit;
        }
        return new Node(places, heads, List.of(), false, bound, 0, 0);
    }

    Node with(long better) {
        return new Node(places, headOf, apart, isSplit, better, depth, number);
    }

    Node numbered(int other) {
        return new Node(places, headOf, apart, isSplit, bound, depth, other);
    }

    Node at(Places other) {
        return new Node(other, headOf, apart, isSplit, bound, depth + 1, number);
    }

    Node together(int a, int b) {
        int[] heads = headOf.clone();
        for (int unit = 0; unit < heads.length; unit++) {
            heads[unit] = headOf[unit] == headOf[b] ? headOf[a] : headOf[unit];
        }
        return new Node(places, heads, apart, true, bound, depth + 1, number);
    }

    Node apart(int a, int b) {
        List<int[]> more = new ArrayList<>(apart);
        more.add(new int[] {a, b});
        return new Node(places, headOf, more, true, bound, depth + 1, number);
    }

    boolean isSplit() {
        return isSplit;
    }

    /** The same with units that are alike told apart. */
    Node split() {
        return new Node(places, headOf, apart, true, bound, depth, number);
    }

    PatternSpace space() {
        if (!isSplit) {
            return PatternSpace.grouped(places);
        }
        Map<Integer, List<Integer>> sets = new LinkedHashMap<>();
        for (int unit = 0; unit < headOf.length; unit++) {
            if (places.model.pin[unit] == PackModel.NONE) {
                sets.computeIfAbsent(headOf[unit], h -> new ArrayList<>()).add(unit);
            }
        }
        List<Integer> heads = List.copyOf(sets.keySet());
        BitSet[] conflicts = new BitSet[heads.size()];
        for (int type = 0; type < conflicts.length; type++) {
            conflicts[type] = new BitSet();
        }
        for (int[] pair : apart) {
            int a = heads.indexOf(headOf[pair[0]]);
            int b = heads.indexOf(headOf[pair[1]]);
            conflicts[a].set(b);
            conflicts[b].set(a);
        }
        List<int[]> units =
                sets.values().stream().map(u -> u.stream().mapToInt(i -> i).toArray()).toList();
        return PatternSpace.single(places, units, conflicts);
    }
}
