package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.json.Json;
import java.util.Collection;
import java.util.Optional;

/**
 * Nodes that are closed to new pods for the moment in which a pod is made anew, by a taint of our
 * own: whoever finds one knows whose it is, and taking all of them off needs no record.
 */
final class NodeGate {
    static final String TAINT = "stowage.dev/moving";

    private static final long FIRST_SETTLE_MILLIS = 200;
    private static final long MOST_SETTLE_MILLIS = 3_200;

    private final KubernetesApi api;
    private long settleMillis = FIRST_SETTLE_MILLIS;

    NodeGate(KubernetesApi api) {
        this.api = api;
    }

    /**
     * Closes nodes, and gives the scheduler time to hear of it: it works on a copy of the cluster,
     * which follows the API by some milliseconds. Where it takes longer a pod may still go there,
     * which is seen and said.
     */
    void close(Collection<String> nodes) {
        api.each(nodes, node -> set(node, true));
        if (!nodes.isEmpty()) {
            GuardedPatch.pause(settleMillis);
        }
    }

    /** A pod went through a gate that was closed: the scheduler is slower than was thought. */
    void waitLonger() {
        settleMillis = Math.min(MOST_SETTLE_MILLIS, 2 * settleMillis);
    }

    void open(Collection<String> nodes) {
        api.each(nodes, node -> set(node, false));
    }

    /** Opens whatever an interrupted push left closed. */
    void openAll() {
        for (JsonNode node : api.list("api/v1/nodes")) {
            if (node.path("spec").path("taints").findValuesAsText("key").contains(TAINT)) {
                set(node.path("metadata").path("name").asText(), false);
            }
        }
    }

    private void set(String node, boolean isClosed) {
        String path = "api/v1/nodes/" + node;
        GuardedPatch.send(
                api,
                path,
                live -> {
                    ArrayNode taints = Json.mapper().createArrayNode();
                    for (JsonNode taint : live.path("spec").path("taints")) {
                        if (!taint.path("key").asText().equals(TAINT)) {
                            taints.add(taint);
                        }
                    }
                    if (isClosed) {
                        taints.addObject().put("key", TAINT).put("effect", "NoSchedule");
                    }
                    return Optional.of(GuardedPatch.of(live, "/spec/taints", taints));
                });
    }
}
