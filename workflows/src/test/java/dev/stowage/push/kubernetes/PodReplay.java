package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.json.Json;
import dev.stowage.push.object.PushFailure;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Pods in a real cluster: nodes that nobody runs, pods that are created and deleted at their times,
 * as a job controller and a kubelet would. A pod that kube-scheduler evicts is made anew at once.
 */
final class PodReplay {
    private static final String PODS = "api/v1/namespaces/default/pods";
    private static final String NODES = "api/v1/nodes";
    private static final long QUIET_MILLIS = 250;

    private final KubernetesApi api;
    private final PodWorkload workload;
    private final Map<String, Integer> podOf = new HashMap<>(); // by name: pods that are there
    private final Map<String, Boolean> isBound = new HashMap<>();
    private final Map<Integer, Attempts> attempts = new TreeMap<>();
    private final TreeMap<Integer, TreeMap<Integer, String>> ends = new TreeMap<>();
    private Instant start = Instant.EPOCH;
    private boolean isLate;

    /** What became of a pod, in seconds. */
    record Attempts(int firstStart, int lastStart, String node, int evictions) {
        /** The same without where it came back: that hangs on how fast deletions get through. */
        Attempts untilEvicted() {
            return evictions == 0 ? this : new Attempts(firstStart, -1, "", evictions);
        }
    }

    private PodReplay(KubernetesApi api, PodWorkload workload) {
        this.api = api;
        this.workload = workload;
    }

    /**
     * What became of each pod, on nodes of so many cores and GiB.
     *
     * @throws LateException if this machine was too slow to do everything in its second
     */
    static Map<Integer, Attempts> run(KubernetesApi api, PodWorkload workload, List<int[]> nodes)
            throws InterruptedException, JsonProcessingException, LateException {
        PodReplay replay = new PodReplay(api, workload);
        replay.clear();
        for (int i = 0; i < nodes.size(); i++) {
            replay.addNode(i, nodes.get(i)[0], nodes.get(i)[1]);
        }
        TimeUnit.SECONDS.sleep(2); // until the scheduler has seen them
        replay.replay();
        replay.clear();
        if (replay.isLate) {
            throw new LateException();
        }
        return replay.attempts;
    }

    /** The machine was too slow. */
    static final class LateException extends Exception {
        private static final long serialVersionUID = 1;
    }

    private void clear() {
        for (String path : List.of(PODS, NODES)) {
            for (JsonNode object : api.list(path)) {
                delete(path, object.at("/metadata/name").asText());
            }
        }
    }

    private void delete(String path, String name) {
        api.send(KubernetesApi.Method.DELETE, path + "/" + name + "?gracePeriodSeconds=0", null);
    }

    private void addNode(int number, int cores, int gib) throws JsonProcessingException {
        send(
                NODES,
                """
                {"metadata": {"name": "n%d"}, "status": {
                  "allocatable": {"cpu": "%d", "memory": "%dGi", "pods": "110"},
                  "capacity": {"cpu": "%d", "memory": "%dGi", "pods": "110"},
                  "conditions": [{"type": "Ready", "status": "True"}]}}
                """
                        .formatted(number, cores, gib, cores, gib));
    }

    private void send(String path, String json) throws JsonProcessingException {
        api.send(KubernetesApi.Method.CREATE, path, Json.mapper().readTree(json));
    }

    private void replay() throws InterruptedException, JsonProcessingException {
        start = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(2);
        int next = 0;
        while (next < workload.pods().size() || !ends.isEmpty()) {
            int now =
                    Math.min(
                            next < workload.pods().size()
                                    ? workload.pods().get(next).submit()
                                    : Integer.MAX_VALUE,
                            ends.isEmpty() ? Integer.MAX_VALUE : ends.firstKey());
            sleepUntil(start.plusSeconds(now).plus(PodWorkload.PHASE_MICROS, ChronoUnit.MICROS));
            if (ends.containsKey(now)) {
                for (String name : ends.remove(now).values()) {
                    if (podOf.remove(name) != null) {
                        delete(PODS, name);
                    }
                }
                awaitQuiet(now, "");
            }
            while (next < workload.pods().size() && workload.pods().get(next).submit() == now) {
                create(next, 0);
                awaitQuiet(now, "p" + next + "-0");
                next++;
            }
            isLate |= Instant.now().isAfter(start.plusSeconds(now + 1L));
        }
    }

    private static void sleepUntil(Instant time) throws InterruptedException {
        long millis = ChronoUnit.MILLIS.between(Instant.now(), time);
        if (millis > 0) {
            TimeUnit.MILLISECONDS.sleep(millis);
        }
    }

    private void create(int pod, int attempt) throws JsonProcessingException {
        PodWorkload.Pod what = workload.pods().get(pod);
        String name = "p" + pod + "-" + attempt;
        podOf.put(name, pod);
        isBound.put(name, false);
        send(
                PODS,
                """
                {"metadata": {"name": "%s"}, "spec": {
                  "priorityClassName": "c%d", "terminationGracePeriodSeconds": 0,
                  "automountServiceAccountToken": false,
                  "tolerations": [{"operator": "Exists"}],
                  "containers": [{"name": "c", "image": "i", "resources": {
                    "requests": {"cpu": "%d", "memory": "%dGi"}}}]}}
                """
                        .formatted(name, what.priority(), what.cores(), what.gib()));
    }

    /** Waits until nothing has happened for a while and the scheduler has tried a pod. */
    private void awaitQuiet(int now, String tried)
            throws InterruptedException, JsonProcessingException {
        Instant last = Instant.now();
        boolean isTried = tried.isEmpty();
        while (!isTried || Instant.now().isBefore(last.plusMillis(QUIET_MILLIS))) {
            TimeUnit.MILLISECONDS.sleep(20);
            Map<String, JsonNode> there = new HashMap<>();
            api.list(PODS).forEach(pod -> there.put(pod.at("/metadata/name").asText(), pod));
            isTried |= isTried(there.get(tried)) || !podOf.containsKey(tried);
            if (observe(now, there)) {
                last = Instant.now();
            }
        }
    }

    private static boolean isTried(@Nullable JsonNode pod) {
        return pod != null
                && (pod.at("/spec").has("nodeName") || pod.at("/status").has("conditions"));
    }

    /** Notes what was bound and what was evicted; true if anything was. */
    private boolean observe(int now, Map<String, JsonNode> there) throws JsonProcessingException {
        boolean isAny = false;
        List<Integer> evicted = new ArrayList<>();
        for (String name : List.copyOf(podOf.keySet())) {
            int pod = podOf.get(name);
            JsonNode object = there.get(name);
            if (object == null) {
                isAny = true;
                podOf.remove(name);
                ends.values().forEach(names -> names.values().remove(name));
                ends.values().removeIf(TreeMap::isEmpty);
                Attempts before = attempts.get(pod); // null: it was never seen while it ran
                int evictions = before == null ? 1 : before.evictions() + 1;
                int firstStart = before == null ? now : before.firstStart();
                attempts.put(pod, new Attempts(firstStart, -1, "", evictions));
                evicted.add(pod);
            } else if (object.at("/spec").has("nodeName") && !isBound.get(name)) {
                isAny = true;
                isBound.put(name, true);
                started(pod, name, object.at("/spec/nodeName").asText(), now);
            }
        }
        evicted.sort(
                Comparator.comparingInt((Integer pod) -> -workload.pods().get(pod).priority())
                        .thenComparing(pod -> pod)); // those of one priority started in order
        for (int pod : evicted) {
            create(pod, attempts.get(pod).evictions());
        }
        return isAny;
    }

    private void started(int pod, String name, String node, int now)
            throws JsonProcessingException {
        Attempts before = attempts.get(pod);
        attempts.put(
                pod,
                new Attempts(
                        before == null ? now : before.firstStart(),
                        now,
                        node,
                        before == null ? 0 : before.evictions()));
        ends.computeIfAbsent(now + workload.pods().get(pod).seconds(), time -> new TreeMap<>())
                .put(pod, name);
        noteRunning(name, start.plusSeconds(now));
    }

    /** As a kubelet does: which of two pods has run for longer decides who gives way. */
    private void noteRunning(String name, Instant since) throws JsonProcessingException {
        String change =
                "[{\"op\": \"add\", \"path\": \"/status/startTime\", \"value\": \"%s\"}]"
                        .formatted(since);
        try {
            api.send(
                    KubernetesApi.Method.PATCH,
                    PODS + "/" + name + "/status",
                    Json.mapper().readTree(change));
        } catch (PushFailure e) {
            if (api.get(PODS + "/" + name).isPresent()) {
                throw e;
            } // it was evicted in the meantime
        }
    }
}
