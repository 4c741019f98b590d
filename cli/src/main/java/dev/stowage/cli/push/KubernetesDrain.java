package dev.stowage.cli.push;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.packing.PlacementPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Servers that a plan empties: closed to new pods, and their pods evicted, which the disruption
 * budgets of the cluster may refuse. An eviction can't be undone: the pod runs elsewhere.
 */
final class KubernetesDrain {
    private static final String EVICTIONS = "/pods";

    private final KubernetesApi api;
    private final @Nullable PlacementPlan plan;
    private final List<String> notices = new ArrayList<>();

    KubernetesDrain(KubernetesApi api, @Nullable PlacementPlan plan) {
        this.api = api;
        this.plan = plan;
    }

    static boolean isEvictions(String object) {
        return object.startsWith("Node/") && object.endsWith(EVICTIONS);
    }

    /** What emptying takes, if it is wanted; else only the notices that propose it. */
    List<PlannedObject> objects(boolean isWanted) {
        List<PlannedObject> objects = new ArrayList<>();
        if (plan == null) {
            return objects;
        }
        for (PlacementPlan.Server server : plan.servers()) {
            if (server.isUsed() || !server.exists()) {
                continue;
            }
            String node = "Node/" + server.name();
            if (api.get(KubernetesObject.of(node).path()).isEmpty()) {
                notices.add(node + ": the plan empties it, but the cluster has no such node");
                continue;
            }
            ObjectState pods = read(node + EVICTIONS);
            if (isWanted) {
                objects.add(PlannedObject.of(node, cordon(server.name())));
                objects.add(PlannedObject.of(node + EVICTIONS, evicted(pods)));
            } else {
                notices.add(
                        node
                                + ": the plan empties it; --drain would close it to new pods and"
                                + " evict: "
                                + (pods.fields().isEmpty()
                                        ? "none"
                                        : String.join(", ", pods.fields().keySet())));
            }
        }
        return objects;
    }

    List<String> notices() {
        return notices;
    }

    private static ObjectState cordon(String name) {
        ObjectNode document = Json.mapper().createObjectNode();
        document.put("apiVersion", "v1").put("kind", "Node");
        document.putObject("metadata").put("name", name);
        document.putObject("spec").put("unschedulable", true);
        return ObjectState.of(Map.of("unschedulable", "true"), document.toString());
    }

    private static ObjectState evicted(ObjectState pods) {
        SortedMap<String, String> none = new TreeMap<>();
        pods.fields().keySet().forEach(pod -> none.put(pod, ""));
        return ObjectState.of(none, "");
    }

    /** The pods of a node that can be evicted: not those of daemon sets, nor those of the node. */
    ObjectState read(String object) {
        String node = object.substring("Node/".length(), object.length() - EVICTIONS.length());
        SortedMap<String, String> pods = new TreeMap<>();
        JsonNode list =
                api.get("api/v1/pods?fieldSelector=spec.nodeName%3D" + node)
                        .orElse(Json.mapper().createObjectNode());
        for (JsonNode pod : list.path("items")) {
            if (isEvictable(pod)) {
                pods.put(
                        pod.at("/metadata/namespace").asText()
                                + "/"
                                + pod.at("/metadata/name").asText(),
                        "runs");
            }
        }
        return ObjectState.of(pods, "");
    }

    private static boolean isEvictable(JsonNode pod) {
        String phase = pod.at("/status/phase").asText();
        boolean isMirror = pod.at("/metadata/annotations").has("kubernetes.io/config.mirror");
        boolean isLeaving = pod.path("metadata").has("deletionTimestamp");
        for (JsonNode owner : pod.at("/metadata/ownerReferences")) {
            if (owner.path("kind").asText().equals("DaemonSet")) {
                return false;
            }
        }
        return !isMirror && !isLeaving && !phase.equals("Succeeded") && !phase.equals("Failed");
    }

    /** Evicts the pods that are still there; the first refusal ends it. */
    void evict(PlannedObject object, ObjectState found) {
        for (String pod : found.fields().keySet()) {
            if (!object.planned().fields().containsKey(pod)) {
                continue;
            }
            String[] name = pod.split("/", 2);
            ObjectNode eviction = Json.mapper().createObjectNode();
            eviction.put("apiVersion", "policy/v1").put("kind", "Eviction");
            eviction.putObject("metadata").put("namespace", name[0]).put("name", name[1]);
            api.send(
                    KubernetesApi.Method.CREATE,
                    "api/v1/namespaces/" + name[0] + "/pods/" + name[1] + "/eviction",
                    eviction);
        }
    }
}
