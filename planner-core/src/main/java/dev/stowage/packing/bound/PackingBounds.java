package dev.stowage.packing.bound;

import dev.stowage.packing.CostBound;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackModelBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What no packing of all items of a problem can cost less than. Rigorous: whatever is worked out in
 * floating point only chooses between bounds that are worked out exactly.
 */
public final class PackingBounds {
    private PackingBounds() {}

    /** A bound that takes no heuristics to find: often the same as the best one, never above it. */
    public static CostBound quick(PackingProblem problem) {
        return of(PackModelBuilder.build(problem), Long.MAX_VALUE);
    }

    public static CostBound of(PackModel model, long maxMoves) {
        BoundProgramme programme = new BoundProgramme(model);
        List<BoundRow> rows = new BoundRows(model, programme).all();
        return programme.bound(rows).max(moves(model, maxMoves));
    }

    /**
     * With so many moves only so many servers can be emptied: what those in use cost today, less
     * the most that can be saved (a fractional knapsack).
     */
    private static CostBound moves(PackModel model, long maxMoves) {
        long[] items = new long[model.servers];
        boolean[] isPinned = new boolean[model.servers];
        for (PackItem item : model.problem.items()) {
            if (item.current().isPresent()) {
                items[item.current().getAsInt()]++;
                isPinned[item.current().getAsInt()] |= item.isPinned();
            }
        }
        long total = 0;
        for (int server = 0; server < model.servers; server++) {
            total += items[server] > 0 ? model.cost[server] : 0;
        }
        int[] order =
                IntStream.range(0, model.servers)
                        .filter(s -> items[s] > 0 && !isPinned[s])
                        .boxed()
                        .sorted(
                                (a, b) ->
                                        product(model.cost[b], items[a])
                                                .compareTo(product(model.cost[a], items[b])))
                        .mapToInt(s -> s)
                        .toArray();
        long left = maxMoves;
        long saved = 0;
        for (int server : order) {
            long part = Math.min(left, items[server]);
            saved += part(model.cost[server], part, items[server]);
            left -= part;
        }
        return new CostBound(
                BigDecimal.valueOf(Math.max(0, total - saved)).movePointLeft(model.costScale),
                "moves that are allowed");
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }

    /** A part of a cost, rounded up. */
    private static long part(long cost, long part, long whole) {
        BigInteger above = product(cost, part).add(BigInteger.valueOf(whole - 1));
        return above.divide(BigInteger.valueOf(whole)).longValueExact();
    }
}
