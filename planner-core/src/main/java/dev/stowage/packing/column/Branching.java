package dev.stowage.packing.column;

import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is decided next in a node whose solution isn't in whole numbers. */
final class Branching {
    private static final double WHOLE = 1e-5;

    private final PatternSpace space;
    private final List<Pattern> patterns;
    private final double[] shares;
    private final Node node;

    Branching(ColumnGeneration programme, Node node) {
        this.space = programme.space;
        this.patterns = programme.patterns();
        this.shares = programme.shares();
        this.node = node;
    }

    /**
     * Nodes that together hold all packings of this one; null if the solution is in whole numbers.
     */
    @Nullable List<Node> children() {
        if (isWhole()) {
            return null;
        }
        List<Node> children = byGroup();
        if (children == null) {
            children = byCount();
        }
        if (children == null) {
            children = byUnits();
        }
        if (children == null && !node.isSplit()) {
            return List.of(node.split());
        }
        if (children == null) {
            children = byPair();
        }
        return children == null ? byPlace() : children;
    }

    private boolean isWhole() {
        for (double share : shares) {
            if (distance(share) > WHOLE) {
                return false;
            }
        }
        return true;
    }

    /** By how many of the units that are alike are in a domain, on a kind of server, at a place. */
    private @Nullable List<Node> byUnits() {
        int[][] alike = PatternSpace.grouped(space.places).unitsOf;
        int[] classOf = new int[space.model.units];
        for (int each = 0; each < alike.length; each++) {
            for (int unit : alike[each]) {
                classOf[unit] = each;
            }
        }
        double[][] used = new double[alike.length][space.places.count()];
        for (int i = 0; i < shares.length; i++) {
            Pattern pattern = patterns.get(i);
            for (int t = 0; t < pattern.types().length && shares[i] > 0; t++) {
                int type = pattern.types()[t];
                int together = space.unitsOf[type].length / space.copies[type];
                for (int unit = 0; unit < together; unit++) {
                    used[classOf[space.unitsOf[type][unit]]][pattern.place()] +=
                            shares[i] * pattern.counts()[t];
                }
            }
        }
        return byUnits(alike, used);
    }

    private @Nullable List<Node> byUnits(int[][] alike, double[][] used) {
        BitSet region = new BitSet();
        int chosen = -1;
        double most = 0.02;
        double count = 0;
        for (BitSet each : space.places.regions()) {
            for (int units = 0; units < alike.length; units++) {
                double[] here = used[units];
                double sum = each.stream().mapToDouble(place -> here[place]).sum();
                if (distance(sum) > most + 1e-9) {
                    most = distance(sum);
                    region = each;
                    chosen = units;
                    count = sum;
                }
            }
        }
        if (chosen < 0) {
            return null;
        }
        BitSet units = new BitSet();
        Arrays.stream(alike[chosen]).forEach(units::set);
        int below = (int) Math.floor(count);
        return List.of(
                node.at(space.places.with(new Places.UnitLimit(units, region, below, true))),
                node.at(space.places.with(new Places.UnitLimit(units, region, below + 1, false))));
    }

    private static double distance(double value) {
        return Math.abs(value - Math.rint(value));
    }

    /** By the servers of several places together: all, then those alike. */
    private @Nullable List<Node> byGroup() {
        BitSet chosen = new BitSet();
        double most = 0.02;
        double count = 0;
        for (BitSet group : space.places.groups()) {
            double sum = 0;
            for (int i = 0; i < shares.length; i++) {
                sum += group.get(patterns.get(i).place()) ? shares[i] : 0;
            }
            if (distance(sum) > most) {
                most = distance(sum);
                chosen = group;
                count = sum;
            }
        }
        int below = (int) Math.floor(count);
        return chosen.isEmpty()
                ? null
                : List.of(
                        node.at(space.places.with(new Places.Limit(chosen, below, true))),
                        node.at(space.places.with(new Places.Limit(chosen, below + 1, false))));
    }

    private @Nullable List<Node> byCount() {
        int chosen = -1;
        double most = 0.02;
        double count = 0;
        for (int place = 0; place < space.places.count(); place++) {
            double sum = 0;
            for (int i = 0; i < shares.length; i++) {
                sum += patterns.get(i).place() == place ? shares[i] : 0;
            }
            if (distance(sum) > most) {
                most = distance(sum);
                chosen = place;
                count = sum;
            }
        }
        if (chosen < 0) {
            return null;
        }
        int below = (int) Math.floor(count);
        return List.of(
                node.at(space.places.within(chosen, 0, below)),
                node.at(space.places.within(chosen, below + 1, Integer.MAX_VALUE)));
    }

    private @Nullable List<Node> byPair() {
        double[] together = new double[space.types * space.types];
        for (int i = 0; i < shares.length; i++) {
            if (shares[i] > WHOLE) {
                for (int a : patterns.get(i).types()) {
                    for (int b : patterns.get(i).types()) {
                        together[a * space.types + b] += shares[i];
                    }
                }
            }
        }
        int chosen = -1;
        double most = WHOLE;
        for (int a = 0; a < space.types; a++) {
            for (int b = a + 1; b < space.types; b++) {
                double each = together[a * space.types + b];
                if (each < 1 && distance(each) > most + 1e-9) {
                    most = distance(each);
                    chosen = a * space.types + b;
                }
            }
        }
        if (chosen < 0) {
            return null;
        }
        int a = space.unitsOf[chosen / space.types][0];
        int b = space.unitsOf[chosen % space.types][0];
        return List.of(node.apart(a, b), node.together(a, b));
    }

    private @Nullable List<Node> byPlace() {
        double[] used = new double[space.types * space.places.count()];
        for (int i = 0; i < shares.length; i++) {
            for (int type : patterns.get(i).types()) {
                used[type * space.places.count() + patterns.get(i).place()] += shares[i];
            }
        }
        int chosen = -1;
        double most = WHOLE;
        for (int i = 0; i < used.length; i++) {
            if (distance(used[i]) > most + 1e-9) {
                most = distance(used[i]);
                chosen = i;
            }
        }
        if (chosen < 0) {
            return null;
        }
        int[] units = space.unitsOf[chosen / space.places.count()];
        BitSet here = new BitSet();
        here.set(chosen % space.places.count());
        BitSet elsewhere = (BitSet) here.clone();
        elsewhere.flip(0, space.places.count());
        return List.of(
                node.at(space.places.without(units, here)),
                node.at(space.places.without(units, elsewhere)));
    }

    /**
     * By the domain of a group that has to be in one and isn't; null if there is none.
     *
     * @param whole patterns that were used
     */
    static @Nullable List<Node> byDomain(Node node, List<Pattern> whole) {
        PatternSpace space = node.space();
        PackModel model = space.model;
        int[] domainOf = new int[model.units];
        Arrays.fill(domainOf, PackModel.NONE);
        for (Pattern pattern : whole) {
            for (int type : pattern.types()) {
                for (int unit : space.unitsOf[type]) {
                    domainOf[unit] = space.places.domain(pattern.place());
                }
            }
        }
        for (int unit = 0; unit < model.units; unit++) {
            if (model.pin[unit] != PackModel.NONE) {
                domainOf[unit] = model.domainOf[model.pin[unit]];
            }
        }
        for (int[] members : model.membersOf) {
            BitSet domains = new BitSet();
            for (int unit : members) {
                domains.set(domainOf[unit]);
            }
            if (domains.cardinality() > 1) {
                return perDomain(node, members);
            }
        }
        return null;
    }

    private static List<Node> perDomain(Node node, int[] members) {
        List<Node> children = new ArrayList<>();
        PackModel model = node.places().model;
        BitSet pinned = new BitSet();
        for (int unit : members) {
            if (model.pin[unit] != PackModel.NONE) {
                pinned.set(model.domainOf[model.pin[unit]]);
            }
        }
        for (int domain = 0; domain < model.domains; domain++) {
            if (!pinned.isEmpty() && (!pinned.get(domain) || pinned.cardinality() > 1)) {
                continue;
            }
            BitSet elsewhere = new BitSet();
            for (int place = 0; place < node.places().count(); place++) {
                elsewhere.set(place, node.places().domain(place) != domain);
            }
            children.add(node.at(node.places().without(members, elsewhere)));
        }
        return children;
    }
}
