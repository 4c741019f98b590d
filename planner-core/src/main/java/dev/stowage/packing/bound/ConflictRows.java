package dev.stowage.packing.bound;

import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of units that can't share a server: too large for it together, or kept apart by a rule. */
final class ConflictRows {
    /** Units that are looked at for a set of which no two fit together, at most. */
    private static final int MOST_UNITS = 20_000;

    /** Kinds of servers above which conflicts are those of the largest alone. */
    private static final int MOST_KINDS = 12;

    private final PackModel model;
    private final int[] exampleOf;

    ConflictRows(PackModel model) {
        this.model = model;
        this.exampleOf = new int[model.kinds];
        for (int server = model.servers - 1; server >= 0; server--) {
            exampleOf[model.kindOf[server]] = server;
        }
    }

    void addTo(List<BoundRow> rows) {
        for (int rule = 0; rule < model.most.length; rule++) {
            rows.add(ofRule(rule));
        }
        long[] largest = new long[model.resources];
        for (int i = 0; i < model.usable.length; i++) {
            largest[i % model.resources] = Math.max(largest[i % model.resources], model.usable[i]);
        }
        rows.add(ofUnits(apart(largest), largest));
        if (model.kinds > 1 && model.kinds <= MOST_KINDS) {
            for (int kind = 0; kind < model.kinds; kind++) {
                rows.add(ofUnits(apart(usable(kind)), usable(kind)));
            }
        }
        rows.removeIf(row -> !row.isUseful());
    }

    private long[] usable(int kind) {
        int from = exampleOf[kind] * model.resources;
        return Arrays.copyOfRange(model.usable, from, from + model.resources);
    }

    /** A server holds at most so many of the items, whether the rule is about it or its domain. */
    private BoundRow ofRule(int rule) {
        long need = 0;
        for (int unit = 0; unit < model.units; unit++) {
            for (int i = 0; i < model.rulesOf[unit].length; i++) {
                need += model.rulesOf[unit][i] == rule ? model.weightsOf[unit][i] : 0;
            }
        }
        long[] value = new long[model.kinds];
        Arrays.fill(value, model.most[rule]);
        return new BoundRow("items that are kept apart", need, value);
    }

    /** Kinds whose servers are larger than those that keep the units apart may hold several. */
    private BoundRow ofUnits(int[] apart, long[] keptApartBy) {
        long[] value = new long[model.kinds];
        for (int server = 0; server < model.servers; server++) {
            int at = server;
            boolean mayHold = Arrays.stream(apart).anyMatch(u -> isPossible(u, at));
            value[model.kindOf[server]] |= mayHold ? 1 : 0;
        }
        for (int kind = 0; kind < value.length; kind++) {
            boolean isLarger = !isWithin(usable(kind), keptApartBy);
            value[kind] *= isLarger ? most(apart, usable(kind)) : 1;
        }
        return new BoundRow("items of which few fit together", apart.length, value);
    }

    private static boolean isWithin(long[] usable, long[] other) {
        return IntStream.range(0, usable.length).allMatch(r -> usable[r] <= other[r]);
    }

    /** How many of the units a server may hold at most: by what it has, and by the rules. */
    private long most(int[] units, long[] usable) {
        long most = byRules(units);
        for (int r = 0; r < usable.length; r++) {
            int resource = r;
            long[] sizes =
                    Arrays.stream(units)
                            .mapToLong(u -> model.demand[u * usable.length + resource])
                            .sorted()
                            .toArray();
            int held = 0;
            long left = usable[r];
            while (held < sizes.length && sizes[held] <= left) {
                left -= sizes[held++];
            }
            most = Math.min(most, held);
        }
        return Math.max(1, most);
    }

    /** Each unit counts for its first rule only, which lets more of them be together. */
    private long byRules(int[] units) {
        long[] of = new long[model.most.length];
        long free = 0;
        for (int unit : units) {
            if (model.rulesOf[unit].length == 0) {
                free++;
            } else {
                of[model.rulesOf[unit][0]]++;
            }
        }
        for (int rule = 0; rule < of.length; rule++) {
            free += Math.min(of[rule], model.most[rule]);
        }
        return free;
    }

    private boolean isPossible(int unit, int server) {
        for (int r = 0; r < model.resources; r++) {
            if (model.demand[unit * model.resources + r]
                    > model.usable[server * model.resources + r]) {
                return false;
            }
        }
        return model.allowed[unit].get(server);
    }

    /** A set of which no two can be on one server so large, found greedily, the largest first. */
    private int[] apart(long[] usable) {
        double[] size = IntStream.range(0, model.units).mapToDouble(model::dominantShare).toArray();
        int[] units =
                IntStream.range(0, model.units)
                        .boxed()
                        .sorted(
                                Comparator.comparingDouble((Integer u) -> -size[u])
                                        .thenComparingInt(u -> u))
                        .limit(MOST_UNITS)
                        .mapToInt(u -> u)
                        .toArray();
        List<Integer> chosen = new ArrayList<>();
        for (int unit : units) {
            if (chosen.stream().allMatch(other -> isConflict(unit, other, usable))) {
                chosen.add(unit);
            }
        }
        return chosen.stream().mapToInt(u -> u).toArray();
    }

    private boolean isConflict(int a, int b, long[] usable) {
        for (int r = 0; r < usable.length; r++) {
            long one = model.demand[a * usable.length + r];
            if (one > usable[r] - model.demand[b * usable.length + r]) {
                return true;
            }
        }
        for (int i = 0; i < model.rulesOf[a].length; i++) {
            for (int j = 0; j < model.rulesOf[b].length; j++) {
                int rule = model.rulesOf[a][i];
                if (rule == model.rulesOf[b][j]
                        && model.weightsOf[a][i] + model.weightsOf[b][j] > model.most[rule]) {
                    return true;
                }
            }
        }
        return false;
    }
}
