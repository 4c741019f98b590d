package dev.stowage.push.kubernetes;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.object.PushReview;
import dev.stowage.push.object.PushReview.Section;
import dev.stowage.push.object.PushSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Moves and rollouts as somebody reads them who has to approve them.
 *
 * @param moves that are made; none without {@code --drain}
 * @param isChosen takes the workloads that the push is about
 */
record MoveReview(
        PlacementPlan plan, MovePlan moves, Predicate<String> isChosen, PushSettings settings) {
    private static final List<String> HOW =
            List.of(
                    "drain",
                    "only",
                    "except",
                    "placement",
                    "priorities",
                    "force-conflicts",
                    "max-unavailable",
                    "max-restarts",
                    "window",
                    "timeout");

    /**
     * The review.
     *
     * @param rolled workloads whose templates change, so that all their pods are made anew
     */
    PushReview of(Set<String> rolled) {
        return new PushReview(
                List.of(
                        inShort(rolled),
                        emptied(),
                        kept(),
                        moved(),
                        restarts(rolled),
                        untouched(rolled),
                        ifItStops(),
                        how()));
    }

    /** What a person asks first. */
    private Section inShort(Set<String> rolled) {
        SortedMap<String, Integer> pods = pods();
        Set<String> touched = new HashSet<>(rolled);
        moves.moves().forEach(move -> touched.add(move.workload()));
        int made = moves.moves().size();
        long moving = moves.moves().stream().map(MovePlan.Move::workload).distinct().count();
        for (String workload : rolled) {
            made += count(pods, workload);
        }
        long nodes = plan.servers().stream().filter(PlacementPlan.Server::exists).count();
        int all = pods.values().stream().mapToInt(Integer::intValue).sum();
        return new Section(
                "inShort",
                "In short",
                List.of("what", "how many", "of"),
                List.of(
                        List.of("nodes emptied", moves.emptied().size(), nodes + " nodes"),
                        List.of("pods made anew", made, all + " pods"),
                        List.of("workloads touched", touched.size(), pods.size() + " workloads"),
                        List.of(
                                "workloads that may not serve meanwhile",
                                allAway().size(),
                                moving + " that move")),
                "");
    }

    /** What else may happen, for whoever is on call that night. */
    private Section ifItStops() {
        String timeout = settings.get("timeout", "10m");
        List<List<Object>> rows =
                List.of(
                        List.of(
                                "at any time",
                                "at most "
                                        + settings.get("max-unavailable", "1")
                                        + " of a workload's pods are away for this, unless others"
                                        + " take some"),
                        List.of(
                                "a disruption budget refuses a pod",
                                "that pod waits, others go on; the server is asked for each"
                                        + " eviction, budgets are not listed here"),
                        List.of(
                                "nothing gets on for " + timeout,
                                "it ends with 1, and names what is left"),
                        List.of(
                                "a new pod is not ready within " + timeout,
                                "no more pods are evicted, and it ends with 1; if that pod has no"
                                        + " node, the node that the old one left is opened"),
                        List.of(
                                "it ends early, by whatever cause",
                                "pods that moved stay where they are, and the nodes above stay"
                                        + " closed; --continue does the rest, --rollback opens the"
                                        + " nodes and moves no pod back"),
                        List.of(
                                "it is killed, or loses the cluster, during a wave",
                                "the nodes that are kept may be closed too (taint "
                                        + NodeGate.TAINT
                                        + "): new pods wait until --continue or --rollback opens"
                                        + " them"),
                        List.of(
                                "somebody opens a node that is to be emptied",
                                "no more pods are evicted, and it ends with 3, as with all that"
                                        + " others changed"),
                        List.of(
                                "all pods of a workload may be away at a time",
                                allAway().isEmpty()
                                        ? "of none that moves"
                                        : "it does not serve until a new one is ready: "
                                                + String.join(", ", allAway())));
        return new Section(
                "ifItStops",
                "What happens if it does not go as planned",
                List.of("if", "then"),
                moves.isEmpty() ? List.of() : rows,
                "No pod is moved.");
    }

    /** Workloads that move, and have no more pods than may be away at a time. */
    private List<String> allAway() {
        SortedMap<String, Integer> pods = pods();
        return moves.moves().stream()
                .map(MovePlan.Move::workload)
                .distinct()
                .filter(workload -> count(pods, workload) <= mostAway())
                .sorted()
                .toList();
    }

    private int mostAway() {
        return Integer.parseInt(settings.get("max-unavailable", "1"));
    }

    private Section emptied() {
        Map<String, Integer> leaving = new HashMap<>();
        moves.moves().forEach(move -> leaving.merge(move.from(), 1, Integer::sum));
        List<List<Object>> rows = new ArrayList<>();
        for (String node : moves.emptied()) {
            Integer pods = leaving.get(node);
            rows.add(List.of(node, pods == null ? 0 : pods));
        }
        return new Section(
                "emptied",
                "Nodes to be closed and emptied",
                List.of("node", "pods that leave"),
                rows,
                "No node is closed.");
    }

    /** Nodes without use in the plan that are not emptied, with what stays on them. */
    private Section kept() {
        List<List<Object>> rows = new ArrayList<>();
        for (PlacementPlan.Server server : plan.servers()) {
            if (server.exists() && !server.isUsed() && !moves.emptied().contains(server.name())) {
                rows.add(List.of(server.name(), whyKept(server.name())));
            }
        }
        return new Section(
                "notEmptied",
                "Nodes that the plan does not use, and that are not emptied",
                List.of("node", "why"),
                rows,
                "None.");
    }

    private String whyKept(String node) {
        if (!settings.isOn("drain")) {
            return "without --drain nothing is moved";
        }
        List<String> held = new ArrayList<>();
        for (PlacementPlan.Item item : plan.items()) {
            if (node.equals(item.from()) && item.server() == null) {
                held.add(item.name() + " has no other place");
            } else if (node.equals(item.from()) && !isChosen.test(MovePlan.workload(item))) {
                held.add(item.name() + " is left out");
            }
        }
        return String.join(", ", held);
    }

    private Section moved() {
        List<List<Object>> rows = new ArrayList<>();
        int number = 0;
        for (List<MovePlan.Move> step : moves.steps()) {
            number++;
            SortedMap<String, Integer> counts = new TreeMap<>();
            Map<String, MovePlan.Move> kinds = new HashMap<>();
            for (MovePlan.Move move : step) {
                counts.merge(move.toString(), 1, Integer::sum);
                kinds.put(move.toString(), move);
            }
            for (Map.Entry<String, Integer> each : counts.entrySet()) {
                MovePlan.Move move = kinds.get(each.getKey());
                if (move != null) {
                    rows.add(
                            List.of(
                                    number,
                                    move.workload(),
                                    each.getValue(),
                                    move.from(),
                                    move.to(),
                                    why(move)));
                }
            }
        }
        return new Section(
                "moves",
                "Pods that move",
                List.of("step", "workload", "pods", "from", "to", "why"),
                rows,
                "No pod is moved.");
    }

    private String why(MovePlan.Move move) {
        if (moves.emptied().contains(move.from())) {
            return "its node is emptied";
        }
        boolean isRoom = moves.moves().stream().anyMatch(each -> each.to().equals(move.from()));
        return isRoom ? "others move to its node" : "its node has less in the plan";
    }

    private Section restarts(Set<String> rolled) {
        SortedMap<String, Integer> moved = new TreeMap<>();
        moves.moves().forEach(move -> moved.merge(move.workload(), 1, Integer::sum));
        SortedMap<String, Integer> pods = pods();
        Set<String> all = new HashSet<>(moved.keySet());
        all.addAll(rolled);
        List<List<Object>> rows = new ArrayList<>();
        for (String workload : all.stream().sorted().toList()) {
            rows.add(
                    List.of(
                            workload,
                            count(pods, workload),
                            count(moved, workload),
                            rolled.contains(workload) ? count(pods, workload) : 0,
                            rolled.contains(workload)
                                    ? "as its strategy has it"
                                    : Math.max(0, count(pods, workload) - mostAway())));
        }
        return new Section(
                "restarts",
                "Restarts by workload",
                List.of("workload", "pods", "by moves", "by a new template", "at least up"),
                rows,
                "No pod is made anew.");
    }

    private static int count(Map<String, Integer> counts, String workload) {
        Integer count = counts.get(workload);
        return count == null ? 0 : count;
    }

    /** Pods of the plan that run, by workload. */
    private SortedMap<String, Integer> pods() {
        SortedMap<String, Integer> pods = new TreeMap<>();
        for (PlacementPlan.Item item : plan.items()) {
            if (item.from() != null) {
                pods.merge(MovePlan.workload(item), 1, Integer::sum);
            }
        }
        return pods;
    }

    private Section untouched(Set<String> rolled) {
        Set<String> touched = new HashSet<>(rolled);
        moves.moves().forEach(move -> touched.add(move.workload()));
        List<List<Object>> rows = new ArrayList<>();
        pods().forEach(
                        (workload, count) -> {
                            if (!touched.contains(workload)) {
                                rows.add(List.of(workload, count, whyUntouched(workload)));
                            }
                        });
        return new Section(
                "notTouched",
                "Workloads of the plan that are not touched",
                List.of("workload", "pods", "why"),
                rows,
                "All workloads of the plan are touched.");
    }

    private String whyUntouched(String workload) {
        if (!isChosen.test(workload)) {
            return "left out by --only or --except";
        }
        boolean isWithoutPlace =
                plan.items().stream()
                        .anyMatch(
                                item ->
                                        item.server() == null
                                                && MovePlan.workload(item).equals(workload));
        return isWithoutPlace ? "the plan has no place for all of it" : "it stays where it is";
    }

    private Section how() {
        List<List<Object>> rows = new ArrayList<>();
        for (String option : HOW) {
            settings.get(option).ifPresent(value -> rows.add(List.of("--" + option, value)));
        }
        return new Section(
                "how", "Options", List.of("option", "value"), rows, "None but the defaults.");
    }
}
