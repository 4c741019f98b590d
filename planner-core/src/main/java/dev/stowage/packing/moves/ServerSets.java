package dev.stowage.packing.moves;

import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Servers that may be in use for less than a cost, with at most so many moves: all sets to which no
 * other server can be added. Each cheaper placement is on one of them.
 */
final class ServerSets {
    /** Servers that are added or not, one after the other, until nothing is listed. */
    private static final int MOST_CHOICES = 2_000_000;

    private static final int MOST_OPTIONAL = 1_000;

    private static final int NONE_LEFT_OUT = -1;

    /** Some servers, and how many items run on the others. */
    record Choice(BitSet servers, int moves) {}

    private final Today today;
    private final PackModel model;
    private final long maxMoves;
    private final long least;
    private final long limit;
    private final List<Integer> optional = new ArrayList<>();
    private final BitSet inUse = new BitSet();
    private final List<Choice> found = new ArrayList<>();

    /** What the servers from a position of {@link #optional} on cost together. */
    private long[] after = {};

    private int choices;

    /**
     * Sets.
     *
     * @param least that servers must cost together, in the model's steps
     * @param limit that they must cost less than
     */
    ServerSets(Today today, long maxMoves, long least, long limit) {
        this.today = today;
        this.model = today.model;
        this.maxMoves = maxMoves;
        this.least = least;
        this.limit = limit;
    }

    /** True if they were listed; false if there are too many. Those with the fewest moves first. */
    boolean list() {
        long cost = 0;
        for (int server = 0; server < model.servers; server++) {
            boolean mayGo = today.items[server] <= maxMoves && !today.isPinned[server];
            if (mayGo) {
                optional.add(server);
            } else {
                inUse.set(server);
                cost += model.cost[server];
            }
        }
        if (optional.size() > MOST_OPTIONAL) {
            return false;
        }
        // alike and empty today: the first are taken first
        optional.sort(
                Comparator.comparingLong((Integer s) -> -model.cost[s])
                        .thenComparing(s -> model.kindOf[s])
                        .thenComparing(s -> today.items[s])
                        .thenComparing(s -> s));
        after = new long[optional.size() + 1];
        for (int i = optional.size() - 1; i >= 0; i--) {
            after[i] = after[i + 1] + model.cost[optional.get(i)];
        }
        choose(0, cost, 0, Long.MAX_VALUE, NONE_LEFT_OUT);
        found.sort(Comparator.comparingInt(Choice::moves));
        return choices < MOST_CHOICES;
    }

    /** All sets, the rest being decided. */
    private void choose(int next, long cost, int moves, long cheapestLeftOut, int lastLeftOut) {
        if (cost >= limit || ++choices >= MOST_CHOICES || cost + after[next] < least) {
            return;
        }
        if (next == optional.size()) {
            // with one more it would be too dear, else the larger set will do
            if (cheapestLeftOut >= limit - cost) {
                found.add(new Choice((BitSet) inUse.clone(), moves));
            }
            return;
        }
        int server = optional.get(next);
        if (!isLikeLeftOut(server, lastLeftOut)) {
            inUse.set(server);
            choose(next + 1, cost + model.cost[server], moves, cheapestLeftOut, lastLeftOut);
            inUse.clear(server);
        }
        if (moves + today.items[server] <= maxMoves
                && cost + after[next + 1] + Math.min(cheapestLeftOut, model.cost[server])
                        >= limit) {
            choose(
                    next + 1,
                    cost,
                    moves + today.items[server],
                    Math.min(cheapestLeftOut, model.cost[server]),
                    server);
        }
    }

    private boolean isLikeLeftOut(int server, int leftOut) {
        return leftOut >= 0
                && today.items[server] == 0
                && today.items[leftOut] == 0
                && model.kindOf[server] == model.kindOf[leftOut];
    }

    List<Choice> all() {
        return found;
    }

    /** All servers. */
    static Choice everything(PackModel model) {
        BitSet all = new BitSet();
        IntStream.range(0, model.servers).forEach(all::set);
        return new Choice(all, 0);
    }
}
