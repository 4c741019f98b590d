package dev.stowage.packing.perfect;

import dev.stowage.basis.Seeds;
import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a packing on so few servers that some resource has no room to spare, where servers are
 * alike and no rule says who may be where: first among all small sets that fill a server, then
 * server by server.
 */
public final class PerfectPacking {
    /** Sets up to which a cover is looked for: beyond, fuller servers are found one by one. */
    private static final int MOST_SETS = 60_000;

    /** Part of the budget for the cover. */
    private static final double COVER = 0.3;

    private static final int MOST_UNITS = 2_000;

    private final PackModel model;
    private final FullSums sums;
    private final long seed;

    private PerfectPacking(PackModel model, FullSums sums, long seed) {
        this.model = model;
        this.sums = sums;
        this.seed = seed;
    }

    /** A search, or null where it isn't for such a problem. */
    public static @Nullable PerfectPacking of(PackModel model, long target, long seed) {
        boolean isPlain =
                model.kinds == 1
                        && model.units > 1
                        && model.units <= MOST_UNITS
                        && model.cost[0] > 0
                        && Arrays.stream(model.pin).allMatch(p -> p == PackModel.NONE)
                        && Arrays.stream(model.rulesOf).allMatch(r -> r.length == 0)
                        && Arrays.stream(model.groupOf).allMatch(g -> g == PackModel.NONE)
                        && Arrays.stream(model.allowed)
                                .allMatch(a -> a.cardinality() == model.servers);
        long servers = isPlain ? target / model.cost[0] : 0;
        if (servers < 2 || servers > model.servers) {
            return null;
        }
        FullSums sums = FullSums.of(model, (int) servers);
        return sums.isAnyTight() ? new PerfectPacking(model, sums, seed) : null;
    }

    /** Searches until the budget is spent; the state is the packing if one is found. */
    public void run(PackState state, Budget budget) {
        List<int[]> sets = cover(budget.part(COVER), budget);
        if (sets == null) {
            sets = new FullServers(sums, Seeds.stream(seed, "packing.perfect", 0), budget).find();
        }
        if (sets != null) {
            int[] places = new int[model.units];
            for (int server = 0; server < sets.size(); server++) {
                for (int unit : sets.get(server)) {
                    places[unit] = server;
                }
            }
            state.become(places);
        }
    }

    private @Nullable List<int[]> cover(Budget part, Budget budget) {
        int largest = (model.units + sums.servers - 1) / sums.servers;
        List<int[]> found = null;
        if (FullSets.isFor(sums, largest)) {
            List<int[]> all = new FullSets(sums, largest, MOST_SETS, part).all();
            found = all == null ? null : new ExactCover(model.units, all, part).find();
        }
        budget.count(part);
        return found;
    }
}
