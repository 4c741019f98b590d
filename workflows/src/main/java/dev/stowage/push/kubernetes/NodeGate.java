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
record NodeGate(KubernetesApi api) {
    static final String TAINT = "stowage.dev/moving";

    void close(Collection<String> nodes) {
        nodes.forEach(node -> set(node, true));
    }

    void open(Collection<String> nodes) {
        nodes.forEach(node -> set(node, false));
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
