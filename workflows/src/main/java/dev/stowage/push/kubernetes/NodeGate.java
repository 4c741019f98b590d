package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.Sha256;
import dev.stowage.json.Json;
import dev.stowage.push.kubernetes.pace.Patience;
import dev.stowage.push.object.PushFailure;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Nodes that are closed to new pods for the moment in which pods are made anew, by a taint of our
 * own: whoever finds one knows whose it is, and taking all of them off needs no record. A pod is
 * led through the gate to one node by a toleration of that node's taint, which the scheduler weighs
 * with everything else.
 */
final class NodeGate {
    static final String TAINT = "stowage.dev/moving";

    private static final long FIRST_SETTLE_MILLIS = 200;
    private static final long MOST_SETTLE_MILLIS = 3_200;
    private static final int MOST_LETTERS = 63;
    private static final int GONE = 404;

    /** No right to change pods, or an admission rule that forbids tolerations. */
    private static final Set<Integer> FORBIDDEN = Set.of(401, 403, 422);

    /** The pod is gone, or is another one of the same name by now: that one is led in its turn. */
    private static final Set<Integer> ANOTHER = Set.of(404, 409, 422);

    private final KubernetesApi api;
    private final Set<String> closed = new TreeSet<>();
    private final Set<String> cordoned = new TreeSet<>();

    /** Nodes as the server had them after they were last closed or opened. */
    private final Map<String, JsonNode> known = new ConcurrentHashMap<>();

    private long settleMillis = FIRST_SETTLE_MILLIS;

    NodeGate(KubernetesApi api) {
        this.api = api;
    }

    /** Pods that are led to one of these nodes get a toleration of its cordon besides. */
    void passCordons(Collection<String> nodes) {
        cordoned.addAll(nodes);
    }

    /**
     * Closes nodes, and gives the scheduler time to hear of it: it works on a copy of the cluster,
     * which follows the API by some milliseconds. Where it takes longer a pod may still go there,
     * which is seen and said.
     */
    void close(Collection<String> nodes) {
        List<String> more = nodes.stream().filter(node -> !closed.contains(node)).toList();
        closed.addAll(more);
        api.each(more, node -> set(node, true));
        if (!more.isEmpty()) {
            Patience.pause(settleMillis);
        }
    }

    /** A pod went through a gate that was closed: the scheduler is slower than was thought. */
    void waitLonger() {
        settleMillis = Math.min(MOST_SETTLE_MILLIS, 2 * settleMillis);
    }

    /** True if a node is closed by this push. */
    boolean isClosed(String node) {
        return closed.contains(node);
    }

    /** Opens what was closed. */
    void open() {
        api.each(closed, this::open);
        closed.clear();
    }

    /** Opens a node; one that is gone, as autoscalers remove nodes, needs no opening. */
    private void open(String node) {
        try {
            set(node, false);
        } catch (PushFailure e) {
            if (e.status() != GONE) {
                throw e;
            }
        }
    }

    /** Opens whatever an interrupted push left closed. */
    void openAll() {
        api.each(found(), this::open);
        closed.clear();
    }

    /** Nodes that have the taint now, whoever put it there. */
    Set<String> found() {
        Set<String> found = new TreeSet<>();
        for (JsonNode node : api.list("api/v1/nodes")) {
            if (node.path("spec").path("taints").findValuesAsText("key").contains(TAINT)) {
                found.add(node.path("metadata").path("name").asText());
            }
        }
        return found;
    }

    /**
     * True if pods may be led: whether this user may change pods is asked with a trial.
     *
     * @param pod any
     */
    boolean isLeading(LivePod pod) {
        try {
            lead(pod, "any", true);
            return true;
        } catch (PushFailure e) {
            if (!FORBIDDEN.contains(e.status()) && !ANOTHER.contains(e.status())) {
                throw e;
            }
            return !FORBIDDEN.contains(e.status());
        }
    }

    /** Lets each pod pass to the node that it is to go to, and to no other that is closed. */
    void lead(Map<LivePod, String> pods) {
        api.each(pods.keySet(), pod -> lead(pod, String.valueOf(pods.get(pod)), false));
    }

    /** Lets a pod pass to any node that is closed here; cordons hold for it as for all others. */
    void letThrough(LivePod pod) {
        ArrayNode tolerations = pod.tolerations().deepCopy();
        tolerations
                .addObject()
                .put("key", TAINT)
                .put("operator", "Exists")
                .put("effect", "NoSchedule");
        send(pod, tolerations, false);
    }

    private void lead(LivePod pod, String to, boolean isTrial) {
        ArrayNode tolerations = pod.tolerations().deepCopy();
        tolerations.add(taint(to).put("operator", "Equal"));
        if (cordoned.contains(to)) {
            tolerations
                    .addObject()
                    .put("key", "node.kubernetes.io/unschedulable")
                    .put("operator", "Exists")
                    .put("effect", "NoSchedule");
        }
        send(pod, tolerations, isTrial);
    }

    private void send(LivePod pod, ArrayNode tolerations, boolean isTrial) {
        ArrayNode patch = Json.mapper().createArrayNode();
        if (!isTrial) { // not another pod of the same name
            patch.addObject()
                    .put("op", "test")
                    .put("path", "/metadata/uid")
                    .put("value", pod.uid());
        }
        patch.addObject()
                .put("op", "add")
                .put("path", "/spec/tolerations")
                .set("value", tolerations);
        try {
            api.send(
                    KubernetesApi.Method.PATCH,
                    pod.path()
                            + "?fieldManager="
                            + KubernetesApi.MANAGER
                            + (isTrial ? "&dryRun=All" : ""),
                    patch);
        } catch (PushFailure e) {
            if (isTrial || !ANOTHER.contains(e.status())) {
                throw e;
            }
        }
    }

    /** A value of a label has at most 63 characters, a name of a node up to 253. */
    private static ObjectNode taint(String node) {
        String value =
                node.length() <= MOST_LETTERS
                        ? node
                        : Sha256.of(node.getBytes(StandardCharsets.UTF_8)).substring(0, 16);
        return Json.mapper()
                .createObjectNode()
                .put("key", TAINT)
                .put("value", value)
                .put("effect", "NoSchedule");
    }

    private void set(String node, boolean isClosed) {
        String path = "api/v1/nodes/" + node;
        JsonNode now =
                GuardedPatch.send(
                        api,
                        path,
                        known.get(node),
                        live -> {
                            ArrayNode taints = Json.mapper().createArrayNode();
                            for (JsonNode taint : live.path("spec").path("taints")) {
                                if (!taint.path("key").asText().equals(TAINT)) {
                                    taints.add(taint);
                                }
                            }
                            if (isClosed) {
                                taints.add(taint(node));
                            }
                            return Optional.of(GuardedPatch.of(live, "/spec/taints", taints));
                        });
        known.put(node, now);
    }
}
