package dev.stowage.push.kubernetes;

import dev.stowage.packing.ResourceVector;
import dev.stowage.push.kubernetes.pace.Patience;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Pods that a push which died left on their way: they wait before nodes that it had closed, or are
 * not made yet, as the one that they replace has not ended.
 */
final class StrandedPods {
    private final KubernetesApi api;
    private final Patience patience;
    private final NodeGate gate;
    private final LongSupplier nanos;

    /** Node to which a pod was led, by UID. */
    private final Map<String, String> led = new HashMap<>();

    /**
     * None yet.
     *
     * @param nanos a clock, as {@link System#nanoTime}
     */
    StrandedPods(KubernetesApi api, Patience patience, NodeGate gate, LongSupplier nanos) {
        this.api = api;
        this.patience = patience;
        this.gate = gate;
        this.nanos = nanos;
    }

    /**
     * Leads each to a node that lacks it, and then opens all nodes. One that the scheduler has
     * refused for too long is not waited for.
     */
    void takeUp(MovePlan plan) {
        Set<String> closed = gate.found();
        if (closed.isEmpty()) {
            return;
        }
        Refusals refusals = new Refusals(patience, nanos);
        patience.await(
                "a node for pods that were on their way",
                () -> {
                    LiveCluster cluster = LiveCluster.read(api);
                    Map<LivePod, String> next = next(plan, cluster, closed);
                    if (!next.isEmpty()
                            && led.isEmpty()
                            && !gate.isLeading(next.keySet().iterator().next())) {
                        return true; // no right to change pods: they pass when the nodes open
                    }
                    gate.lead(next);
                    next.forEach((pod, node) -> led.put(pod.uid(), node));
                    List<LivePod> waiting =
                            cluster.pods().stream()
                                    .filter(pod -> pod.isWaiting() && led.containsKey(pod.uid()))
                                    .toList();
                    refusals.update(waiting);
                    return waiting.stream().allMatch(refusals::isStuck)
                            && !isOneToCome(plan, cluster, closed);
                });
        gate.openAll();
    }

    /** Pods that wait and have not been led, with a closed node that lacks each. */
    private Map<LivePod, String> next(MovePlan plan, LiveCluster cluster, Set<String> closed) {
        Map<LivePod, String> next = new LinkedHashMap<>();
        Map<String, ResourceVector> coming = new HashMap<>();
        Map<String, Integer> places = new HashMap<>();
        for (LivePod pod : waiting(cluster, true)) {
            String node = led.get(pod.uid());
            coming.merge(String.valueOf(node), pod.requests(), ResourceVector::plus);
            places.merge(MovePlan.place(pod.workload(), String.valueOf(node)), 1, Integer::sum);
        }
        for (LivePod pod : waiting(cluster, false)) {
            for (String node : plan.lacking(cluster, pod.workload(), "")) {
                ResourceVector others = coming.get(node);
                Integer there = places.get(MovePlan.place(pod.workload(), node));
                if (closed.contains(node)
                        && plan.lacks(cluster, pod.workload(), node) > (there == null ? 0 : there)
                        && cluster.hasRoom(
                                node,
                                others == null ? pod.requests() : others.plus(pod.requests()))) {
                    next.put(pod, node);
                    coming.merge(node, pod.requests(), ResourceVector::plus);
                    places.merge(MovePlan.place(pod.workload(), node), 1, Integer::sum);
                    break;
                }
            }
        }
        return next;
    }

    private List<LivePod> waiting(LiveCluster cluster, boolean isLed) {
        List<LivePod> waiting = new ArrayList<>(cluster.pods());
        waiting.removeIf(pod -> !pod.isWaiting() || led.containsKey(pod.uid()) != isLed);
        return waiting;
    }

    /** True if a pod of a stateful set is still to end whose successor a closed node lacks. */
    private boolean isOneToCome(MovePlan plan, LiveCluster cluster, Set<String> closed) {
        return cluster.pods().stream()
                .filter(pod -> pod.isLeaving() && pod.isOfStatefulSet())
                .map(LivePod::workload)
                .distinct()
                .anyMatch(
                        workload ->
                                plan.lacking(cluster, workload, "").stream()
                                        .anyMatch(closed::contains));
    }
}
