package dev.stowage.packing.reason;

import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Infeasibility.Kind;
import dev.stowage.packing.Packing;
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
        List<Infeasibility> found = new ArrayList<>();
        Set<Integer> units = new LinkedHashSet<>();
        packing.unplaced().forEach(item -> units.add(model.unitOf[item]));
        ItemReasons items = new ItemReasons(model);
        units.forEach(unit -> items.addTo(found, unit));
        new RuleReasons(model).addTo(found);
        new TotalReasons(model).addTo(found);
        maxMoves.ifPresent(most -> new MoveReasons(model, most).addTo(found));
        Set<Integer> explained =
                found.stream().flatMap(f -> f.items().stream()).collect(Collectors.toSet());
        List<Integer> open =
                packing.unplaced().stream().filter(i -> !explained.contains(i)).toList();
        if (!open.isEmpty() && found.stream().noneMatch(Infeasibility::isProven)) {
            found.add(notFound(model, open));
        }
        return found;
    }

    private static Infeasibility notFound(PackModel model, List<Integer> items) {
        ExtraServers extra = ExtraServers.thatHold(model, items);
        return new Infeasibility(
                Kind.NOT_FOUND,
                "items " + names(model, items),
                items,
                "",
                "no place for them (that there is none is not proven)",
                "a server for each",
                extra.text() + ", or more --work, or more moves if they are limited");
    }

    /** Names of items, the first few. */
    static String names(PackModel model, List<Integer> items) {
        String some =
                items.stream()
                        .limit(LISTED)
                        .map(i -> model.problem.items().get(i).name())
                        .collect(Collectors.joining(", "));
        int more = items.size() - LISTED;
        return more > 0 ? some + " and " + more + " more" : some;
    }
}
