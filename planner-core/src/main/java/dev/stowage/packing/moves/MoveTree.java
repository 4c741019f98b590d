package dev.stowage.packing.moves;

import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import dev.stowage.packing.moves.Rehousing.Answer;
import java.util.ArrayList;
import java.util.List;

/**
 * The cheapest packing with a limit of moves, by looking through all of them: the sets of servers
 * that would cost less than what is known, and for each whether all can be on them with so few
 * moves. Quick where few items may move; gives up where its budget ends.
 */
public final class MoveTree {
    /** Looks for each set in the first round, and by how much more it gets in the next. */
    private static final long FIRST_LOOKS = 500_000;

    private static final int MORE = 8;

    /** Units up to which it is tried. */
    private static final int MOST_UNITS = 1_000;

    private final Today today;
    private final PackModel model;
    private final long maxMoves;

    public MoveTree(PackModel model, long maxMoves) {
        this.today = new Today(model);
        this.model = model;
        this.maxMoves = maxMoves;
    }

    /** True if it is made for problems like this. */
    public boolean isFor() {
        return model.units <= MOST_UNITS && model.hasCurrent();
    }

    /**
     * Makes a packing cheaper, or complete, as far as the budget goes.
     *
     * @param state changed where something better was found
     * @param least that no complete packing costs less than, in the model's steps
     * @param budget of work; what it takes is counted
     * @return true if nothing is left to be looked through: a complete state is the cheapest there
     *     is, and if it is not complete no packing of all units keeps to so few moves
     */
    public boolean improve(PackState state, long least, Budget budget) {
        Answer answer = Answer.FOUND;
        if (state.missing > 0) {
            answer = search(List.of(ServerSets.everything(model)), state, budget);
        }
        while (answer == Answer.FOUND && state.cost > least) {
            ServerSets sets = new ServerSets(today, maxMoves, least, state.cost);
            answer = sets.list() ? search(sets.all(), state, budget) : Answer.LATE;
        }
        return answer != Answer.LATE;
    }

    /** Looks for a packing on one of the sets, a little in each first. */
    private Answer search(List<ServerSets.Choice> sets, PackState state, Budget budget) {
        List<ServerSets.Choice> open = sets;
        long looks = FIRST_LOOKS;
        while (!open.isEmpty()) {
            List<ServerSets.Choice> late = new ArrayList<>();
            for (ServerSets.Choice set : open) {
                if (budget.isEmpty()) {
                    return Answer.LATE;
                }
                long most = Math.min(looks, budget.leftWork());
                Rehousing look = new Rehousing(today, maxMoves, set.servers(), most, budget);
                Answer answer = look.run();
                budget.spend(look.state().looks);
                if (answer == Answer.FOUND) {
                    state.become(look.state().serverOf);
                    return answer;
                }
                if (answer == Answer.LATE) {
                    late.add(set);
                }
            }
            open = late;
            looks *= MORE;
        }
        return Answer.NONE;
    }
}
