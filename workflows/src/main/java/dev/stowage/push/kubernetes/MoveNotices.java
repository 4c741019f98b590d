package dev.stowage.push.kubernetes;

import dev.stowage.packing.placement.PlacementPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a person who has to approve moves should know.
 *
 * @param isMoving false if they are only proposed
 */
record MoveNotices(PlacementPlan plan, MovePlan moves, boolean isMoving) {
    List<String> notices() {
        List<String> notices = new ArrayList<>();
        if (moves.isEmpty()) {
            return notices;
        }
        SortedMap<String, Integer> restarts = new TreeMap<>();
        moves.moves().forEach(move -> restarts.merge(move.workload(), 1, Integer::sum));
        notices.add(
                (isMoving ? "Nodes closed and emptied: " : "The plan empties nodes (--drain): ")
                        + (moves.emptied().isEmpty()
                                ? "none"
                                : String.join(", ", moves.emptied())));
        notices.add(
                (isMoving ? "Pods evicted and made anew: " : "The plan moves pods (--drain): ")
                        + moves.moves().size()
                        + " in "
                        + moves.steps().size()
                        + (moves.steps().size() == 1 ? " step: " : " steps: ")
                        + text(restarts)
                        + (isMoving ? ". An eviction can't be undone." : ""));
        List<PlacementPlan.Item> untouched =
                plan.items().stream()
                        .filter(item -> !restarts.containsKey(MovePlan.workload(item)))
                        .toList();
        notices.add(
                "Pods of workloads that don't move, and are not touched: "
                        + untouched.size()
                        + " of "
                        + untouched.stream().map(MovePlan::workload).distinct().count()
                        + " workloads");
        List<String> unplaced =
                plan.items().stream()
                        .filter(item -> item.server() == null && item.from() != null)
                        .map(item -> item.name() + " on " + Objects.requireNonNull(item.from()))
                        .toList();
        if (!unplaced.isEmpty()) {
            notices.add(
                    "The plan has no place for these, which stay where they are: "
                            + String.join(", ", unplaced));
        }
        plan.servers().stream()
                .filter(each -> each.exists() && !each.isUsed())
                .map(PlacementPlan.Server::name)
                .filter(name -> !moves.emptied().contains(name))
                .forEach(
                        name ->
                                notices.add(
                                        "Node/"
                                                + name
                                                + ": not emptied, as something on it is left out or"
                                                + " has no other place"));
        return notices;
    }

    /** Counts by workload, for people. */
    static String text(Map<String, Integer> counts) {
        return counts.isEmpty()
                ? "none"
                : counts.entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining(", "));
    }
}
