package dev.stowage.ingest.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who would make a pod anew if it were evicted, and why it must not be. A snapshot that is planned
 * and the cluster that a plan is carried out on are judged by these same rules.
 *
 * @param kind of what controls the pod; empty if nothing does
 * @param name of what controls it
 * @param workload what a person applies, {@code Deployment/web}; null if nothing controls the pod
 */
public record PodOwner(String kind, String name, @Nullable String workload) {
    private static final String SAFE = "cluster-autoscaler.kubernetes.io/safe-to-evict";
    private static final String MIRROR = "kubernetes.io/config.mirror";

    /** Lowest priority that Kubernetes keeps for what the cluster itself needs. */
    private static final long SYSTEM_PRIORITY = 2_000_000_000;

    /** The owner of a pod as the API gives it. */
    public static PodOwner of(JsonNode pod) {
        JsonNode metadata = pod.path("metadata");
        JsonNode owner = controller(metadata);
        if (owner.isMissingNode()) {
            return new PodOwner("", "", null);
        }
        String kind = owner.path("kind").asText();
        String name = owner.path("name").asText();
        return new PodOwner(kind, name, workload(kind, name, metadata));
    }

    private static JsonNode controller(JsonNode metadata) {
        for (JsonNode owner : metadata.path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                return owner;
            }
        }
        return metadata.path("ownerReferences").path(0);
    }

    /** A Deployment names its ReplicaSets after itself and the hash of the pods' template. */
    private static String workload(String kind, String name, JsonNode metadata) {
        String hash = "-" + metadata.path("labels").path("pod-template-hash").asText();
        boolean isOfDeployment =
                kind.equals("ReplicaSet") && hash.length() > 1 && name.endsWith(hash);
        return isOfDeployment
                ? "Deployment/" + name.substring(0, name.length() - hash.length())
                : kind + "/" + name;
    }

    /** True if each node has one like it, or made it itself: it is where its node is. */
    public boolean isNode() {
        return kind.equals("DaemonSet") || kind.equals("Node");
    }

    /**
     * Why a plan leaves the pod where it is: it must not be evicted, or nodes and pods alone don't
     * say where else it may run. Empty if it may be moved.
     */
    public Optional<String> keptBy(JsonNode pod) {
        return staying(pod)
                .or(
                        () ->
                                PodTie.of(pod.path("spec")).stream()
                                        .findFirst()
                                        .map(tie -> "it has a " + tie.reason()));
    }

    /** Why the pod stays on its node; empty if it may be evicted. */
    public Optional<String> staying(JsonNode pod) {
        JsonNode annotations = pod.path("metadata").path("annotations");
        String safe = annotations.path(SAFE).asText();
        if (isNode() || annotations.has(MIRROR)) {
            return Optional.of("it belongs to its node");
        }
        if (workload == null) {
            return Optional.of("nothing would make it anew");
        }
        if (kind.equals("Job")) {
            return Optional.of("a Job would begin again");
        }
        if (pod.path("spec").path("priority").asLong() >= SYSTEM_PRIORITY) {
            return Optional.of("the cluster itself needs it (system priority)");
        }
        if (safe.equals("false")) {
            return Optional.of("its annotation " + SAFE + " is false");
        }
        boolean isLocal = false;
        for (JsonNode volume : pod.path("spec").path("volumes")) {
            isLocal |= volume.has("hostPath");
        }
        return isLocal && !safe.equals("true")
                ? Optional.of("its data is on its node (hostPath)")
                : Optional.empty();
    }
}
