package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.packing.ResourceVector;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The nodes and pods of a cluster at a moment.
 *
 * @param nodes by name
 * @param pods that have not ended, by namespace and name
 * @param taken of each node by what is on it, leaving or not; absent if nothing is
 * @param staying pods that are not leaving, by workload: moves ask for them again and again
 */
record LiveCluster(
        Map<String, Node> nodes,
        List<LivePod> pods,
        Map<String, ResourceVector> taken,
        Map<String, List<LivePod>> staying) {
    /**
     * A node.
     *
     * @param allocatable millionths of a core, bytes of memory, pods
     * @param isReady true if it can run pods
     * @param isClosed true if it is closed to pods that do not tolerate that (cordoned)
     */
    record Node(ResourceVector allocatable, boolean isReady, boolean isClosed) {
        /** True if it takes new pods. */
        boolean isOpen() {
            return isReady && !isClosed;
        }
    }

    static LiveCluster read(KubernetesApi api) {
        Map<String, Node> nodes = new TreeMap<>();
        for (JsonNode node : api.list("api/v1/nodes")) {
            nodes.put(node.path("metadata").path("name").asText(), node(node));
        }
        return of(nodes, pods(api));
    }

    /** Of nodes by name, and pods that have not ended. */
    static LiveCluster of(Map<String, Node> nodes, List<LivePod> pods) {
        Map<String, ResourceVector> taken = new HashMap<>();
        Map<String, List<LivePod>> staying = new HashMap<>();
        for (LivePod pod : pods) {
            taken.merge(pod.node(), pod.requests(), ResourceVector::plus);
            if (!pod.isLeaving()) {
                staying.computeIfAbsent(pod.workload(), w -> new ArrayList<>()).add(pod);
            }
        }
        return new LiveCluster(nodes, pods, taken, staying);
    }

    static List<LivePod> pods(KubernetesApi api) {
        List<LivePod> pods = new ArrayList<>();
        for (JsonNode pod : api.list("api/v1/pods")) {
            if (LivePod.isAlive(pod)) {
                pods.add(LivePod.of(pod));
            }
        }
        return pods;
    }

    /** Labels that all pods of a workload have, as {@code key=value}, by workload. */
    static Map<String, Set<String>> labels(KubernetesApi api) {
        Map<String, Set<String>> labels = new HashMap<>();
        for (JsonNode pod : api.list("api/v1/pods")) {
            Set<String> own = new HashSet<>();
            pod.path("metadata")
                    .path("labels")
                    .properties()
                    .forEach(each -> own.add(each.getKey() + "=" + each.getValue().asText()));
            labels.merge(
                    LivePod.of(pod).workload(),
                    own,
                    (some, others) -> {
                        some.retainAll(others);
                        return some;
                    });
        }
        return labels;
    }

    static Node node(JsonNode node) {
        JsonNode has = node.path("status").path("allocatable");
        return new Node(
                ResourceVector.of(
                        LivePod.quantity(has.path("cpu")).movePointRight(6).longValue(),
                        LivePod.quantity(has.path("memory"))
                                .setScale(0, RoundingMode.FLOOR)
                                .longValue(),
                        LivePod.quantity(has.path("pods")).longValue()),
                LivePod.isReady(node),
                node.path("spec").path("unschedulable").asBoolean());
    }

    /** Pods of a workload that are not leaving, on a node; on all nodes if that is empty. */
    List<LivePod> of(String workload, String node) {
        List<LivePod> of = staying.get(workload);
        return (of == null ? List.<LivePod>of() : of)
                .stream().filter(pod -> node.isEmpty() || pod.node().equals(node)).toList();
    }

    /** Pods on a node that are not there for the node itself, with those that are leaving. */
    static List<LivePod> guests(List<LivePod> pods, String node) {
        return pods.stream().filter(pod -> pod.node().equals(node) && !pod.isOfNode()).toList();
    }

    /** True if a node takes pods and has what these ask for, given what is on it now. */
    boolean hasRoom(String node, ResourceVector requests) {
        Node there = nodes.get(node);
        return there != null && there.isOpen() && isRoom(node, requests);
    }

    /** The same for a pod that tolerates that a node is closed. */
    boolean hasRoomBehindTheCordon(String node, ResourceVector requests) {
        Node there = nodes.get(node);
        return there != null && there.isReady() && isRoom(node, requests);
    }

    /**
     * What people have to know of a cluster in which a push of moves is not finished.
     *
     * @param emptied nodes that it closes
     * @param gated nodes that have the taint of a gate
     */
    List<String> standing(List<String> emptied, Set<String> gated) {
        List<String> lines = new ArrayList<>();
        List<String> closed =
                emptied.stream()
                        .filter(nodes::containsKey)
                        .filter(node -> Objects.requireNonNull(nodes.get(node)).isClosed())
                        .toList();
        lines.add(
                closed.isEmpty()
                        ? "No node is closed to new pods."
                        : "Closed to new pods, and they stay so: " + String.join(", ", closed));
        if (gated.isEmpty()) {
            return lines;
        }
        lines.add(
                "Closed to new pods too, by the taint "
                        + NodeGate.TAINT
                        + ", until it is finished or undone: "
                        + String.join(", ", gated));
        List<String> waiting =
                pods.stream().filter(LivePod::isWaiting).map(LivePod::name).sorted().toList();
        if (!waiting.isEmpty()) {
            lines.add(
                    "Pods without a node now, whatever the cause: "
                            + String.join(", ", waiting.subList(0, Math.min(5, waiting.size())))
                            + (waiting.size() > 5 ? " and " + (waiting.size() - 5) + " more" : ""));
        }
        return lines;
    }

    private boolean isRoom(String node, ResourceVector requests) {
        Node there = Objects.requireNonNull(nodes.get(node));
        ResourceVector now = taken.get(node);
        return there.allocatable().covers(now == null ? requests : now.plus(requests));
    }
}
