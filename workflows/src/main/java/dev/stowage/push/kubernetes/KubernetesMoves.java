package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.packing.ResourceVector;
import dev.stowage.push.object.PushFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The moves of a plan, carried out step by step: a pod is evicted, as the disruption budgets of the
 * cluster allow, while no other node takes new pods, so that what its workload makes in its place
 * goes where the plan wants it. The next pod of the workload waits until that one is ready. An
 * eviction can't be undone: the pod runs elsewhere.
 */
final class KubernetesMoves {
    static final String NAME = "Moves";
    private static final int GONE = 404;

    /** Answers that may be others later: another pod of the name, a budget, several budgets. */
    private static final Set<Integer> LATER = Set.of(409, 429, 500);

    private final KubernetesApi api;
    private final Patience patience;
    private final Pace pace;
    private final int mostAway;
    private final NodeGate gate;
    private final SortedMap<String, Integer> restarts = new TreeMap<>();
    private final List<String> elsewhere = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private int notBegun;

    /**
     * Moves on a cluster.
     *
     * @param pace when pods may be evicted, and how many
     * @param mostAway pods of one workload that may be away at a time
     */
    KubernetesMoves(KubernetesApi api, Patience patience, Pace pace, int mostAway) {
        this.api = api;
        this.patience = patience;
        this.pace = pace;
        this.mostAway = mostAway;
        this.gate = new NodeGate(api);
    }

    /**
     * Does what is not done yet.
     *
     * @throws PushFailure.Incomplete if anything is left
     */
    void run(MovePlan plan) {
        gate.openAll();
        Set<String> waiting = waiting(LiveCluster.pods(api));
        try {
            int number = 0;
            for (List<MovePlan.Move> step : plan.steps()) {
                number++;
                patience.progress()
                        .accept(
                                "step "
                                        + number
                                        + " of "
                                        + plan.steps().size()
                                        + ": "
                                        + step.size()
                                        + " moves");
                step(plan, step);
            }
        } finally {
            gate.openAll();
        }
        check(plan, waiting);
    }

    /** How many pods were made anew, by workload. */
    SortedMap<String, Integer> restarts() {
        return restarts;
    }

    /** Pods that came to run on another node than the plan wants. */
    List<String> elsewhere() {
        return elsewhere;
    }

    private void step(MovePlan plan, List<MovePlan.Move> step) {
        Map<MovePlan.Move, String> reasons = new HashMap<>();
        List<MovePlan.Move> queue = new ArrayList<>(step);
        while (!queue.isEmpty() && pace.left() > 0) {
            pace.await();
            boolean isOn =
                    patience.await(
                            () -> waitedFor(queue, reasons),
                            () -> round(plan, queue, reasons) || queue.isEmpty());
            if (!isOn) {
                queue.forEach(move -> left.add(move + ": " + reasons.get(move)));
                return;
            }
        }
        queue.removeIf(move -> plan.surplus(LiveCluster.read(api), move) <= 0);
        notBegun += queue.size();
    }

    private static String waitedFor(List<MovePlan.Move> queue, Map<MovePlan.Move, String> reasons) {
        MovePlan.Move first = queue.get(0);
        return queue.size()
                + (queue.size() == 1 ? " move: " : " moves, first ")
                + first
                + ": "
                + reasons.getOrDefault(first, "not tried yet");
    }

    /**
     * Evicts what can be evicted now, waits until it is ready; false if that was nothing though it
     * might have been.
     */
    private boolean round(
            MovePlan plan, List<MovePlan.Move> queue, Map<MovePlan.Move, String> reasons) {
        if (queue.isEmpty()) {
            return false;
        }
        if (pace.held().isPresent()) {
            return true;
        }
        LiveCluster cluster = LiveCluster.read(api);
        queue.removeIf(move -> plan.surplus(cluster, move) <= 0); // done before, or by others
        queue.replaceAll(move -> rerouted(plan, cluster, move));
        queue.removeIf(move -> isHopeless(cluster, move));
        Map<String, List<MovePlan.Move>> byTarget = new LinkedHashMap<>();
        queue.forEach(
                move -> byTarget.computeIfAbsent(move.to(), t -> new ArrayList<>()).add(move));
        Replacements away = new Replacements(api, patience, cluster);
        for (Map.Entry<String, List<MovePlan.Move>> each : byTarget.entrySet()) {
            Map<LivePod, MovePlan.Move> wave = new LinkedHashMap<>();
            for (MovePlan.Move move : each.getValue()) {
                pick(plan, cluster, move, away, wave.keySet(), reasons)
                        .ifPresent(pod -> wave.put(pod, move));
            }
            if (!wave.isEmpty() && pace.held().isEmpty()) {
                move(plan, cluster, each.getKey(), wave, away).forEach(queue::remove);
            }
        }
        if (away.isEmpty()) {
            return pace.held().isPresent();
        }
        int before = elsewhere.size();
        away.awaitReady(elsewhere);
        if (elsewhere.size() > before) {
            gate.waitLonger();
        }
        return true;
    }

    /** True if no waiting helps: then it is left, and said. */
    private boolean isHopeless(LiveCluster cluster, MovePlan.Move move) {
        List<LivePod> pods = cluster.of(move.workload(), move.from());
        Optional<String> staying =
                pods.stream().allMatch(pod -> pod.staying().isPresent())
                        ? pods.get(0).staying()
                        : Optional.empty();
        if (staying.isEmpty() && isFull(cluster, move)) {
            left.add(move + ": " + move.to() + " has no room for it, or takes no pods");
            return true;
        }
        staying.ifPresent(why -> left.add(move + ": it stays, " + why));
        return staying.isPresent();
    }

    /** True if the node has no room for it, and nothing is about to leave it. */
    private static boolean isFull(LiveCluster cluster, MovePlan.Move move) {
        ResourceVector pod = cluster.of(move.workload(), move.from()).get(0).requests();
        return !cluster.hasRoom(move.to(), pod)
                && cluster.pods().stream()
                        .noneMatch(each -> each.isLeaving() && each.node().equals(move.to()));
    }

    /**
     * The same move to another node that has pods of the workload, or is to have some, if the room
     * is gone: pods of others came there, or one that the scheduler put elsewhere than planned.
     */
    private MovePlan.Move rerouted(MovePlan plan, LiveCluster cluster, MovePlan.Move move) {
        if (!isFull(cluster, move)) {
            return move;
        }
        Set<String> nodes = new TreeSet<>();
        plan.moves().stream()
                .filter(each -> each.workload().equals(move.workload()))
                .forEach(each -> nodes.add(each.to()));
        cluster.of(move.workload(), "").forEach(pod -> nodes.add(pod.node()));
        nodes.removeAll(plan.emptied());
        nodes.remove(move.from());
        for (String node : nodes) {
            MovePlan.Move other = new MovePlan.Move(move.workload(), move.from(), node);
            if (!isFull(cluster, other)) {
                elsewhere.add(
                        "A pod of "
                                + move.workload()
                                + " goes to "
                                + node
                                + ", as "
                                + move.to()
                                + " has no room left");
                return other;
            }
        }
        return move;
    }

    /** The pod to evict for a move; empty if it has to wait, for the reason that is noted. */
    private Optional<LivePod> pick(
            MovePlan plan,
            LiveCluster cluster,
            MovePlan.Move move,
            Replacements away,
            Set<LivePod> wave,
            Map<MovePlan.Move, String> reasons) {
        List<LivePod> chosen = new ArrayList<>(away.evicted(move.workload()));
        wave.stream().filter(p -> p.workload().equals(move.workload())).forEach(chosen::add);
        if (wave.size() >= pace.left()) {
            reasons.put(move, "--max-restarts " + pace.most() + " is reached");
            return Optional.empty();
        }
        if (chosen.size() >= mostAway) {
            reasons.put(move, "another pod of it is away");
            return Optional.empty();
        }
        long fromThere = chosen.stream().filter(p -> p.node().equals(move.from())).count();
        Optional<LivePod> found =
                cluster.of(move.workload(), move.from()).stream()
                        .filter(pod -> pod.staying().isEmpty() && !chosen.contains(pod))
                        .findFirst();
        if (found.isEmpty() || plan.surplus(cluster, move) <= fromThere) {
            reasons.put(move, "no pod of it is there to be moved");
            return Optional.empty();
        }
        LivePod pod = found.get();
        ResourceVector all =
                wave.stream().map(LivePod::requests).reduce(pod.requests(), ResourceVector::plus);
        if (!cluster.hasRoom(move.to(), all)) {
            reasons.put(move, move.to() + " has no room for it, or takes no pods");
            return Optional.empty();
        }
        Optional<String> refusal = evict(pod, true);
        refusal.ifPresent(words -> reasons.put(move, words));
        return refusal.isEmpty() ? found : Optional.empty();
    }

    /** Evicts pods whose place is {@code to}; waits until what replaces them has a node. */
    private List<MovePlan.Move> move(
            MovePlan plan,
            LiveCluster cluster,
            String to,
            Map<LivePod, MovePlan.Move> wave,
            Replacements away) {
        // also those that had no room when the cluster was read: pods may have left them since
        List<String> others =
                cluster.nodes().entrySet().stream()
                        .filter(node -> node.getValue().isOpen())
                        .map(Map.Entry::getKey)
                        .filter(node -> !node.equals(to) && !plan.emptied().contains(node))
                        .toList();
        List<MovePlan.Move> done = new ArrayList<>();
        gate.close(others);
        try {
            Set<LivePod> evicted = ConcurrentHashMap.newKeySet();
            try {
                api.each(
                        wave.keySet(),
                        pod -> {
                            if (evict(pod, false).isEmpty()) {
                                evicted.add(pod);
                            }
                        });
            } finally {
                wave.forEach(
                        (pod, move) -> {
                            if (evicted.contains(pod)) {
                                count(pod, move, away);
                                done.add(move);
                            }
                        });
            }
            away.awaitPlaced();
        } finally {
            gate.open(others);
        }
        return done;
    }

    private void count(LivePod pod, MovePlan.Move move, Replacements away) {
        away.add(pod, move);
        restarts.merge(pod.workload(), 1, Integer::sum);
        pace.count(1);
        patience.progress().accept(pod.name() + ": " + pod.node() + " to " + move.to());
    }

    /** Why a pod can't be evicted now; empty if it was, or is gone. */
    private Optional<String> evict(LivePod pod, boolean isTrial) {
        String[] name = pod.name().split("/", 2);
        ObjectNode eviction = Json.mapper().createObjectNode();
        eviction.put("apiVersion", "policy/v1").put("kind", "Eviction");
        eviction.putObject("metadata").put("namespace", name[0]).put("name", name[1]);
        ObjectNode options = eviction.putObject("deleteOptions");
        options.putObject("preconditions").put("uid", pod.uid());
        if (isTrial) {
            options.putArray("dryRun").add("All");
        }
        try {
            api.send(
                    KubernetesApi.Method.CREATE,
                    "api/v1/namespaces/" + name[0] + "/pods/" + name[1] + "/eviction",
                    eviction);
        } catch (PushFailure e) {
            if (LATER.contains(e.status())) {
                return Optional.of(String.valueOf(e.getMessage()).replaceFirst("(?s)\n.*", ""));
            }
            if (e.status() != GONE) {
                throw e;
            }
        }
        return Optional.empty();
    }

    private static Set<String> waiting(List<LivePod> pods) {
        Set<String> waiting = new HashSet<>();
        pods.stream().filter(LivePod::isWaiting).forEach(pod -> waiting.add(pod.uid()));
        return waiting;
    }

    /** What the cluster itself says at the end, whatever was done. */
    private void check(MovePlan plan, Set<String> waitingBefore) {
        List<LivePod> pods = LiveCluster.pods(api);
        if (notBegun > 0) {
            left.add(
                    notBegun
                            + (notBegun == 1 ? " move was" : " moves were")
                            + " not begun, as --max-restarts "
                            + pace.most()
                            + " is reached");
        }
        for (String node : notBegun > 0 ? List.<String>of() : plan.emptied()) {
            for (LivePod pod : LiveCluster.guests(pods, node)) {
                left.add(
                        node
                                + " is not empty: "
                                + pod.name()
                                + pod.staying()
                                        .map(why -> ", which stays (" + why + ")")
                                        .orElse(""));
            }
        }
        for (LivePod pod : pods) {
            if (pod.isWaiting() && !waitingBefore.contains(pod.uid())) {
                left.add(pod.name() + " is Pending, and was not before: " + pod.trouble());
            }
        }
        if (!left.isEmpty()) {
            elsewhere.forEach(each -> left.add(each + ", which is not where the plan wants it"));
            throw new PushFailure.Incomplete(
                    "Not all was moved:\n  " + String.join("\n  ", left), null);
        }
    }
}
