package dev.stowage.push.kubernetes;

import dev.stowage.basis.InputException;
import dev.stowage.packing.placement.PlacementPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What of a cluster is not as its plan saw it, object by object: nodes that are gone or closed,
 * workloads with more, fewer or other pods, and pods on nodes to be emptied that the plan does not
 * know or that can't be moved. Moves that are done already are no difference.
 */
record StalePlan(
        PlacementPlan plan, MovePlan moves, LiveCluster cluster, Predicate<String> isChosen) {
    private static final String REMEDY =
            "The cluster changed since the plan was made: make it anew on what is there.";

    List<InputException.Issue> issues() {
        List<InputException.Issue> issues = new ArrayList<>();
        nodes(issues);
        workloads(issues);
        guests(issues);
        return issues;
    }

    private void nodes(List<InputException.Issue> issues) {
        for (String name : moves.emptied()) {
            if (!cluster.nodes().containsKey(name)) {
                issues.add(issue("Node/" + name, "no such node", "the node that is to be emptied"));
            }
        }
        Set<String> targets = new TreeSet<>();
        moves.moves().forEach(move -> targets.add(move.to()));
        for (String name : targets) {
            LiveCluster.Node node = cluster.nodes().get(name);
            if (node == null || !node.isOpen()) {
                issues.add(
                        issue(
                                "Node/" + name,
                                node == null ? "no such node" : "a node that takes no pods",
                                "a node that pods are to be moved to"));
            }
        }
    }

    private void workloads(List<InputException.Issue> issues) {
        Map<String, Map<String, Integer>> before = new TreeMap<>();
        Map<String, Map<String, Integer>> after = new HashMap<>();
        for (PlacementPlan.Item item : plan.items()) {
            count(before, item, item.from());
            count(after, item, item.server());
        }
        Set<String> moved = new HashSet<>();
        moves.moves().forEach(move -> moved.add(move.workload()));
        before.forEach(
                (workload, from) -> {
                    if (moved.contains(workload)) {
                        compare(workload, from, after.getOrDefault(workload, Map.of()), issues);
                    }
                });
    }

    private static void count(
            Map<String, Map<String, Integer>> counts,
            PlacementPlan.Item item,
            @org.jspecify.annotations.Nullable String node) {
        if (node != null) {
            counts.computeIfAbsent(MovePlan.workload(item), w -> new TreeMap<>())
                    .merge(node, 1, Integer::sum);
        }
    }

    private void compare(
            String workload,
            Map<String, Integer> from,
            Map<String, Integer> to,
            List<InputException.Issue> issues) {
        Map<String, Integer> now = new TreeMap<>();
        cluster.of(workload, "").stream()
                .filter(pod -> !pod.node().isEmpty())
                .forEach(pod -> now.merge(pod.node(), 1, Integer::sum));
        Set<String> nodes = new TreeSet<>(now.keySet());
        nodes.addAll(from.keySet());
        boolean isSame = sum(now) == sum(from);
        for (String node : nodes) {
            int before = from.getOrDefault(node, 0);
            int after = to.getOrDefault(node, 0);
            int there = now.getOrDefault(node, 0);
            isSame &= there >= Math.min(before, after) && there <= Math.max(before, after);
        }
        if (!isSame) {
            issues.add(issue(workload, pods(now), pods(from) + ", as the plan saw it"));
        }
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static String pods(Map<String, Integer> counts) {
        int all = sum(counts);
        StringBuilder text = new StringBuilder(all + (all == 1 ? " pod" : " pods"));
        counts.forEach(
                (node, count) -> text.append(", ").append(count).append(" on ").append(node));
        return text.toString();
    }

    private void guests(List<InputException.Issue> issues) {
        Set<String> known = new HashSet<>();
        moves.moves().forEach(move -> known.add(move.workload()));
        for (String node : moves.emptied()) {
            for (LivePod pod : LiveCluster.guests(cluster.pods(), node)) {
                String place = "Node/" + node;
                if (pod.staying().isPresent()) {
                    issues.add(
                            issue(
                                    place,
                                    pod.name() + ", which stays: " + pod.staying().get(),
                                    "nothing that can't be moved, on a node to be emptied"));
                } else if (!known.contains(pod.workload()) && !pod.isLeaving()) {
                    issues.add(
                            issue(
                                    place,
                                    pod.name()
                                            + (isChosen.test(pod.workload()) ? "" : ", left out"),
                                    "only pods that the plan moves, on a node to be emptied"));
                }
            }
        }
    }

    private static InputException.Issue issue(String place, String found, String expected) {
        return new InputException.Issue(place, found, expected, REMEDY);
    }
}
