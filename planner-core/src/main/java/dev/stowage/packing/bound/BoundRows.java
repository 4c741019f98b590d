package dev.stowage.packing.bound;

import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The rows that a lower bound rests on: for all units and for those that may run on the same
 * servers only, by resource, with and without the small ones; and what can't share a server.
 */
public final class BoundRows {
    /**
     * Sizes that are tried as thresholds and as steps, at most; fewer where there are many items.
     */
    private static final int MOST_SIZES = 120;

    private static final int LEAST_SIZES = 12;
    private static final int MOST_VALUES = 1_200_000;

    /** Rows that are kept of each resource. */
    private static final int KEPT = 6;

    /** Sets of servers that get rows of their own, at most. */
    private static final int MOST_SETS = 24;

    private final PackModel model;
    private final BoundProgramme programme;
    private final int[] serverOfKind;

    public BoundRows(PackModel model, BoundProgramme programme) {
        this.model = model;
        this.programme = programme;
        this.serverOfKind = new int[model.kinds];
        for (int server = model.servers - 1; server >= 0; server--) {
            serverOfKind[model.kindOf[server]] = server;
        }
    }

    /** All rows that say something. */
    public List<BoundRow> all() {
        List<BoundRow> rows = new ArrayList<>();
        int[] everything = IntStream.range(0, model.units).toArray();
        addSet(rows, "", everything);
        Set<BitSet> sets = new LinkedHashSet<>(Arrays.asList(model.allowed));
        if (sets.size() > 1 && sets.size() <= MOST_SETS) {
            for (BitSet set : sets) {
                int[] inside = IntStream.of(everything).filter(u -> isWithin(u, set)).toArray();
                addSet(rows, " where attributes ask for it", inside);
            }
        }
        new ConflictRows(model).addTo(rows);
        return rows;
    }

    private boolean isWithin(int unit, BitSet set) {
        BitSet beyond = (BitSet) model.allowed[unit].clone();
        beyond.andNot(set);
        return beyond.isEmpty();
    }

    private void addSet(List<BoundRow> rows, String suffix, int[] units) {
        boolean[] mayUse = new boolean[model.kinds];
        for (int kind = 0; kind < mayUse.length; kind++) {
            int server = serverOfKind[kind];
            // a pin is about one server, not about its kind
            mayUse[kind] = Arrays.stream(units).anyMatch(u -> mayUse(u, server));
        }
        for (int r = 0; r < model.resources; r++) {
            long[] weight = new long[model.resources];
            weight[r] = 1;
            String name = model.problem.resources().get(r).name();
            addWeighted(rows, name + suffix, units, weight, mayUse);
        }
        if (model.resources > 1) {
            addWeighted(rows, "all resources" + suffix, units, alike(mayUse), mayUse);
        }
    }

    /** Weights that make the largest servers' resources count alike. */
    private long[] alike(boolean[] mayUse) {
        long[] largest = new long[model.resources];
        for (int kind = 0; kind < mayUse.length; kind++) {
            for (int r = 0; r < largest.length && mayUse[kind]; r++) {
                long usable = model.usable[serverOfKind[kind] * model.resources + r];
                largest[r] = Math.max(largest[r], usable);
            }
        }
        long most = Arrays.stream(largest).max().orElse(0);
        return Arrays.stream(largest).map(l -> l == 0 ? 0 : most / l).toArray();
    }

    private boolean mayUse(int unit, int server) {
        return model.pin[unit] == PackModel.NONE
                ? model.allowed[unit].get(server)
                : model.kindOf[model.pin[unit]] == model.kindOf[server];
    }

    private void addWeighted(
            List<BoundRow> rows, String name, int[] units, long[] weight, boolean[] mayUse) {
        long[] sizes = new long[units.length];
        long[] capacity = new long[model.kinds];
        try {
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = weighted(model.demand, units[i], weight);
            }
            for (int kind = 0; kind < capacity.length; kind++) {
                int server = serverOfKind[kind];
                capacity[kind] = mayUse[kind] ? weighted(model.usable, server, weight) : 0;
            }
        } catch (ArithmeticException e) {
            return; // sums beyond a long: without these rows
        }
        Arrays.sort(sizes);
        long largest = Arrays.stream(capacity).max().orElse(0);
        if (sizes.length == 0 || largest == 0 || sizes[sizes.length - 1] > largest) {
            return; // nothing to hold, or nothing can hold it: no question of cost
        }
        List<BoundRow> found = new ArrayList<>();
        add(found, name, DualFeasible.identity(), sizes, capacity);
        for (long size : candidates(sizes, largest / 2)) {
            add(
                    found,
                    name + ", large items apart",
                    DualFeasible.withoutSmall(largest, size),
                    sizes,
                    capacity);
            add(found, name + ", in steps", DualFeasible.inSteps(largest, size), sizes, capacity);
        }
        rows.addAll(best(found));
    }

    private static long weighted(long[] amounts, int row, long[] weight) {
        long sum = 0;
        for (int r = 0; r < weight.length; r++) {
            long part = Math.multiplyExact(amounts[row * weight.length + r], weight[r]);
            sum = Math.addExact(sum, part);
        }
        return sum;
    }

    private List<BoundRow> best(List<BoundRow> found) {
        double[] worth = found.stream().mapToDouble(programme::alone).toArray();
        return IntStream.range(0, worth.length)
                .boxed()
                .sorted(
                        Comparator.comparingDouble((Integer i) -> i == 0 ? -1e300 : -worth[i])
                                .thenComparingInt(i -> i))
                .limit(KEPT)
                .map(found::get)
                .toList();
    }

    /** Different sizes from 1 to {@code most}, and what remains beside the large ones; some. */
    private static long[] candidates(long[] sizes, long most) {
        long[] all =
                Arrays.stream(sizes)
                        .flatMap(
                                s ->
                                        java.util.stream.LongStream.of(
                                                s, 2 * most - s, 2 * most + 1 - s))
                        .filter(s -> s > 0 && s <= most)
                        .sorted()
                        .distinct()
                        .toArray();
        int some = Math.max(LEAST_SIZES, Math.min(MOST_SIZES, MOST_VALUES / sizes.length));
        if (all.length <= some) {
            return all;
        }
        return IntStream.range(0, some)
                .mapToLong(i -> all[(int) ((long) i * all.length / some)])
                .toArray();
    }

    private static void add(
            List<BoundRow> rows,
            String name,
            DualFeasible function,
            long[] sizes,
            long[] capacity) {
        long need = 0;
        try {
            for (long size : sizes) {
                need = Math.addExact(need, function.value(size));
            }
        } catch (ArithmeticException e) {
            return; // sums beyond a long: without this row
        }
        BoundRow row =
                new BoundRow(name, need, Arrays.stream(capacity).map(function::value).toArray());
        if (row.isUseful()) {
            rows.add(row);
        }
    }
}
