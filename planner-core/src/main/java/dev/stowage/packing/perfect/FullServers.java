package dev.stowage.packing.perfect;

import dev.stowage.packing.heuristic.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Fills servers one after the other, each to the last: the largest unit that is left, and of the
 * sets that fill the rest of its server one of few and large units, so that the many small ones,
 * with which nearly everything can be filled, are left for the end. Takes back the last few servers
 * where it can't go on, and begins anew after many such ends.
 */
final class FullServers {
    /** Ends after which it begins anew. */
    private static final int MOST_ENDS = 200;

    /** Samples that are tried for a server before it is given up. */
    private static final int TRIES = 40;

    /** Fewer units than that are left to samples at once. */
    private static final int FEW = 60;

    private static final int LOOKS_A_SUM = 2;

    private final FullSums sums;
    private final RandomGenerator random;
    private final Budget budget;
    private final List<int[]> chosen = new ArrayList<>();
    private final Halves halves;
    private final List<Integer> all;
    private List<Integer> open;

    FullServers(FullSums sums, RandomGenerator random, Budget budget) {
        this.sums = sums;
        this.random = random;
        this.budget = budget;
        this.halves = new Halves(sums);
        this.all = sums.largestFirst();
        this.open = all;
    }

    /** A set for each server, or null if the budget was spent before. */
    @Nullable List<int[]> find() {
        int ends = 0;
        while (!budget.isEmpty() && chosen.size() < sums.servers) {
            int[] next = next();
            if (next != null) {
                chosen.add(next);
            } else if (++ends % MOST_ENDS == 0) {
                chosen.clear();
            } else {
                int back = 1 + random.nextInt(Math.max(1, Math.min(5, chosen.size())));
                chosen.subList(Math.max(0, chosen.size() - back), chosen.size()).clear();
            }
            open = rest();
        }
        return open.isEmpty() ? chosen : null;
    }

    private List<Integer> rest() {
        boolean[] isTaken = new boolean[sums.model.units];
        for (int[] set : chosen) {
            for (int unit : set) {
                isTaken[unit] = true;
            }
        }
        budget.spend(isTaken.length);
        return all.stream().filter(unit -> !isTaken[unit]).toList();
    }

    private int @Nullable [] next() {
        int[] units = open.stream().mapToInt(i -> i).toArray();
        if (chosen.size() == sums.servers - 1) {
            return sums.isFull(units) ? units : null;
        }
        if (units.length < 2 || !sums.fits(units[0])) {
            return null;
        }
        int[] found =
                units.length < FEW ? null : new Pairs(sums, units, random, budget).fill(units[0]);
        for (int time = 0; found == null && time < TRIES && !budget.isEmpty(); time++) {
            int[] some = sample(units);
            found = halves.fill(units[0], some);
            budget.spend(LOOKS_A_SUM * Halves.work(some.length));
        }
        return found;
    }

    /** Some of the units but the first, rather large ones. */
    private int[] sample(int[] units) {
        int size = Math.min(units.length - 1, 2 * Halves.MOST);
        boolean[] isChosen = new boolean[units.length];
        int[] some = new int[size];
        for (int i = 0; i < size; i++) {
            double low = random.nextDouble();
            int at = 1 + (int) ((units.length - 1) * low * Math.sqrt(low));
            while (isChosen[at]) {
                at = at + 1 == units.length ? 1 : at + 1;
            }
            isChosen[at] = true;
            some[i] = units[at];
        }
        return some;
    }
}
