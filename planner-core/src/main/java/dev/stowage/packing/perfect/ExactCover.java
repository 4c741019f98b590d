package dev.stowage.packing.perfect;

import dev.stowage.packing.heuristic.Budget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sets of units of which each unit is in exactly one: the unit with the fewest sets left is decided
 * first (D. E. Knuth, Dancing links, 2000).
 */
final class ExactCover {
    private final List<int[]> sets;
    private final int[][] setsOf;
    private final int[] blocked;
    private final int[] open;
    private final boolean[] isCovered;
    private final Budget budget;
    private final List<int[]> chosen = new ArrayList<>();

    ExactCover(int units, List<int[]> sets, Budget budget) {
        this.sets = sets;
        this.budget = budget;
        this.blocked = new int[sets.size()];
        this.open = new int[units];
        this.isCovered = new boolean[units];
        sets.forEach(
                set -> {
                    for (int unit : set) {
                        open[unit]++;
                    }
                });
        this.setsOf = new int[units][];
        for (int unit = 0; unit < units; unit++) {
            setsOf[unit] = new int[open[unit]];
        }
        int[] filled = new int[units];
        for (int set = 0; set < sets.size(); set++) {
            for (int unit : sets.get(set)) {
                setsOf[unit][filled[unit]++] = set;
            }
        }
    }

    /** The sets, or null if there are none such or the budget is spent before. */
    @Nullable List<int[]> find() {
        return cover() ? chosen : null;
    }

    private boolean cover() {
        int hardest = hardest();
        if (hardest < 0) {
            return true;
        }
        for (int set : setsOf[hardest]) {
            if (blocked[set] == 0 && !budget.isEmpty()) {
                chosen.add(sets.get(set));
                change(set, 1);
                if (cover()) {
                    return true;
                }
                change(set, -1);
                chosen.remove(chosen.size() - 1);
            }
        }
        return false;
    }

    private int hardest() {
        int hardest = -1;
        for (int unit = 0; unit < open.length; unit++) {
            if (!isCovered[unit] && (hardest < 0 || open[unit] < open[hardest])) {
                hardest = unit;
            }
        }
        budget.spend(open.length);
        return hardest;
    }

    /** Takes a set, or gives it back: those that share a unit with it are blocked, or not. */
    private void change(int set, int sign) {
        for (int unit : sets.get(set)) {
            isCovered[unit] = sign > 0;
            budget.spend(setsOf[unit].length);
            for (int other : setsOf[unit]) {
                boolean wasOpen = blocked[other] == 0;
                blocked[other] += sign;
                if (wasOpen != (blocked[other] == 0)) {
                    for (int member : sets.get(other)) {
                        open[member] -= sign;
                    }
                }
            }
        }
    }
}
