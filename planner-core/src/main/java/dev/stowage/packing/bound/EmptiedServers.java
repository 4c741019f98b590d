package dev.stowage.packing.bound;

import dev.stowage.packing.PackItem;
import dev.stowage.packing.model.PackModel;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What the servers that are in use today cost at least if only so many items may move: a server can
 * only be given back once all its items have moved, and never if one of them is pinned. Exact, a
 * knapsack of whole servers, where that is quick; in fractions of servers else.
 */
final class EmptiedServers {
    /** Servers times moves up to which whole servers are worked out. */
    private static final long MOST_CELLS = 20_000_000;

    private final PackModel model;
    private final int[] items;
    private final boolean[] isPinned;

    EmptiedServers(PackModel model) {
        this.model = model;
        this.items = new int[model.servers];
        this.isPinned = new boolean[model.servers];
        for (PackItem item : model.problem.items()) {
            if (item.current().isPresent()) {
                items[item.current().getAsInt()]++;
                isPinned[item.current().getAsInt()] |= item.isPinned();
            }
        }
    }

    /** What is left to pay, in the model's steps, at least 0. */
    long leastCost(long maxMoves) {
        long total = 0;
        for (int server = 0; server < model.servers; server++) {
            total += items[server] > 0 ? model.cost[server] : 0;
        }
        int moves = (int) Math.min(maxMoves, Arrays.stream(items).sum());
        int[] servers =
                IntStream.range(0, model.servers)
                        .filter(s -> items[s] > 0 && items[s] <= moves && !isPinned[s])
                        .toArray();
        boolean isQuick = (long) servers.length * moves <= MOST_CELLS;
        return Math.max(0, total - (isQuick ? whole(servers, moves) : parts(servers, moves)));
    }

    /** The most that whole servers save. */
    private long whole(int[] servers, int moves) {
        long[] saved = new long[moves + 1];
        for (int server : servers) {
            for (int left = moves; left >= items[server]; left--) {
                saved[left] =
                        Math.max(saved[left], saved[left - items[server]] + model.cost[server]);
            }
        }
        return saved[moves];
    }

    /** The most that parts of servers save, rounded up. */
    private long parts(int[] servers, int moves) {
        int[] order =
                Arrays.stream(servers)
                        .boxed()
                        .sorted(
                                (a, b) ->
                                        product(model.cost[b], items[a])
                                                .compareTo(product(model.cost[a], items[b])))
                        .mapToInt(s -> s)
                        .toArray();
        long left = moves;
        long saved = 0;
        for (int server : order) {
            long part = Math.min(left, items[server]);
            BigInteger above = product(model.cost[server], part);
            saved +=
                    above.add(BigInteger.valueOf(items[server] - 1L))
                            .divide(BigInteger.valueOf(items[server]))
                            .longValueExact();
            left -= part;
        }
        return saved;
    }

    private static BigInteger product(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }
}
