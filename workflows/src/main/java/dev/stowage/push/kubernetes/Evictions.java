package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.push.object.PushFailure;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Evictions of pods through the eviction API, which asks the disruption budgets of the cluster;
 * several at a time.
 *
 * @param api of the cluster
 */
record Evictions(KubernetesApi api) {
    private static final int GONE = 404;

    /** Answers that may be others later: another pod of the name, a budget, several budgets. */
    private static final Set<Integer> LATER = Set.of(409, 429, 500);

    /** What the server says of a pod that it will never evict, however long one waits. */
    private static final String SEVERAL = "more than one PodDisruptionBudget";

    /** True if no waiting helps: somebody has to take a budget away. */
    static boolean isForGood(String refusal) {
        return refusal.contains(SEVERAL);
    }

    /** Why pods could not be evicted now; those that could are not in it. Evicts none. */
    Map<LivePod, String> refusals(Collection<LivePod> pods) {
        Map<LivePod, String> refusals = new ConcurrentHashMap<>();
        api.each(pods, pod -> evict(pod, true).ifPresent(why -> refusals.put(pod, why)));
        return refusals;
    }

    /**
     * Evicts what can be evicted now.
     *
     * @param evicted takes those that were, or are gone, also if the connection is lost meanwhile
     * @return why others could not be evicted
     */
    Map<LivePod, String> evict(Collection<LivePod> pods, Collection<LivePod> evicted) {
        Map<LivePod, String> refused = new ConcurrentHashMap<>();
        Set<LivePod> sent = ConcurrentHashMap.newKeySet();
        try {
            api.each(
                    pods,
                    pod -> {
                        evict(pod, false).ifPresent(why -> refused.put(pod, why));
                        sent.add(pod);
                    });
            return refused;
        } finally {
            Set<LivePod> done = new HashSet<>(sent);
            done.removeAll(refused.keySet());
            pods.stream().filter(done::contains).forEach(evicted::add);
        }
    }

    private Optional<String> evict(LivePod pod, boolean isTrial) {
        String[] name = pod.name().split("/", 2);
        ObjectNode eviction = Json.mapper().createObjectNode();
        eviction.put("apiVersion", "policy/v1").put("kind", "Eviction");
        eviction.putObject("metadata").put("namespace", name[0]).put("name", name[1]);
        ObjectNode options = eviction.putObject("deleteOptions");
        options.putObject("preconditions").put("uid", pod.uid());
        if (isTrial) {
            options.putArray("dryRun").add("All");
        }
        try {
            api.send(KubernetesApi.Method.CREATE, pod.path() + "/eviction", eviction);
        } catch (PushFailure e) {
            if (LATER.contains(e.status())) {
                return Optional.of(String.valueOf(e.getMessage()).replaceFirst("(?s)\n.*", ""));
            }
            if (e.status() != GONE) {
                throw e;
            }
        }
        return Optional.empty();
    }
}
