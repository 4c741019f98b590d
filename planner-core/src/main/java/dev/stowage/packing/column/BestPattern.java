package dev.stowage.packing.column;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pattern of a place that is worth most: a knapsack with several resources, rules and types
 * kept apart, by branch and bound. A branch is worth at most what the types that follow are worth,
 * cut to fractions, where all resources are added up with weights; the weights are those of a few
 * that bind most.
 *
 * <p>Arrays, without allocation on the way down: it is asked thousands of times. Guarded by {@code
 * bench/packing/run}.
 */
final class BestPattern {
    /** A weight is tried with so much more or less. */
    private static final double[] FACTORS = {0, 0.25, 0.5, 0.8, 1.25, 2, 4};

    /** Searches of so few branches take the weights of the one before. */
    private static final long FEW = 10_000;

    private final PatternSpace space;
    private final int place;
    private final int resources;
    private final boolean[] isPossible;
    private final int[] largest;
    private final long[] free;
    private final int[] ruleRoom;
    private final int[] blocked;
    private final int[] taken;
    private final int[] bestTaken;
    private final Integer[] order;
    private int size;

    /** By position: what a copy is worth, its share of the server, and sums of all before it. */
    private final long[] worth;

    private final double[] share;
    private final long[] worthBefore;
    private final double[] shareBefore;
    private final int[] typeAt;
    private final double[] weights;
    private final int[] twinOf;
    private final int[] lastTwin;

    /** By position: the position of a like type before it, or -1. */
    private final int[] twinAt;

    private long best;
    private long bound;
    private long nodes;
    private long mostNodes;
    private boolean isCut;

    /** Branches of all searches so far. */
    long work;

    BestPattern(PatternSpace space, int place) {
        this.space = space;
        this.place = place;
        this.resources = space.model.resources;
        this.free = space.places.free[place].clone();
        this.ruleRoom = new int[space.places.ruleRoom.length];
        for (int rule = 0; rule < ruleRoom.length; rule++) {
            ruleRoom[rule] = space.places.ruleRoom[rule][place];
        }
        this.largest = new int[space.types];
        this.isPossible = new boolean[space.types];
        for (int type = 0; type < space.types; type++) {
            isPossible[type] = space.mayBe(type, place);
        }
        limit(space.copies);
        this.blocked = new int[space.types];
        this.taken = new int[space.types];
        this.bestTaken = new int[space.types];
        this.order = new Integer[space.types];
        this.worth = new long[space.types];
        this.share = new double[space.types];
        this.worthBefore = new long[space.types + 1];
        this.shareBefore = new double[space.types + 1];
        this.typeAt = new int[space.types];
        this.twinAt = new int[space.types];
        this.twinOf = twins();
        this.lastTwin = new int[space.types];
        this.weights = new double[resources];
    }

    /** By type: the first that takes the same and keeps the same rules. */
    private int[] twins() {
        Map<List<Object>, Integer> known = new HashMap<>();
        int[] twins = new int[space.types];
        for (int type = 0; type < twins.length; type++) {
            List<Object> key =
                    List.of(
                            Arrays.stream(space.demand[type]).boxed().toList(),
                            Arrays.stream(space.rules[type]).boxed().toList(),
                            Arrays.stream(space.weights[type]).boxed().toList(),
                            space.apart == null ? "" : space.apart[type]);
            twins[type] = known.merge(key, type, (first, other) -> first);
        }
        return twins;
    }

    /** From here on with at most so many copies of each type. */
    void limit(int[] copies) {
        for (int type = 0; type < largest.length; type++) {
            largest[type] = isPossible[type] ? fitting(type, copies[type]) : 0;
        }
    }

    /**
     * Looks for it.
     *
     * @param worths by type; those not above 0 are left out
     * @param floor patterns that aren't worth more don't count
     * @param branches after which it ends with what it has
     * @return what no pattern is worth more than, at least the floor; what the best is worth unless
     *     it was cut short
     */
    long search(long[] worths, long floor, long branches) {
        Arrays.fill(bestTaken, 0);
        best = floor;
        nodes = 0;
        isCut = false;
        mostNodes = branches;
        if (branches > FEW) {
            Arrays.fill(weights, 1);
            weigh(worths);
        } else {
            fill(worths);
        }
        bound = above(0, roomAtStart());
        branch(0, 0, roomAtStart());
        work += nodes + 4L * size;
        return isCut ? Math.max(best, bound) : best;
    }

    Pattern pattern() {
        return Pattern.of(place, bestTaken);
    }

    /** The weights of resources for which fractions are worth least, one after the other. */
    private void weigh(long[] worths) {
        fill(worths);
        double least = above(0, roomAtStart());
        for (int r = 0; r < resources && resources > 1; r++) {
            double kept = weights[r];
            for (double factor : FACTORS) {
                double before = weights[r];
                weights[r] = kept * factor;
                fill(worths);
                double here = above(0, roomAtStart());
                if (here < least) {
                    least = here;
                } else {
                    weights[r] = before;
                }
            }
        }
        fill(worths);
    }

    private double roomAtStart() {
        double room = 0;
        for (int r = 0; r < resources; r++) {
            room += free[r] > 0 ? weights[r] : 0;
        }
        return room;
    }

    private void fill(long[] worths) {
        double[] key = new double[space.types];
        double[] shares = new double[space.types];
        size = 0;
        for (int type = 0; type < space.types; type++) {
            if (worths[type] > 0 && largest[type] > 0) {
                for (int r = 0; r < resources; r++) {
                    shares[type] += free[r] == 0 ? 0 : weights[r] * space.demand[type][r] / free[r];
                }
                key[type] = -worths[type] / Math.max(1e-12, shares[type]);
                order[size++] = type;
            }
        }
        Arrays.sort(
                order,
                0,
                size,
                Comparator.comparingDouble((Integer t) -> key[t]).thenComparingInt(t -> t));
        Arrays.fill(lastTwin, -1);
        for (int at = 0; at < size; at++) {
            int type = order[at];
            twinAt[at] = lastTwin[twinOf[type]];
            lastTwin[twinOf[type]] = at;
            typeAt[at] = type;
            worth[at] = worths[type];
            share[at] = shares[type];
            worthBefore[at + 1] = worthBefore[at] + largest[type] * worth[at];
            shareBefore[at + 1] = shareBefore[at] + largest[type] * share[at];
        }
    }

    /** What the types from a position on are worth at most in a room, rounded up. */
    private long above(int from, double room) {
        double end = shareBefore[from] + room * (1 + 1e-12);
        int low = from;
        int high = size;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (shareBefore[middle] <= end) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        double value = worthBefore[low] - worthBefore[from];
        if (low < size) {
            double left = Math.max(0, end - shareBefore[low]);
            value += Math.min((double) largest[typeAt[low]], left / share[low]) * worth[low];
        }
        return (long) (value * (1 + 1e-9)) + 1;
    }

    private void branch(int from, long value, double room) {
        if (value > best) {
            best = value;
            System.arraycopy(taken, 0, bestTaken, 0, taken.length);
        }
        for (int at = from; at < size && !isCut; at++) {
            if (++nodes > mostNodes) {
                isCut = true;
                return;
            }
            if (above(at, room) + value <= best) {
                return;
            }
            int type = typeAt[at];
            if (blocked[type] > 0 || isBehindTwin(at)) {
                continue;
            }
            for (int count = fitting(type, largest[type]); count > 0; count--) {
                take(type, count);
                branch(at + 1, value + count * worth[at], room - count * share[at]);
                take(type, -count);
            }
        }
    }

    /** True if a like type that is worth more isn't taken: to take this one instead is no gain. */
    private boolean isBehindTwin(int at) {
        int twin = twinAt[at] < 0 ? -1 : typeAt[twinAt[at]];
        return twin >= 0 && taken[twin] < largest[twin] && blocked[twin] == 0;
    }

    private int fitting(int type, int copies) {
        long most = copies;
        for (int r = 0; r < resources; r++) {
            long each = space.demand[type][r];
            if (each > 0) {
                most = Math.min(most, free[r] / each);
            }
        }
        for (int i = 0; i < space.rules[type].length; i++) {
            most = Math.min(most, ruleRoom[space.rules[type][i]] / space.weights[type][i]);
        }
        return (int) Math.max(0, most);
    }

    private void take(int type, int count) {
        taken[type] += count;
        for (int r = 0; r < resources; r++) {
            free[r] -= count * space.demand[type][r];
        }
        for (int i = 0; i < space.rules[type].length; i++) {
            ruleRoom[space.rules[type][i]] -= count * space.weights[type][i];
        }
        if (space.apart != null) {
            int sign = Integer.signum(count);
            BitSet others = space.apart[type];
            for (int t = others.nextSetBit(0); t >= 0; t = others.nextSetBit(t + 1)) {
                blocked[t] += sign;
            }
        }
    }
}
