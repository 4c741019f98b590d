package dev.stowage.plan.stages;

import dev.stowage.basis.Check;
import dev.stowage.plan.mix.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A date from which on servers have to hold a workload.
 *
 * @param days until the next date, or to the end of what is counted
 * @param kinds the same kinds in the same order at every date: those that are there with how many
 *     of them stay and are there, those that can be bought with how many there may be in all, and
 *     the price of an order for this date; none of a kind that is gone, or can't be there
 */
public record Stage(int days, List<Kind> kinds) {
    public Stage {
        Check.positive("days", days);
        kinds = List.copyOf(kinds);
    }

    /** What tells a kind from others at all dates. */
    private record Name(String type, boolean isOwned, boolean mayRetire) {
        static Name of(Kind kind) {
            return new Name(kind.name(), kind.isOwned(), kind.isOwned() && kind.least() == 0);
        }
    }

    /**
     * The kinds of each date in one order for all: those that are there, then those that can be
     * bought, each where it comes first.
     */
    public static List<List<Kind>> aligned(List<List<Kind>> byDate) {
        Map<Name, Kind> all = new LinkedHashMap<>();
        for (boolean isOwned : new boolean[] {true, false}) {
            for (List<Kind> kinds : byDate) {
                for (Kind kind : kinds) {
                    if (kind.isOwned() == isOwned) {
                        all.putIfAbsent(Name.of(kind), kind);
                    }
                }
            }
        }
        List<List<Kind>> aligned = new ArrayList<>();
        for (List<Kind> kinds : byDate) {
            Map<Name, Kind> here = new LinkedHashMap<>();
            kinds.forEach(kind -> here.put(Name.of(kind), kind));
            List<Kind> row = new ArrayList<>();
            all.forEach(
                    (name, first) ->
                            row.add(here.containsKey(name) ? here.get(name) : none(first)));
            aligned.add(List.copyOf(row));
        }
        return aligned;
    }

    private static Kind none(Kind kind) {
        return new Kind(kind.server(), kind.price(), kind.aim(), 0, 0, kind.isOwned());
    }
}
