package dev.stowage.push.kubernetes;

import dev.stowage.push.kubernetes.pace.Pace;
import dev.stowage.push.kubernetes.pace.Patience;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushReview;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The moves of a plan, carried out step by step: a pod is evicted, as the disruption budgets of the
 * cluster allow, while no other node takes new pods, so that what its workload makes in its place
 * goes where the plan wants it. The next pod of the workload waits until that one is ready. An
 * eviction can't be undone: the pod runs elsewhere.
 */
final class KubernetesMoves {
    static final String NAME = PushReview.MOVES;

    private final KubernetesApi api;
    private final Patience patience;
    private final Pace pace;
    private final int mostAway;
    private final NodeGate gate;
    private final Evictions evictions;
    private final SortedMap<String, Integer> restarts = new TreeMap<>();
    private final List<String> elsewhere = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private int notBegun;
    private int said;
    private @Nullable Boolean isLeading;

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
        this.evictions = new Evictions(api);
    }

    /**
     * Does what is not done yet.
     *
     * @throws PushFailure.Incomplete if anything is left
     */
    void run(MovePlan plan) {
        new StrandedPods(api, patience, gate, System::nanoTime).takeUp(plan);
        Set<String> waiting = waiting(LiveCluster.pods(api));
        gate.passCordons(plan.emptied());
        try (ClusterFeed feed = ClusterFeed.of(api)) {
            moveAll(plan, feed);
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

    private void moveAll(MovePlan plan, ClusterFeed feed) {
        MoveChoice choice = new MoveChoice(plan, pace, mostAway);
        Replacements away = new Replacements(api, patience, feed, System::nanoTime);
        while (!pace.isStopped()
                && (!away.isEmpty() || (!choice.queue().isEmpty() && pace.left() > 0))) {
            if (away.isEmpty()) {
                pace.await();
            }
            boolean isOn =
                    patience.await(
                            () -> away.isEmpty() ? choice.waitedFor() : away.waitedFor(),
                            () -> pace.isStopped() || isGettingOn(plan, choice, away, feed),
                            feed::await);
            if (!isOn && away.isEmpty()) {
                choice.queue()
                        .forEach(due -> left.add(due.move() + ": " + choice.reason(due.move())));
                return;
            }
        }
        LiveCluster cluster = LiveCluster.read(api);
        choice.update(cluster, away, left, elsewhere);
        notBegun = choice.queue().size();
        if (pace.isStopped()) {
            throw interrupted(plan, cluster, away);
        }
    }

    private PushFailure interrupted(MovePlan plan, LiveCluster cluster, Replacements away) {
        away.release(cluster.pods(), new ArrayList<>());
        return new PushFailure.Incomplete(
                notBegun
                        + " of "
                        + plan.moves().size()
                        + " moves were not begun"
                        + (away.isEmpty() ? "" : "; not awaited: " + away.waitedFor()),
                null);
    }

    /** Lets go of what is done and begins what can begin; false if that was nothing. */
    private boolean isGettingOn(
            MovePlan plan, MoveChoice choice, Replacements away, ClusterFeed feed) {
        LiveCluster cluster = feed.cluster();
        int before = elsewhere.size();
        boolean isOn = away.release(cluster.pods(), elsewhere);
        if (elsewhere.size() > before) {
            gate.waitLonger();
        }
        requireClosed(plan, cluster);
        if (pace.held().isPresent() || pace.left() <= 0) {
            return isOn || away.isEmpty();
        }
        choice.update(cluster, away, left, elsewhere);
        say(plan, choice);
        Map<LivePod, MoveChoice.Due> wave = wave(plan, cluster, choice, away);
        if (!wave.isEmpty() && pace.held().isEmpty()) {
            return move(plan, cluster, wave, choice, away) || isOn;
        }
        return isOn || (choice.queue().isEmpty() && away.isEmpty());
    }

    /** New pods would come back to a node that somebody opened meanwhile, and be evicted again. */
    private static void requireClosed(MovePlan plan, LiveCluster cluster) {
        List<String> open =
                plan.emptied().stream()
                        .filter(cluster.nodes()::containsKey)
                        .filter(
                                node ->
                                        !Objects.requireNonNull(cluster.nodes().get(node))
                                                .isClosed())
                        .toList();
        if (!open.isEmpty()) {
            throw new PushFailure.Foreign(
                    "Nodes that are to be emptied take pods again: found "
                            + String.join(", ", open)
                            + " without spec.unschedulable, which this push had set."
                            + " New pods would go there, so nothing more was moved."
                            + "\n  Go on after: kubectl cordon "
                            + String.join(" ", open),
                    null);
        }
    }

    private void say(MovePlan plan, MoveChoice choice) {
        if (choice.queue().isEmpty() || choice.queue().get(0).step() == said) {
            return;
        }
        said = choice.queue().get(0).step();
        long moves = choice.queue().stream().filter(due -> due.step() == said).count();
        patience.progress()
                .accept(
                        "step "
                                + said
                                + " of "
                                + plan.steps().size()
                                + ": "
                                + moves
                                + (moves == 1 ? " move" : " moves"));
    }

    /** What budgets let go of together now, as far as they were asked. */
    private Map<LivePod, MoveChoice.Due> wave(
            MovePlan plan, LiveCluster cluster, MoveChoice choice, Replacements away) {
        // an old pod of a stateful set has to end first, and keeps the gate closed until then
        for (boolean isSlow : new boolean[] {false, true}) {
            Map<LivePod, MoveChoice.Due> wave =
                    choice.wave(cluster, away, isSlow, isLeading == null || isLeading);
            if (isLeading == null && isLed(plan, nodes(wave.values()))) {
                isLeading = gate.isLeading(wave.keySet().iterator().next());
                wave = choice.wave(cluster, away, isSlow, isLeading);
            }
            List<LivePod> asked =
                    wave.keySet().stream().filter(p -> choice.isRefused(p.workload())).toList();
            for (Map.Entry<LivePod, String> each : evictions.refusals(asked).entrySet()) {
                choice.refuse(Objects.requireNonNull(wave.remove(each.getKey())), each.getValue());
            }
            if (!wave.isEmpty()) {
                return wave;
            }
        }
        return Map.of();
    }

    /** True if pods can get to these nodes only if each is led to its own. */
    private static boolean isLed(MovePlan plan, Set<String> to) {
        return to.size() > 1 || plan.emptied().stream().anyMatch(to::contains);
    }

    private static Set<String> nodes(Collection<MoveChoice.Due> dues) {
        return dues.stream().map(due -> due.move().to()).collect(Collectors.toSet());
    }

    /**
     * Evicts pods and waits until what replaces them has a node; false if none was evicted. All
     * nodes that the plan keeps are closed meanwhile, but the destination if there is only one; all
     * nodes of the cluster if one of them goes to a node that is to be emptied, on its way.
     */
    private boolean move(
            MovePlan plan,
            LiveCluster cluster,
            Map<LivePod, MoveChoice.Due> wave,
            MoveChoice choice,
            Replacements away) {
        Set<String> to = nodes(wave.values());
        boolean isLed = isLed(plan, to);
        // who passes the cordon of one node passes that of any: then all are closed
        boolean isBehindCordons = plan.emptied().stream().anyMatch(to::contains);
        // also those that had no room when the cluster was read: pods may have left them since
        List<String> closed =
                cluster.nodes().entrySet().stream()
                        .filter(node -> isBehindCordons || node.getValue().isOpen())
                        .map(Map.Entry::getKey)
                        .filter(node -> isBehindCordons || !plan.emptied().contains(node))
                        .filter(node -> isLed || !to.contains(node))
                        .toList();
        List<LivePod> evicted = new ArrayList<>();
        try {
            gate.close(closed);
            try {
                evictions
                        .evict(wave.keySet(), evicted)
                        .forEach(
                                (pod, why) ->
                                        choice.refuse(Objects.requireNonNull(wave.get(pod)), why));
            } finally {
                evicted.forEach(
                        pod ->
                                count(
                                        cluster,
                                        pod,
                                        Objects.requireNonNull(wave.get(pod)),
                                        choice,
                                        away));
            }
            away.awaitPlaced(
                    evicted.stream().map(LivePod::workload).collect(Collectors.toSet()), gate);
        } finally {
            gate.open();
        }
        return !evicted.isEmpty();
    }

    private void count(
            LiveCluster cluster,
            LivePod pod,
            MoveChoice.Due due,
            MoveChoice choice,
            Replacements away) {
        MovePlan.Move move = due.move();
        away.add(cluster, pod, move);
        choice.begun(due);
        restarts.merge(pod.workload(), 1, Integer::sum);
        pace.count(1);
        patience.progress().accept(pod.name() + ": " + pod.node() + " to " + move.to());
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
