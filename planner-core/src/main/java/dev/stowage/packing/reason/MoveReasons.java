package dev.stowage.packing.reason;

import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Infeasibility.Kind;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Whether more items have to leave the servers where they run than are allowed to move: those whose
 * server is not what they need, and of a server that is given more than it has so many that the
 * rest fits even if the largest leave.
 */
final class MoveReasons {
    private final PackModel model;
    private final int most;

    MoveReasons(PackModel model, int most) {
        this.model = model;
        this.most = most;
    }

    void addTo(List<Infeasibility> found) {
        List<List<Integer>> byServer = new ArrayList<>();
        model.problem.servers().forEach(server -> byServer.add(new ArrayList<>()));
        List<PackItem> items = model.problem.items();
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i).current().isPresent()) {
                byServer.get(items.get(i).current().getAsInt()).add(i);
            }
        }
        List<Integer> forced = new ArrayList<>();
        int needed = 0;
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
                "items " + InfeasibilityCheck.names(model, forced),
                forced.stream().sorted().toList(),
                "",
                needed
                        + (needed == 1 ? " item" : " items")
                        + " that can't stay where "
                        + (needed == 1 ? "it runs" : "they run")
                        + ", by needs or for lack of room",
                "moves of at most " + most + (most == 1 ? " item" : " items"),
                "--max-moves " + needed + " or more, or servers that are what the items need");
    }
}
