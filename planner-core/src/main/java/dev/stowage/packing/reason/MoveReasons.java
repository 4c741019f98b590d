package dev.stowage.packing.reason;

import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Infeasibility.Kind;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import dev.stowage.packing.moves.MoveTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether more items have to leave the servers where they run than are allowed to move: those whose
 * server is not what they need, those that a rule wants elsewhere, and of a server that is given
 * more than it has so many that the rest fits even if the largest leave.
 */
final class MoveReasons {
    private final PackModel model;
    private final int most;

    MoveReasons(PackModel model, int most) {
        this.model = model;
        this.most = most;
    }

    void addTo(List<Infeasibility> found) {
        List<Integer> forced = new ArrayList<>();
        Set<Integer> counted = new HashSet<>();
        int needed = 0;
        for (PackRule rule : model.problem.rules()) {
            needed += byRule(rule, counted, forced);
        }
        List<List<Integer>> byServer = new ArrayList<>();
        model.problem.servers().forEach(server -> byServer.add(new ArrayList<>()));
        List<PackItem> items = model.problem.items();
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).current().isPresent() && !counted.contains(i)) {
                byServer.get(items.get(i).current().getAsInt()).add(i);
            }
        }
        for (int server = 0; server < byServer.size(); server++) {
            List<Integer> leaving = new ArrayList<>();
            List<Integer> staying = new ArrayList<>();
            for (int item : byServer.get(server)) {
                (mayStay(items.get(item), server) ? staying : leaving).add(item);
            }
            int over = over(staying, server);
            needed += leaving.size() + over;
            forced.addAll(leaving);
            if (over > 0) {
                forced.addAll(staying);
            }
        }
        if (needed > most) {
            found.add(reason(needed, forced));
        }
    }

    /**
     * How many items of a rule have to move, at least: those that aren't where most of them are if
     * they have to be together, those too many in one place if they have to be apart. An item that
     * was counted for another rule isn't counted again.
     */
    private int byRule(PackRule rule, Set<Integer> counted, List<Integer> forced) {
        if (rule.items().stream().anyMatch(counted::contains)) {
            return 0;
        }
        Map<String, Integer> byPlace = new HashMap<>();
        for (int item : rule.items()) {
            model.problem.items().get(item).current().stream()
                    .mapToObj(server -> RuleReasons.place(model.problem, rule, server))
                    .forEach(place -> byPlace.merge(place, 1, Integer::sum));
        }
        int needed =
                rule instanceof PackRule.Spread spread
                        ? byPlace.values().stream()
                                .mapToInt(n -> Math.max(0, n - spread.most()))
                                .sum()
                        : byPlace.values().stream().mapToInt(n -> n).sum()
                                - byPlace.values().stream().mapToInt(n -> n).max().orElse(0);
        if (needed > 0) {
            counted.addAll(rule.items());
            rule.items().stream()
                    .filter(item -> model.problem.items().get(item).current().isPresent())
                    .forEach(forced::add);
        }
        return needed;
    }

    /** That all placements with so few moves were looked through, and none has all items. */
    Infeasibility lookedThrough(List<Integer> unplaced) {
        return new Infeasibility(
                Kind.MOVES,
                "items " + InfeasibilityCheck.names(model.problem, unplaced),
                unplaced,
                "",
                "no placement of all items with at most "
                        + most
                        + (most == 1 ? " move" : " moves")
                        + " (all of them were looked through)",
                "a server for each",
                change(most + 1));
    }

    /** The fewest moves from a number on with which all items were found a place. */
    private String change(int least) {
        int running =
                (int) model.problem.items().stream().filter(i -> i.current().isPresent()).count();
        for (int moves = least; moves <= running; moves++) {
            MoveTree tree = new MoveTree(model, moves);
            PackState state = new PackState(model, moves);
            if (!tree.isFor() || !tree.improve(state, Long.MAX_VALUE, ExtraServers.budget())) {
                return "more moves: --max-moves " + moves + " at least";
            }
            if (state.missing == 0) {
                return "--max-moves " + moves;
            }
        }
        return "more servers, and moves to them";
    }

    private boolean mayStay(PackItem item, int server) {
        PackServer at = model.problem.servers().get(server);
        return item.mayRunOn(at.attributes()) && at.usable().covers(item.demand());
    }

    /** How many items have to leave, at least: by the resource that wants the most to leave. */
    private int over(List<Integer> staying, int server) {
        int most = 0;
        for (int r = 0; r < model.resources; r++) {
            int resource = r;
            long[] demands =
                    staying.stream()
                            .map(item -> model.problem.items().get(item).demand().get(resource))
                            .sorted(Comparator.reverseOrder())
                            .mapToLong(each -> each)
                            .toArray();
            // the smallest are kept, as many as fit; sums beyond a long fit nowhere
            long left = model.problem.servers().get(server).usable().get(r);
            int leave = demands.length;
            while (leave > 0 && demands[leave - 1] <= left) {
                left -= demands[--leave];
            }
            most = Math.max(most, leave);
        }
        return most;
    }

    private Infeasibility reason(int needed, List<Integer> forced) {
        return new Infeasibility(
                Kind.MOVES,
                "items " + InfeasibilityCheck.names(model.problem, forced),
                forced.stream().sorted().toList(),
                "",
                needed
                        + (needed == 1 ? " item" : " items")
                        + " that can't stay where "
                        + (needed == 1 ? "it runs" : "they run")
                        + ", by needs, by rules or for lack of room",
                "moves of at most " + most + (most == 1 ? " item" : " items"),
                change(needed));
    }
}
