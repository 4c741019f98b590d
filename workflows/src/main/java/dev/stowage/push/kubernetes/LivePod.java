package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.stowage.ingest.kubernetes.PodOwner;
import dev.stowage.json.Json;
import dev.stowage.packing.ResourceVector;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * A pod that runs or waits, as far as moving it is concerned.
 *
 * @param name namespace and name, {@code shop/web-5d-x}
 * @param workload {@code shop/Deployment/web}; {@code shop/Pod/x} if nothing controls it
 * @param node where it runs; empty if it waits for one
 * @param requests millionths of a core, bytes of memory, and one pod
 * @param isReady true if it serves
 * @param isLeaving true if it has been told to end
 * @param isOfNode true if its node has it for itself
 * @param staying why it must not be moved; empty if it may be
 * @param trouble what it says of itself while it is not ready
 * @param tolerations of taints, as the API gives them
 */
record LivePod(
        String name,
        String uid,
        String workload,
        String node,
        ResourceVector requests,
        boolean isReady,
        boolean isLeaving,
        boolean isOfNode,
        Optional<String> staying,
        String trouble,
        ArrayNode tolerations) {
    /** A pod as the API gives it. */
    static LivePod of(JsonNode pod) {
        JsonNode metadata = pod.path("metadata");
        String namespace = metadata.path("namespace").asText();
        PodOwner owner = PodOwner.of(pod);
        String workload =
                owner.workload() == null
                        ? "Pod/" + metadata.path("name").asText()
                        : owner.workload();
        return new LivePod(
                namespace + "/" + metadata.path("name").asText(),
                metadata.path("uid").asText(),
                namespace + "/" + workload,
                pod.path("spec").path("nodeName").asText(),
                requests(pod.path("spec")),
                isReady(pod),
                metadata.has("deletionTimestamp"),
                owner.isNode(),
                owner.keptBy(pod),
                trouble(pod),
                pod.path("spec").path("tolerations") instanceof ArrayNode some
                        ? some
                        : Json.mapper().createArrayNode());
    }

    /** Where the API has it. */
    String path() {
        String[] words = name.split("/", 2);
        return "api/v1/namespaces/" + words[0] + "/pods/" + words[1];
    }

    /** False once it has ended: it takes nothing, and nobody waits for it. */
    static boolean isAlive(JsonNode pod) {
        String phase = pod.path("status").path("phase").asText();
        return !phase.equals("Succeeded") && !phase.equals("Failed");
    }

    /** True if its successor has its name, and is made only when it has ended. */
    boolean isOfStatefulSet() {
        return workload.contains("/StatefulSet/");
    }

    boolean isWaiting() {
        return node.isEmpty() && !isLeaving;
    }

    /** True if a pod serves, or a node can run pods. */
    static boolean isReady(JsonNode live) {
        return condition(live, "Ready").path("status").asText().equals("True");
    }

    private static JsonNode condition(JsonNode live, String type) {
        for (JsonNode condition : live.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        return live.path("no such condition");
    }

    private static String trouble(JsonNode pod) {
        for (JsonNode container : pod.path("status").path("containerStatuses")) {
            JsonNode waiting = container.path("state").path("waiting");
            if (waiting.has("reason")) {
                return waiting.path("reason").asText();
            }
        }
        return condition(pod, "PodScheduled").path("message").asText();
    }

    /** What the scheduler reserves. Source: Kubernetes, KEP-753 and KEP-2837. */
    static ResourceVector requests(JsonNode spec) {
        return ResourceVector.of(
                amount(spec, "cpu").movePointRight(6).setScale(0, RoundingMode.CEILING).longValue(),
                amount(spec, "memory").setScale(0, RoundingMode.CEILING).longValue(),
                1);
    }

    /** What the scheduler reserves of a resource. */
    static BigDecimal amount(JsonNode spec, String resource) {
        BigDecimal sidecars = BigDecimal.ZERO;
        BigDecimal most = BigDecimal.ZERO;
        for (JsonNode container : spec.path("initContainers")) {
            BigDecimal own = asked(container, resource);
            if (container.path("restartPolicy").asText().equals("Always")) {
                sidecars = sidecars.add(own);
                most = most.max(sidecars);
            } else {
                most = most.max(sidecars.add(own));
            }
        }
        BigDecimal sum = sidecars;
        for (JsonNode container : spec.path("containers")) {
            sum = sum.add(asked(container, resource));
        }
        boolean isOfPod = spec.path("resources").path("requests").has(resource);
        return (isOfPod ? asked(spec, resource) : sum.max(most))
                .add(quantity(spec.path("overhead").path(resource)));
    }

    private static BigDecimal asked(JsonNode container, String resource) {
        return quantity(container.path("resources").path("requests").path(resource));
    }

    /** A quantity; what is not asked for is nothing. */
    static BigDecimal quantity(JsonNode text) {
        return text.isMissingNode() ? BigDecimal.ZERO : KubernetesObject.number(text.asText());
    }
}
