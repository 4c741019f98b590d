package dev.stowage.plan.bound;

import java.util.Arrays;

/**
 * Sums by rank, and of all ranks from one on: a binary indexed tree, O(log ranks) a step. Source:
 * P. M. Fenwick, A new data structure for cumulative frequency tables, Softw. Pract. Exper. 24(3),
 * 1994.
 */
final class RankSums {
    private final long[] tree;

    /** All 0, of the ranks from 0 to {@code ranks - 1}. */
    RankSums(int ranks) {
        tree = new long[ranks + 1];
    }

    void add(int rank, long amount) {
        for (int i = tree.length - 1 - rank; i < tree.length; i += i & -i) {
            tree[i] += amount;
        }
    }

    /** Sum of a rank and all above. */
    long from(int rank) {
        long sum = 0;
        for (int i = tree.length - 1 - rank; i > 0; i -= i & -i) {
            sum += tree[i];
        }
        return sum;
    }

    void clear() {
        Arrays.fill(tree, 0);
    }
}
