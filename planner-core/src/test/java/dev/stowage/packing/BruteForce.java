package dev.stowage.packing;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.OptionalInt;

/** The cheapest packing of all items, by trying every server for every item. */
public final class BruteForce {
    private final PackingProblem problem;
    private final OptionalInt maxMoves;
    private final int[] serverOf;
    private BigDecimal best;

    public BruteForce(PackingProblem problem, OptionalInt maxMoves) {
        this.problem = problem;
        this.maxMoves = maxMoves;
        this.serverOf = new int[problem.items().size()];
        Arrays.fill(serverOf, Packing.UNPLACED);
    }

    /** The least cost, or null if there is no packing of all items. */
    public BigDecimal optimum() {
        next(0);
        return best;
    }

    private void next(int item) {
        Packing packing = Packing.of(problem, serverOf);
        if (best != null && packing.cost().compareTo(best) >= 0) {
            return;
        }
        if (!packing.violations().isEmpty()) {
            return;
        }
        if (item == serverOf.length) {
            if (maxMoves.isEmpty() || packing.moved().size() <= maxMoves.getAsInt()) {
                best = packing.cost();
            }
            return;
        }
        for (int server = 0; server < problem.servers().size(); server++) {
            serverOf[item] = server;
            next(item + 1);
        }
        serverOf[item] = Packing.UNPLACED;
    }
}
