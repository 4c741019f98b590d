package dev.stowage.plan.mix;

import dev.stowage.plan.mix.MixSearch.Tried;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The mix that comes furthest below its bounds among those that are tried of what a budget buys. It
 * starts at all that the budget buys of each kind, and at the best that is known; then servers of
 * one kind are exchanged for as many of another as the budget still buys, as long as that helps.
 * Nothing is proven of mixes that were not tried.
 */
final class BudgetSearch {
    /** A mix that holds first, then the smallest share of a bound, then the cheapest. */
    static final Comparator<Tried> BEST =
            Comparator.comparing((Tried mix) -> !mix.outcome().holds())
                    .thenComparingDouble(mix -> mix.outcome().strain())
                    .thenComparingLong(Tried::cost);

    private final MixSearch mixes;
    private final long budget;
    private final Function<int[], @Nullable Tried> trial;
    private @Nullable Tried best;

    /**
     * A search.
     *
     * @param budget of what there is to be the least of, millionths
     * @param best the best that is known of what it buys; null if none
     * @param trial tries a mix; null if no more may be tried
     */
    BudgetSearch(
            MixSearch mixes,
            long budget,
            @Nullable Tried best,
            Function<int[], @Nullable Tried> trial) {
        this.mixes = mixes;
        this.budget = budget;
        this.best = best;
        this.trial = trial;
    }

    /** The best mix; null if the budget buys none. */
    @Nullable Tried search() {
        int kinds = mixes.kinds().size();
        for (int first = 0; first < kinds; first++) {
            int[] counts = mixes.least();
            fill(counts, first);
            for (int other = 0; other < kinds; other++) {
                fill(counts, other);
            }
            improves(counts);
        }
        boolean isBetter = best != null;
        while (isBetter) {
            isBetter = false;
            for (int less = 0; less < kinds; less++) {
                for (int more = 0; more < kinds; more++) {
                    isBetter |= exchange(less, more);
                }
            }
        }
        return best;
    }

    private void fill(int[] counts, int kind) {
        counts[kind] = Math.max(counts[kind], mixes.affordable(counts, kind, budget + 1));
    }

    /** Exchanges none, half, a quarter … of the servers of one kind for others. */
    private boolean exchange(int less, int more) {
        Tried from = best;
        if (from == null) {
            return false;
        }
        int spare = from.counts().get(less) - mixes.kinds().get(less).least();
        for (int part = less == more ? 0 : spare; part >= 0; part = part == 1 ? -1 : part / 2) {
            int[] counts = from.numbers();
            counts[less] -= part;
            fill(counts, more);
            if (improves(counts)) {
                return true;
            }
            if (part == 0) {
                return false;
            }
        }
        return false;
    }

    private boolean improves(int[] counts) {
        if (MixSearch.cost(mixes.kinds(), counts) > budget) {
            return false;
        }
        Tried found = trial.apply(counts);
        if (found == null || (best != null && BEST.compare(found, best) >= 0)) {
            return false;
        }
        best = found;
        return true;
    }
}
