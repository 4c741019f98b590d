package dev.stowage.packing.perfect;

import dev.stowage.packing.heuristic.Budget;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What fills the rest of a server: up to four of the units, found as two and two. */
final class Pairs {
    /** A set that is found is passed over with this chance. */
    private static final double PASS = 0.5;

    private static final int LOOKS_A_SUM = 2;

    private final FullSums sums;
    private final int[] units;
    private final RandomGenerator random;
    private final Budget budget;
    private final SumTable pairs;
    private int @Nullable [] best;

    /**
     * Of some units.
     *
     * @param units the largest first
     */
    Pairs(FullSums sums, int[] units, RandomGenerator random, Budget budget) {
        this.sums = sums;
        this.units = units;
        this.random = random;
        this.budget = budget;
        this.pairs = new SumTable(units.length * units.length / 2);
        for (int i = 0; i < units.length; i++) {
            for (int j = i + 1; j < units.length; j++) {
                pairs.put(sum(i) + sum(j), (i << 15) | j);
            }
        }
        budget.spend((long) LOOKS_A_SUM * units.length * units.length / 2);
    }

    private long sum(int at) {
        return sums.sum[units[at]];
    }

    /** A set with a unit that fills a server, of few and large units; null if there is none. */
    int @Nullable [] fill(int first) {
        best = null;
        long left = sums.full - sums.sum[first];
        if (left == 0 && offer(first)) {
            return best;
        }
        for (int unit : units) {
            if (sums.sum[unit] == left && offer(first, unit)) {
                return best;
            }
        }
        if (best != null || isEndedByPair(left, first)) {
            return best;
        }
        for (int unit : units) {
            if (isEndedByPair(left - sums.sum[unit], first, unit)) {
                return best;
            }
        }
        budget.spend((long) LOOKS_A_SUM * units.length);
        return best == null ? fillWithFour(left, first) : best;
    }

    private int @Nullable [] fillWithFour(long left, int first) {
        for (int i = 0; i < units.length; i++) {
            for (int j = i + 1; j < units.length; j++) {
                if (isEndedByPair(left - sum(i) - sum(j), first, units[i], units[j])) {
                    return best;
                }
            }
            budget.spend((long) LOOKS_A_SUM * (units.length - i));
        }
        return best;
    }

    /** True if a set with a pair of this sum ends the search. */
    private boolean isEndedByPair(long left, int... begun) {
        for (int at = pairs.first(left); at >= 0; at = pairs.next(at)) {
            int pair = pairs.set(at);
            int[] set = Arrays.copyOf(begun, begun.length + 2);
            set[begun.length] = units[pair >> 15];
            set[begun.length + 1] = units[pair & 32_767];
            if (offer(set)) {
                return true;
            }
        }
        return false;
    }

    /** Takes a set if it is one; true if it is the one. */
    private boolean offer(int... set) {
        boolean isSet = Arrays.stream(set).distinct().count() == set.length;
        if (!isSet || !sums.isFull(set)) {
            return false;
        }
        best = set;
        return random.nextDouble() >= PASS;
    }
}
