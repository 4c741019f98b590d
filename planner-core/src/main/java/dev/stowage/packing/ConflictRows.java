package dev.stowage.packing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of units that can't share a server: too large for it together, or kept apart by a rule. */
final class ConflictRows {
    /** Units that are looked at for a set of which no two fit together, at most. */
    private static final int MOST_UNITS = 20_000;

    private final PackModel model;

    ConflictRows(PackModel model) {
        this.model = model;
    }

    void addTo(List<BoundRow> rows) {
        for (int rule = 0; rule < model.most.length; rule++) {
            rows.add(ofRule(rule));
        }
        int[] apart = apart();
        if (apart.length > 0) {
            rows.add(ofUnits(apart));
        }
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

    private BoundRow ofUnits(int[] apart) {
        long[] value = new long[model.kinds];
        for (int server = 0; server < model.servers; server++) {
            int at = server;
            boolean mayHold = Arrays.stream(apart).anyMatch(u -> isPossible(u, at));
            value[model.kindOf[server]] |= mayHold ? 1 : 0;
        }
        return new BoundRow("items of which no two fit together", apart.length, value);
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

    /** A set of which no two can be on one server, found greedily, the largest first. */
    private int[] apart() {
        long[] largest = new long[model.resources];
        for (int i = 0; i < model.usable.length; i++) {
            largest[i % model.resources] = Math.max(largest[i % model.resources], model.usable[i]);
        }
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
            if (chosen.stream().allMatch(other -> isConflict(unit, other, largest))) {
                chosen.add(unit);
            }
        }
        return chosen.stream().mapToInt(u -> u).toArray();
    }

    private boolean isConflict(int a, int b, long[] largest) {
        for (int r = 0; r < largest.length; r++) {
            long one = model.demand[a * largest.length + r];
            if (one > largest[r] - model.demand[b * largest.length + r]) {
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
