package dev.stowage.packing.reason;

import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.heuristic.Construction;
import dev.stowage.packing.heuristic.Recreate;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackModelBuilder;
import dev.stowage.packing.model.PackState;
import dev.stowage.packing.moves.MoveTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What else would hold all items. Tried, not estimated: a change is named only if a packing of all
 * items was found with it.
 */
final class ExtraServers {
    /** Units times servers up to which changes are tried. */
    private static final long MOST_PAIRS = 20_000_000;

    /** Kinds of servers of which more are tried, at most. */
    private static final int MOST_KINDS = 8;

    /** What one try may cost besides its first heuristics. */
    private static final long LOOKS = 500_000;

    private final PackModel model;
    private final long maxMoves;

    /**
     * Changes of a problem.
     *
     * @param maxMoves that are allowed; {@link Long#MAX_VALUE} if any number is
     */
    ExtraServers(PackModel model, long maxMoves) {
        this.model = model;
        this.maxMoves = maxMoves;
    }

    /** True if the problem is small enough for tries. */
    boolean isTried() {
        return (long) model.units * model.servers <= MOST_PAIRS;
    }

    /**
     * The fewest more servers of one type with which all items were found a place, of those the
     * cheapest, as in {@code 4 more servers of type a}; empty if none were found that help.
     *
     * @param least that it takes in any case, at least 1
     */
    Optional<String> more(int least) {
        int best = -1;
        int fewest = model.units + 1;
        List<Integer> tried = new ArrayList<>();
        for (int server = 0; server < model.servers && isTried(); server++) {
            if (tried.contains(model.kindOf[server]) || tried.size() >= MOST_KINDS) {
                continue;
            }
            tried.add(model.kindOf[server]);
            int count = count(server, least, fewest);
            boolean isCheaper = best >= 0 && model.cost[server] < model.cost[best];
            if (count < fewest || (count == fewest && isCheaper)) {
                best = server;
                fewest = count;
            }
        }
        return best < 0
                ? Optional.empty()
                : Optional.of(text(model.problem.servers().get(best).type(), fewest));
    }

    /** So many servers of a type. */
    static String text(String type, int count) {
        return count == 1
                ? "one more server of type " + type
                : count + " more servers of type " + type;
    }

    /** How many more servers like this hold all, or more than {@code most}. */
    private int count(int server, int least, int most) {
        int tooFew = least - 1;
        int enough = least;
        while (enough <= most && !holds(with(server, enough))) {
            tooFew = enough;
            enough = enough == most ? most + 1 : Math.min(most, 2 * enough);
        }
        while (enough <= most && enough - tooFew > 1) {
            int middle = (tooFew + enough) >>> 1;
            if (holds(with(server, middle))) {
                enough = middle;
            } else {
                tooFew = middle;
            }
        }
        return enough;
    }

    /** The problem with more servers; each is its own failure domain where that one is. */
    private PackingProblem with(int server, int count) {
        PackServer like = model.problem.servers().get(server);
        List<PackServer> servers = new ArrayList<>(model.problem.servers());
        for (int i = 1; i <= count; i++) {
            String name = like.name() + " more " + i;
            servers.add(
                    new PackServer(
                            name,
                            like.type(),
                            like.domain().equals(like.name()) ? name : like.domain(),
                            like.capacity(),
                            like.usable(),
                            like.cost(),
                            like.attributes()));
        }
        return with(servers);
    }

    /** The problem with other servers. */
    PackingProblem with(List<PackServer> servers) {
        PackingProblem now = model.problem;
        return new PackingProblem(now.resources(), servers, now.items(), now.rules());
    }

    /** True if a packing of all items was found. */
    boolean holds(PackingProblem problem) {
        PackModel changed = PackModelBuilder.build(problem);
        Budget budget = new Budget(LOOKS, Long.MAX_VALUE, Long.MAX_VALUE);
        PackState best = new PackState(changed, maxMoves);
        for (Construction.Start start : new Construction(changed, maxMoves, budget).all()) {
            best = start.state().isBetterThan(best) ? start.state() : best;
        }
        if (best.missing > 0) {
            new Recreate(best, Long.MAX_VALUE, 1, budget()).run();
        }
        MoveTree tree = new MoveTree(changed, maxMoves);
        if (best.missing > 0 && maxMoves < Long.MAX_VALUE && tree.isFor()) {
            tree.improve(best, Long.MAX_VALUE, budget());
        }
        return best.missing == 0;
    }

    static Budget budget() {
        return new Budget(LOOKS, Long.MAX_VALUE, Long.MAX_VALUE);
    }
}
