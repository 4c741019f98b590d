package dev.stowage.push.kubernetes;

import dev.stowage.json.Json;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Pods that were evicted, and what their workloads make in their place. A workload is under way
 * from its first eviction until it is whole again; others begin and end meanwhile.
 */
final class Replacements {
    /** Longer than the scheduler waits between two tries for a pod: 10 s by default. */
    static final long STUCK_NANOS = 15_000_000_000L;

    /**
     * What is under way of a workload.
     *
     * @param known pods that it had before
     * @param moves by evicted pod
     * @param led where new pods were led to
     * @param sinceNanos when the last of them was evicted, by the clock
     */
    private record Batch(
            Set<String> known,
            Map<LivePod, MovePlan.Move> moves,
            Map<String, String> led,
            AtomicLong sinceNanos) {
        /** The move of the pod that had this name, as in a stateful set; else the first one. */
        private MovePlan.Move ofTheName(LivePod pod, List<MovePlan.Move> wanted) {
            return moves.entrySet().stream()
                    .filter(each -> each.getKey().name().equals(pod.name()))
                    .map(Map.Entry::getValue)
                    .filter(wanted::contains)
                    .findFirst()
                    .orElse(wanted.get(0));
        }
    }

    private final KubernetesApi api;
    private final Patience patience;
    private final ClusterFeed feed;
    private final LongSupplier nanos;
    private final SortedMap<String, Batch> batches = new TreeMap<>();
    private final List<String> missing = new ArrayList<>();

    /**
     * None yet.
     *
     * @param nanos a clock, as {@link System#nanoTime}
     */
    Replacements(KubernetesApi api, Patience patience, ClusterFeed feed, LongSupplier nanos) {
        this.api = api;
        this.feed = feed;
        this.patience = patience;
        this.nanos = nanos;
    }

    boolean isEmpty() {
        return batches.isEmpty();
    }

    /**
     * Takes a pod that was evicted.
     *
     * @param before the cluster as it was before the wave that it belongs to
     */
    void add(LiveCluster before, LivePod pod, MovePlan.Move move) {
        Batch batch =
                batches.computeIfAbsent(
                        pod.workload(),
                        workload -> {
                            Set<String> known = new HashSet<>();
                            before.pods().stream()
                                    .filter(each -> each.workload().equals(workload))
                                    .forEach(each -> known.add(each.uid()));
                            return new Batch(
                                    known,
                                    new LinkedHashMap<>(),
                                    new HashMap<>(),
                                    new AtomicLong());
                        });
        batch.moves.put(pod, move);
        batch.sinceNanos.set(nanos.getAsLong());
    }

    /** Pods of a workload that were evicted and are under way. */
    Set<LivePod> evicted(String workload) {
        Batch batch = batches.get(workload);
        return batch == null ? Set.of() : batch.moves.keySet();
    }

    /** All pods that were evicted and are under way. */
    Set<LivePod> evicted() {
        Set<LivePod> evicted = new HashSet<>();
        batches.values().forEach(batch -> evicted.addAll(batch.moves.keySet()));
        return evicted;
    }

    /** Moves under way whose new pods have no node yet. */
    List<MovePlan.Move> coming(LiveCluster cluster) {
        List<MovePlan.Move> coming = new ArrayList<>();
        batches.forEach(
                (workload, batch) -> {
                    List<MovePlan.Move> open = new ArrayList<>(batch.moves.values());
                    for (LivePod pod : made(workload, cluster.pods())) {
                        open.stream()
                                .filter(move -> move.to().equals(pod.node()))
                                .findFirst()
                                .or(() -> open.stream().findFirst())
                                .filter(move -> !pod.node().isEmpty())
                                .ifPresent(open::remove);
                    }
                    coming.addAll(open);
                });
        return coming;
    }

    /**
     * Until each has a node, led through the gate; not for long, if no node that is open suits one
     * of them. How long is counted for each pod by itself: of a large wave some pod waits at any
     * moment, and each of them for its next trial only.
     */
    void awaitPlaced(Collection<String> workloads, NodeGate gate) {
        Map<String, Long> refusedSince = new HashMap<>(); // by UID
        List<String> without = new ArrayList<>();
        patience.await(
                () -> "a node for the new pods of " + firstAndMore(without),
                () -> {
                    List<LivePod> pods = feed.pods();
                    lead(workloads, pods, gate);
                    long now = nanos.getAsLong();
                    Set<String> refused =
                            workloads.stream()
                                    .flatMap(workload -> made(workload, pods).stream())
                                    .filter(pod -> pod.isWaiting() && !pod.trouble().isEmpty())
                                    .map(LivePod::uid)
                                    .collect(Collectors.toSet());
                    refusedSince.keySet().retainAll(refused);
                    refused.forEach(uid -> refusedSince.putIfAbsent(uid, now));
                    without.clear();
                    workloads.stream()
                            .filter(w -> !isPlaced(w, pods))
                            .sorted()
                            .forEach(without::add);
                    return without.isEmpty()
                            || refusedSince.values().stream()
                                    .anyMatch(since -> now - since > STUCK_NANOS);
                },
                feed::await);
    }

    private void lead(Collection<String> workloads, List<LivePod> pods, NodeGate gate) {
        Map<LivePod, String> led = new LinkedHashMap<>();
        for (String workload : workloads) {
            Batch batch = batch(workload);
            List<LivePod> made = made(workload, pods);
            List<MovePlan.Move> wanted = new ArrayList<>(batch.moves.values());
            for (LivePod pod : made) {
                String to = pod.node().isEmpty() ? batch.led.get(pod.uid()) : pod.node();
                wanted.stream()
                        .filter(move -> move.to().equals(to))
                        .findFirst()
                        .ifPresent(wanted::remove);
            }
            for (LivePod pod : made) {
                if (pod.isWaiting() && !batch.led.containsKey(pod.uid()) && !wanted.isEmpty()) {
                    MovePlan.Move move = batch.ofTheName(pod, wanted);
                    wanted.remove(move);
                    led.put(pod, move.to());
                }
            }
        }
        led.values().removeIf(to -> !gate.isClosed(to));
        gate.lead(led);
        led.forEach((pod, to) -> batch(pod.workload()).led.put(pod.uid(), to));
    }

    private Batch batch(String workload) {
        return Objects.requireNonNull(batches.get(workload), workload);
    }

    private boolean isPlaced(String workload, List<LivePod> pods) {
        long placed = made(workload, pods).stream().filter(p -> !p.node().isEmpty()).count();
        return placed >= evicted(workload).size() || isScaledDown(workload, pods);
    }

    /** Pods of a workload that are new. */
    private List<LivePod> made(String workload, List<LivePod> pods) {
        Set<String> known = batch(workload).known;
        return pods.stream()
                .filter(pod -> pod.workload().equals(workload) && !pod.isLeaving())
                .filter(pod -> !known.contains(pod.uid()))
                .toList();
    }

    /**
     * True if the owner wants no more pods than there are: somebody made it smaller meanwhile. As
     * long as a pod that was evicted seems to stay, the pods are older than that.
     */
    private boolean isScaledDown(String workload, List<LivePod> pods) {
        boolean isKnown =
                Workload.of(workload).filter(w -> Workload.KINDS.contains(w.kind())).isPresent();
        List<LivePod> there = pods.stream().filter(pod -> pod.workload().equals(workload)).toList();
        Set<String> gone = uids(evicted(workload));
        boolean isOld = there.stream().anyMatch(pod -> gone.contains(pod.uid()));
        if (!isKnown
                || isOld
                || there.stream().anyMatch(pod -> pod.isLeaving() || pod.isWaiting())) {
            return false;
        }
        return api.get(KubernetesObject.of(workload).path())
                .map(live -> there.size() >= live.path("spec").path("replicas").asInt(1))
                .orElse(true);
    }

    /**
     * Lets go of workloads that are whole again: all their new pods are ready, and those that they
     * replace have ended.
     *
     * @param elsewhere takes new pods that run on another node than planned
     * @return true if there was one
     * @throws PushFailure.Incomplete if one has not been whole for too long
     */
    boolean release(List<LivePod> pods, List<String> elsewhere) {
        missing.clear();
        boolean isOne = false;
        boolean isLate = false;
        for (Map.Entry<String, Batch> each : List.copyOf(batches.entrySet())) {
            List<String> lacks = missing(each.getKey(), pods);
            missing.addAll(lacks);
            if (lacks.isEmpty()) {
                compare(made(each.getKey(), pods), each.getValue().moves, elsewhere);
                batches.remove(each.getKey());
                isOne = true;
            } else {
                long waited = nanos.getAsLong() - each.getValue().sinceNanos.get();
                isLate |= waited > patience.timeout().toNanos();
            }
        }
        if (isLate) {
            giveUp(pods, elsewhere);
        }
        return isOne;
    }

    private void giveUp(List<LivePod> pods, List<String> elsewhere) {
        batches.forEach(
                (workload, batch) -> {
                    List<LivePod> made = made(workload, pods);
                    compare(made, batch.moves, elsewhere);
                    reopen(made, batch.moves);
                });
        throw new PushFailure.Incomplete(
                "Not ready within "
                        + patience.timeout().toSeconds()
                        + " s, so nothing more was moved:\n  "
                        + String.join("\n  ", missing),
                null);
    }

    /** What is waited for, for people: what the first workload lacks. */
    String waitedFor() {
        return missing.isEmpty()
                ? "new pods of " + String.join(", ", batches.keySet()) + " to be ready"
                : "new pods to be ready, " + firstAndMore(missing);
    }

    /** Of many no more than the first is named: a wave may have hundreds. */
    static String firstAndMore(List<String> names) {
        return names.get(0) + (names.size() == 1 ? "" : " (and " + (names.size() - 1) + " more)");
    }

    private static Set<String> uids(Collection<LivePod> pods) {
        return pods.stream().map(LivePod::uid).collect(Collectors.toSet());
    }

    /** What a workload still lacks; nothing if it is as it was, with new pods. */
    private List<String> missing(String workload, List<LivePod> pods) {
        List<String> lacks = new ArrayList<>();
        List<LivePod> made = made(workload, pods);
        List<LivePod> unready = made.stream().filter(pod -> !pod.isReady()).toList();
        Set<String> ended = uids(evicted(workload));
        if (pods.stream().anyMatch(pod -> ended.contains(pod.uid()))) {
            lacks.add(workload + ": a pod that was evicted has not ended yet");
        }
        boolean isEnough =
                made.size() - unready.size() >= ended.size()
                        || (unready.isEmpty() && isScaledDown(workload, pods));
        if (!isEnough && made.size() < ended.size()) {
            lacks.add(workload + ": no new pod in place of one that was evicted");
        }
        if (!isEnough) {
            unready.forEach(pod -> lacks.add(pod.name() + state(pod)));
        }
        return lacks;
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
