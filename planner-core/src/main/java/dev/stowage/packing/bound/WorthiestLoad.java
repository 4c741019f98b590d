package dev.stowage.packing.bound;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The items worth most that fit on one server (a knapsack with several resources), by branch and
 * bound. The bound of a branch is what room is left, as a sum of shares, at the best worth for a
 * share; it is rounded up.
 */
final class WorthiestLoad {
    /** Branches after which the search ends with a bound only. */
    private static final int MOST_NODES = 200_000;

    private final long[][] demand;
    private final int[] copies;
    private final long[] free;
    private long[] worth = {};
    private int[] order = {};
    private double[] share = {};
    private int[] taken = {};
    private int[] bestTaken = {};
    private long best;
    private int nodes;

    /**
     * A server.
     *
     * @param demand by item and resource
     * @param copies of each item; 0 for those that may not be there
     * @param usable by resource
     */
    WorthiestLoad(long[][] demand, int[] copies, long[] usable) {
        this.demand = demand;
        this.copies = copies.clone();
        this.free = usable.clone();
    }

    /**
     * At least the most that items on the server are worth; exact unless branches were too many.
     */
    long most(long[] worthOfEach) {
        worth = worthOfEach;
        share = new double[worth.length];
        for (int i = 0; i < share.length; i++) {
            for (int r = 0; r < free.length; r++) {
                double part =
                        free[r] == 0
                                ? (demand[i][r] == 0 ? 0 : 1)
                                : (double) demand[i][r] / free[r];
                share[i] += part;
            }
        }
        order =
                IntStream.range(0, worth.length)
                        .filter(i -> copies[i] > 0 && worth[i] > 0)
                        .boxed()
                        .sorted(
                                Comparator.comparingDouble((Integer i) -> -worth[i] / share[i])
                                        .thenComparingInt(i -> i))
                        .mapToInt(i -> i)
                        .toArray();
        taken = new int[worth.length];
        bestTaken = new int[worth.length];
        best = 0;
        nodes = 0;
        branch(0, 0, free.length);
        return isCutShort() ? relaxed() : best;
    }

    /** True if the last search ended before its time, with a weak bound. */
    boolean isCutShort() {
        return nodes > MOST_NODES;
    }

    /** Branches of the last search. */
    int nodes() {
        return nodes;
    }

    /** Copies of each item in the best load found. */
    int[] load() {
        return bestTaken.clone();
    }

    private void branch(int from, long value, double room) {
        if (value > best) {
            best = value;
            bestTaken = taken.clone();
        }
        for (int at = from; at < order.length; at++) {
            int item = order[at];
            if (nodes++ > MOST_NODES || above(worth[item] / share[item] * room) + value <= best) {
                return;
            }
            int most = fitting(item);
            for (int count = most; count > 0; count--) {
                take(item, count);
                branch(at + 1, value + count * worth[item], room - count * share[item]);
                take(item, -count);
            }
        }
    }

    private int fitting(int item) {
        long most = copies[item];
        for (int r = 0; r < free.length; r++) {
            if (demand[item][r] > 0) {
                most = Math.min(most, free[r] / demand[item][r]);
            }
        }
        return (int) most;
    }

    private void take(int item, int count) {
        taken[item] += count;
        for (int r = 0; r < free.length; r++) {
            free[r] -= count * demand[item][r];
        }
    }

    /** Items cut to fractions, and resources added up. */
    private long relaxed() {
        double room = free.length;
        double value = 0;
        for (int item : order) {
            double count =
                    Math.min(copies[item], share[item] == 0 ? copies[item] : room / share[item]);
            value += count * worth[item];
            room -= count * share[item];
            if (room <= 0) {
                break;
            }
        }
        return above(value);
    }

    /** Safely not below. */
    private static long above(double value) {
        return value > 1e17 ? Long.MAX_VALUE / 4 : (long) (value * (1 + 1e-9)) + 1;
    }
}
