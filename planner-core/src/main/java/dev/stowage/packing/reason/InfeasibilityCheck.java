package dev.stowage.packing.reason;

import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Infeasibility.Kind;
import dev.stowage.packing.Packing;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out why items have no place: reasons of single items first, then of rules and pins, then of
 * all together; if there is none of these, what would hold those that are left over.
 */
public final class InfeasibilityCheck {
    /** Names that are listed in a message. */
    private static final int LISTED = 5;

    private InfeasibilityCheck() {}

    /** The reasons, the most certain first; at least one if items have no place. */
    public static List<Infeasibility> of(PackModel model, Packing packing, OptionalInt maxMoves) {
        List<Infeasibility> found = new ArrayList<>(proven(model, packing, maxMoves));
        if (found.isEmpty() && !packing.unplaced().isEmpty()) {
            found.add(notFound(model, packing.unplaced(), maxMoves));
        }
        return found;
    }

    /** Reasons that prove that not all items can have a place; empty if none was found. */
    public static List<Infeasibility> proven(
            PackModel model, Packing packing, OptionalInt maxMoves) {
        List<Infeasibility> found = new ArrayList<>();
        Set<Integer> units = new LinkedHashSet<>();
        packing.unplaced().forEach(item -> units.add(model.unitOf[item]));
        ItemReasons items = new ItemReasons(model);
        units.forEach(unit -> items.addTo(found, unit));
        new RuleReasons(model).addTo(found);
        new TotalReasons(model, moves(maxMoves)).addTo(found);
        maxMoves.ifPresent(most -> new MoveReasons(model, most).addTo(found));
        return found;
    }

    /** That all placements with so few moves were looked through, and none has all items. */
    public static Infeasibility lookedThrough(PackModel model, Packing packing, int maxMoves) {
        return new MoveReasons(model, maxMoves).lookedThrough(packing.unplaced());
    }

    private static long moves(OptionalInt maxMoves) {
        return maxMoves.isPresent() ? maxMoves.getAsInt() : Long.MAX_VALUE;
    }

    private static Infeasibility notFound(
            PackModel model, List<Integer> items, OptionalInt maxMoves) {
        List<String> changes = new ArrayList<>();
        new ExtraServers(model, moves(maxMoves)).more(1).ifPresent(changes::add);
        maxMoves.ifPresent(most -> changes.add("more moves than --max-moves " + most));
        changes.add("more --work");
        return new Infeasibility(
                Kind.NOT_FOUND,
                "items " + names(model.problem, items),
                items,
                "",
                "no place for them (that there is none is not proven)",
                "a server for each",
                String.join(", or ", changes));
    }

    /** Names of items, the first few. */
    static String names(PackingProblem problem, List<Integer> items) {
        String some =
                items.stream()
                        .limit(LISTED)
                        .map(i -> problem.items().get(i).name())
                        .collect(Collectors.joining(", "));
        int more = items.size() - LISTED;
        return more > 0 ? some + " and " + more + " more" : some;
    }
}
