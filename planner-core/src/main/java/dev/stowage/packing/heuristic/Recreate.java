package dev.stowage.packing.heuristic;

import dev.stowage.basis.Seeds;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.random.RandomGenerator;

/**
 * Ruin and recreate: empties a few servers and puts what was on them where it fits best, largest
 * first; keeps what is not worse. Among packings of one cost those with the larger sum of squared
 * loads are better: full servers beside nearly empty ones.
 *
 * <p>Source of the idea: G. Schrimpf, J. Schneider, H. Stamm-Wilbrandt and G. Dueck, Record
 * breaking optimization results using the ruin and recreate principle, Journal of Computational
 * Physics 159(2), 2000.
 */
public final class Recreate {
    /** How much worse in the sum of squares a step may be, at most. */
    private static final double SLACK = 0.02;

    /** What a step costs besides its looks. */
    private static final int LOOKS_A_STEP = 100;

    /** What a move is worth in the sum of squares. */
    private static final double MOVE = 0.001;

    private final PackModel model;
    private final PackState state;
    private final Budget budget;
    private final long target;
    private final RandomGenerator random;
    private final Refill refill;
    private final double[] loads;
    private final int[] mark;
    private int round;
    private int[] best;
    private long bestMissing;
    private long bestCost;

    /**
     * A search.
     *
     * @param state that it starts from; changed
     * @param target cost at which it stops, in the model's steps
     */
    public Recreate(PackState state, long target, long seed, Budget budget) {
        this.state = state;
        this.model = state.model;
        this.target = target;
        this.budget = budget;
        this.random = Seeds.stream(seed, "packing.recreate", 0);
        this.refill = new Refill(state, random);
        this.mark = new int[model.servers];
        this.loads = new double[model.servers];
        for (int server = 0; server < loads.length; server++) {
            loads[server] = state.squaredLoad(server);
        }
        this.best = state.serverOf.clone();
        this.bestMissing = state.missing;
        this.bestCost = state.cost;
    }

    /**
     * Goes on until the budget is spent, or until the target is met; the best packing is the state.
     */
    public void run() {
        while (!isDone() && model.units > 0 && budget.allowsStep()) {
            step();
            if (state.missing < bestMissing
                    || (state.missing == bestMissing && state.cost < bestCost)) {
                best = state.serverOf.clone();
                bestMissing = state.missing;
                bestCost = state.cost;
            }
        }
        state.become(best);
    }

    private boolean isDone() {
        return bestMissing == 0 && bestCost <= target;
    }

    private void step() {
        long missing = state.missing;
        long cost = state.cost;
        long moves = state.moves;
        long looks = state.looks;
        refill.apply();
        budget.spend(state.looks - looks + LOOKS_A_STEP);
        double gain = gain() - MOVE * (state.moves - moves);
        boolean isKept =
                state.missing != missing
                        ? state.missing < missing
                        : state.cost != cost
                                ? state.cost < cost
                                : gain >= -SLACK * random.nextDouble();
        if (isKept) {
            for (int i = 0; i < refill.size(); i++) {
                refreshLoad(refill.oldServer(i));
                refreshLoad(state.serverOf[refill.unit(i)]);
            }
        } else {
            refill.undo();
        }
    }

    /** Change of the sum of squared loads over all servers that were touched. */
    private double gain() {
        double gain = 0;
        round++;
        for (int i = 0; i < refill.size(); i++) {
            gain += changeOnce(refill.oldServer(i));
            gain += changeOnce(state.serverOf[refill.unit(i)]);
        }
        return gain;
    }

    private double changeOnce(int server) {
        if (server == PackModel.NONE || mark[server] == round) {
            return 0;
        }
        mark[server] = round;
        return state.squaredLoad(server) - loads[server];
    }

    private void refreshLoad(int server) {
        if (server != PackModel.NONE) {
            loads[server] = state.squaredLoad(server);
        }
    }
}
