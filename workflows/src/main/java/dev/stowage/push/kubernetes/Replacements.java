package dev.stowage.push.kubernetes;

import dev.stowage.json.Json;
import dev.stowage.push.kubernetes.pace.Patience;
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
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Pods that were evicted, and what their workloads make in their place. A workload is under way
 * from its first eviction until it is whole again; others begin and end meanwhile.
 */
final class Replacements {
    /**
     * What is under way of a workload.
     *
     * @param known pods that it had before
     * @param moves by evicted pod
     * @param led where new pods were led to, by UID
     * @param passed new pods that may pass to any node, by UID
     * @param sinceNanos when the last of them was evicted, by the clock
     */
    private record Batch(
            Set<String> known,
            Map<LivePod, MovePlan.Move> moves,
            Map<String, String> led,
            Set<String> passed,
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

    /**
     * After a pod of a stateful set has a node it is looked at once more: who still deletes the old
     * one by its name deletes the new one, whose successor is led in its turn (ADR 136).
     */
    private static final long AGAIN_MILLIS = 300;

    private final KubernetesApi api;
    private final Patience patience;
    private final ClusterFeed feed;
    private final LongSupplier nanos;
    private final Refusals refusals;
    private final SortedMap<String, Batch> batches = new TreeMap<>();
    private final List<String> missing = new ArrayList<>();
    private List<LivePod> glance = List.of();
    private Map<String, List<LivePod>> byWorkload = Map.of();

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
        this.refusals = new Refusals(patience, nanos);
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
                                    new HashSet<>(),
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

    /** Until each has a node, led through the gate, or is stuck before it. */
    void awaitPlaced(Collection<String> workloads, NodeGate gate) {
        List<String> without = new ArrayList<>();
        BooleanSupplier isPlaced =
                () -> {
                    without.clear();
                    without.addAll(unplaced(workloads, feed.pods(), gate));
                    return without.isEmpty();
                };
        boolean isNamedAlike = workloads.stream().anyMatch(each -> each.contains("/StatefulSet/"));
        boolean isOn;
        do {
            isOn =
                    patience.await(
                            () -> "a node for the new pods of " + firstAndMore(without),
                            isPlaced,
                            feed::await);
            if (isOn && isNamedAlike) {
                Patience.pause(AGAIN_MILLIS);
            }
        } while (isOn && isNamedAlike && !isPlaced.getAsBoolean());
    }

    /**
     * Leads new pods through the gate, each to its own node. One that the scheduler has refused for
     * too long may pass to any node that the gate closes, and is not waited for if it is refused
     * for as long again; the gate stays as it is for all others.
     *
     * @return those of the workloads whose new pods have no node yet, and are waited for
     */
    private List<String> unplaced(Collection<String> workloads, List<LivePod> pods, NodeGate gate) {
        lead(workloads, pods, gate);
        List<LivePod> made =
                workloads.stream().flatMap(workload -> made(workload, pods).stream()).toList();
        refusals.update(made);
        for (LivePod pod : made) {
            Batch batch = batch(pod.workload());
            String to = batch.led.get(pod.uid());
            if (to != null
                    && gate.isClosed(to)
                    && refusals.isStuck(pod)
                    && batch.passed.add(pod.uid())) {
                gate.letThrough(pod);
                refusals.again(pod);
                patience.progress()
                        .accept(pod.name() + ": " + to + " does not suit it, any other node may");
            }
        }
        return workloads.stream().filter(workload -> !isPlaced(workload, pods)).sorted().toList();
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
        long placed =
                made(workload, pods).stream()
                        .filter(pod -> !pod.node().isEmpty() || refusals.isStuck(pod))
                        .count();
        return placed >= evicted(workload).size() || isScaledDown(workload, pods);
    }

    /** Pods of a workload that are new. */
    private List<LivePod> made(String workload, List<LivePod> pods) {
        Set<String> known = batch(workload).known;
        return of(workload, pods).stream()
                .filter(pod -> !pod.isLeaving() && !known.contains(pod.uid()))
                .toList();
    }

    /** Pods of a workload; all are sorted once, as a glance asks for hundreds of workloads. */
    private List<LivePod> of(String workload, List<LivePod> pods) {
        if (pods != glance) {
            glance = pods;
            byWorkload = pods.stream().collect(Collectors.groupingBy(LivePod::workload));
        }
        List<LivePod> of = byWorkload.get(workload);
        return of == null ? List.of() : of;
    }

    /**
     * True if the owner wants no more pods than there are: somebody made it smaller meanwhile. As
     * long as a pod that was evicted seems to stay, the pods are older than that.
     */
    private boolean isScaledDown(String workload, List<LivePod> pods) {
        boolean isKnown =
                Workload.of(workload).filter(w -> Workload.KINDS.contains(w.kind())).isPresent();
        List<LivePod> there = of(workload, pods);
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
        if (of(workload, pods).stream().anyMatch(pod -> ended.contains(pod.uid()))) {
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
