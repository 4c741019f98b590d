package dev.stowage.push.kubernetes;

import dev.stowage.json.Json;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Pods that were evicted together, and what their workloads make in their place. */
final class Replacements {
    /** Longer than the scheduler waits between two tries for a pod: 10 s by default. */
    private static final long STUCK_NANOS = 15_000_000_000L;

    private final KubernetesApi api;
    private final Patience patience;
    private final SortedMap<String, Map<LivePod, MovePlan.Move>> evicted = new TreeMap<>();
    private final Set<String> known = new HashSet<>();

    /**
     * None yet.
     *
     * @param before what ran before the first of them is evicted
     */
    Replacements(KubernetesApi api, Patience patience, LiveCluster before) {
        this.api = api;
        this.patience = patience;
        before.pods().forEach(pod -> known.add(pod.uid()));
    }

    boolean isEmpty() {
        return evicted.isEmpty();
    }

    void add(LivePod pod, MovePlan.Move move) {
        evicted.computeIfAbsent(pod.workload(), w -> new LinkedHashMap<>()).put(pod, move);
    }

    /** Pods of a workload that were evicted. */
    Set<LivePod> evicted(String workload) {
        return evicted.getOrDefault(workload, Map.of()).keySet();
    }

    /** Until each has a node; not for long, if no node that is open suits it. */
    void awaitPlaced() {
        long[] stuckSince = {0};
        patience.await(
                "a node for the new pods of " + String.join(", ", evicted.keySet()),
                () -> {
                    List<LivePod> pods = LiveCluster.pods(api);
                    boolean isPlaced = evicted.keySet().stream().allMatch(w -> isPlaced(w, pods));
                    boolean isStuck =
                            evicted.keySet().stream()
                                    .flatMap(workload -> made(workload, pods).stream())
                                    .anyMatch(p -> p.isWaiting() && !p.trouble().isEmpty());
                    long now = System.nanoTime();
                    stuckSince[0] = !isStuck ? 0 : stuckSince[0] == 0 ? now : stuckSince[0];
                    return isPlaced || (isStuck && now - stuckSince[0] > STUCK_NANOS);
                });
    }

    private boolean isPlaced(String workload, List<LivePod> pods) {
        long placed = made(workload, pods).stream().filter(p -> !p.node().isEmpty()).count();
        return placed >= evicted(workload).size() || isScaledDown(workload, pods);
    }

    /** Pods of a workload that are new. */
    private List<LivePod> made(String workload, List<LivePod> pods) {
        return pods.stream()
                .filter(pod -> pod.workload().equals(workload) && !pod.isLeaving())
                .filter(pod -> !known.contains(pod.uid()))
                .toList();
    }

    /** True if the owner wants no more pods than there are: somebody made it smaller meanwhile. */
    private boolean isScaledDown(String workload, List<LivePod> pods) {
        boolean isKnown =
                Workload.of(workload).filter(w -> Workload.KINDS.contains(w.kind())).isPresent();
        List<LivePod> there = pods.stream().filter(pod -> pod.workload().equals(workload)).toList();
        if (!isKnown || there.stream().anyMatch(pod -> pod.isLeaving() || pod.isWaiting())) {
            return false;
        }
        return api.get(KubernetesObject.of(workload).path())
                .map(live -> there.size() >= live.path("spec").path("replicas").asInt(1))
                .orElse(true);
    }

    /**
     * Until all are ready and those that they replace have ended.
     *
     * @param elsewhere takes those that run on another node than planned
     * @throws PushFailure.Incomplete if they are not in time
     */
    void awaitReady(List<String> elsewhere) {
        List<String> missing = new ArrayList<>();
        boolean isReady =
                patience.await(
                        "new pods of " + String.join(", ", evicted.keySet()) + " to be ready",
                        () -> {
                            List<LivePod> pods = LiveCluster.pods(api);
                            missing.clear();
                            evicted.keySet().forEach(w -> missing.addAll(missing(w, pods)));
                            return missing.isEmpty();
                        });
        List<LivePod> pods = LiveCluster.pods(api);
        evicted.forEach((workload, moves) -> compare(made(workload, pods), moves, elsewhere));
        if (!isReady) {
            evicted.forEach((workload, moves) -> reopen(made(workload, pods), moves));
            throw new PushFailure.Incomplete(
                    "Not ready within "
                            + patience.timeout().toSeconds()
                            + " s, so nothing more was moved:\n  "
                            + String.join("\n  ", missing),
                    null);
        }
    }

    /** What a workload still lacks; nothing if it is as it was, with new pods. */
    private List<String> missing(String workload, List<LivePod> pods) {
        List<String> missing = new ArrayList<>();
        List<LivePod> made = made(workload, pods);
        List<LivePod> unready = made.stream().filter(pod -> !pod.isReady()).toList();
        Set<String> ended = new HashSet<>();
        evicted(workload).forEach(pod -> ended.add(pod.uid()));
        if (pods.stream().anyMatch(pod -> ended.contains(pod.uid()))) {
            missing.add(workload + ": a pod that was evicted has not ended yet");
        }
        boolean isEnough =
                made.size() - unready.size() >= ended.size()
                        || (unready.isEmpty() && isScaledDown(workload, pods));
        if (!isEnough && made.size() < ended.size()) {
            missing.add(workload + ": no new pod in place of one that was evicted");
        }
        if (!isEnough) {
            unready.forEach(pod -> missing.add(pod.name() + state(pod)));
        }
        return missing;
    }

    /** Why a pod does not serve, for people. */
    static String state(LivePod pod) {
        return (pod.isWaiting() ? " is Pending" : " on " + pod.node() + " is not ready")
                + (pod.trouble().isEmpty() ? "" : ": " + pod.trouble());
    }

    private static void compare(
            List<LivePod> made, Map<LivePod, MovePlan.Move> moves, List<String> elsewhere) {
        List<String> wanted =
                new ArrayList<>(moves.values().stream().map(MovePlan.Move::to).toList());
        List<LivePod> others =
                made.stream()
                        .filter(pod -> !pod.node().isEmpty() && !wanted.remove(pod.node()))
                        .toList();
        others.stream()
                .limit(wanted.size()) // the rest are new, and not in place of any
                .forEach(pod -> elsewhere.add(pod.name() + " runs on " + pod.node()));
    }

    /** Lets pods that found no place go back to where they were. */
    private void reopen(List<LivePod> made, Map<LivePod, MovePlan.Move> moves) {
        if (made.stream().anyMatch(LivePod::isWaiting)) {
            moves.values().stream().map(MovePlan.Move::from).distinct().forEach(this::uncordon);
        }
    }

    private void uncordon(String node) {
        GuardedPatch.send(
                api,
                KubernetesObject.of("Node/" + node).path(),
                live ->
                        live.path("spec").has("unschedulable")
                                ? Optional.of(
                                        GuardedPatch.of(
                                                live,
                                                "/spec/unschedulable",
                                                Json.mapper().getNodeFactory().booleanNode(false)))
                                : Optional.empty());
        patience.progress().accept(node + " takes pods again, for those that found no other place");
    }
}
