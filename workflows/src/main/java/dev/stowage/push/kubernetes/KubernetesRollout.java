package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.push.kubernetes.pace.Patience;
import dev.stowage.push.object.PushFailure;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The pods of a workload that are made anew because their template changed. */
record KubernetesRollout(KubernetesApi api, Patience patience, BooleanSupplier isStopped) {
    /**
     * Waits until all pods of a workload are as its template says, and ready.
     *
     * @throws PushFailure.Incomplete if they are not in time
     */
    void await(String workload) {
        String path = KubernetesObject.of(workload).path();
        boolean isDone =
                patience.await(
                        "the rollout of " + workload,
                        () ->
                                isStopped.getAsBoolean()
                                        || api.get(path)
                                                .map(KubernetesRollout::isDone)
                                                .orElse(true));
        if (isDone && isStopped.getAsBoolean()) {
            throw new PushFailure.Incomplete(workload + ": its rollout was not waited for", null);
        }
        if (!isDone) {
            List<LivePod> pods = LiveCluster.pods(api);
            throw new PushFailure.Incomplete(
                    workload
                            + ": its rollout was not done within "
                            + patience.timeout().toSeconds()
                            + " s: "
                            + pods.stream()
                                    .filter(pod -> pod.workload().equals(workload))
                                    .filter(pod -> !pod.isReady())
                                    .map(pod -> pod.name() + Replacements.state(pod))
                                    .collect(Collectors.joining("; ")),
                    null);
        }
    }

    /** As {@code kubectl rollout status} decides. */
    static boolean isDone(JsonNode live) {
        JsonNode status = live.path("status");
        boolean isSeen =
                status.path("observedGeneration").asLong(-1)
                        >= live.path("metadata").path("generation").asLong();
        if (live.path("spec").path("updateStrategy").path("type").asText().equals("OnDelete")) {
            return isSeen;
        }
        boolean isDaemons = status.has("desiredNumberScheduled");
        int wanted =
                isDaemons
                        ? status.path("desiredNumberScheduled").asInt()
                        : live.path("spec").path("replicas").asInt(1);
        int updated =
                status.path(isDaemons ? "updatedNumberScheduled" : "updatedReplicas").asInt(0);
        int ready = status.path(isDaemons ? "numberAvailable" : "readyReplicas").asInt(0);
        int all = isDaemons ? wanted : status.path("replicas").asInt(0);
        return isSeen && updated >= wanted && ready >= wanted && all <= wanted;
    }
}
