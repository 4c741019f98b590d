package dev.stowage.packing.perfect;

import dev.stowage.packing.heuristic.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All sets of up to six units that fill a server: the last three of a set are looked for beside all
 * that may come before them (meet in the middle), so that n^3 / 3 sums are worked out, not n^6.
 */
final class FullSets {
    private static final int MOST_UNITS = 320;
    static final int LARGEST = 6;
    private static final int LOOKS_A_SUM = 4;

    private final FullSums sums;
    private final int largest;
    private final int mostSets;
    private final Budget budget;
    private final List<int[]> found = new ArrayList<>();

    /** Sets of at most so many units. */
    FullSets(FullSums sums, int largest, int mostSets, Budget budget) {
        this.sums = sums;
        this.largest = largest;
        this.mostSets = mostSets;
        this.budget = budget;
    }

    /** True if there are few enough units and sets. */
    static boolean isFor(FullSums sums, int largest) {
        return largest <= LARGEST && sums.model.units <= MOST_UNITS;
    }

    /** All of them, or null if there are too many, or the budget is spent. */
    @Nullable List<int[]> all() {
        int units = sums.model.units;
        SumTable before = new SumTable(count(units));
        for (int middle = 0; middle < units; middle++) {
            long work = 0;
            if (sums.isFull(middle)) {
                found.add(new int[] {middle});
            }
            for (int b = middle + 1; b < units; b++) {
                if (sums.fits(middle, b)) {
                    if (largest >= 2 && sums.isFull(middle, b)) {
                        found.add(new int[] {middle, b});
                    }
                    for (int c = b + 1; c < units && largest >= 3; c++) {
                        endingWith(before, middle, b, c);
                    }
                    work += units - b;
                }
            }
            work += addEndingWith(before, middle);
            budget.spend(LOOKS_A_SUM * work);
            if (budget.isEmpty() || found.size() > mostSets) {
                return null;
            }
        }
        return found;
    }

    private int count(int units) {
        int pairs = units * (units - 1) / 2;
        int triples = units < 3 ? 0 : pairs * (units - 2) / 3;
        return switch (largest) {
            case 1, 2, 3, 4 -> units;
            case 5 -> units + pairs;
            default -> units + pairs + triples;
        };
    }

    /** Sets that end with these three. */
    private void endingWith(SumTable before, int a, int b, int c) {
        long left = sums.full - sums.sum[a] - sums.sum[b] - sums.sum[c];
        if (left == 0 && sums.isFull(a, b, c)) {
            found.add(new int[] {a, b, c});
        }
        for (int at = before.first(left); at >= 0; at = before.next(at)) {
            int[] first = unpack(before.set(at));
            int[] set = Arrays.copyOf(first, first.length + 3);
            set[first.length] = a;
            set[first.length + 1] = b;
            set[first.length + 2] = c;
            if (found.size() <= mostSets && sums.isFull(set)) {
                found.add(set);
            }
        }
    }

    /** Sets of one to three whose last is this one, for those that end with later units. */
    private int addEndingWith(SumTable before, int last) {
        int added = 0;
        if (largest >= 4) {
            before.put(sums.sum[last], last + 1);
            added++;
        }
        for (int b = 0; b < last && largest >= 5; b++) {
            if (sums.fits(b, last)) {
                before.put(sums.sum[b] + sums.sum[last], pack(0, b + 1, last + 1));
                added++;
                for (int a = 0; a < b && largest >= 6; a++) {
                    if (sums.fits(a, b, last)) {
                        before.put(
                                sums.sum[a] + sums.sum[b] + sums.sum[last],
                                pack(a + 1, b + 1, last + 1));
                        added++;
                    }
                }
            }
        }
        return added;
    }

    private static int pack(int a, int b, int c) {
        return (a << 20) | (b << 10) | c;
    }

    private static int[] unpack(int set) {
        int a = (set >> 20) - 1;
        int b = ((set >> 10) & 1_023) - 1;
        int c = (set & 1_023) - 1;
        return a >= 0 ? new int[] {a, b, c} : b >= 0 ? new int[] {b, c} : new int[] {c};
    }
}
