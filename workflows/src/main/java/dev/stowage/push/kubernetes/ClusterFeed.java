package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.push.kubernetes.pace.Patience;
import dev.stowage.push.object.PushFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The nodes and pods of a cluster as they are now: read once, then told by watches, so that a large
 * cluster is not read for every glance. Without the right to watch, or when a watch has ended, they
 * are read each time. What is told may be some milliseconds old, but each change is told after the
 * changes that came before it.
 */
final class ClusterFeed implements AutoCloseable {
    private static final String NODES = "api/v1/nodes";
    private static final String PODS = "api/v1/pods";

    /** Changes come in swarms; one glance is enough for those of so long. */
    private static final long SWARM_MILLIS = 20;

    private static final long AGAIN_NANOS = 1_000_000_000L;

    /** No right to watch, or a server that has no watches. */
    private static final Set<Integer> UNWATCHED = Set.of(400, 401, 403, 404, 405, 501);

    private final KubernetesApi api;
    private final Map<String, LiveCluster.Node> nodes = new TreeMap<>();
    private final Map<String, LivePod> pods = new TreeMap<>();
    private final List<AutoCloseable> watches = new ArrayList<>();
    private boolean mayWatch = true;
    private boolean isWatching;
    private boolean isNew;
    private int begun;
    private long begunNanos;

    private ClusterFeed(KubernetesApi api) {
        this.api = api;
    }

    /** Begins to hear of a cluster. */
    static ClusterFeed of(KubernetesApi api) {
        ClusterFeed feed = new ClusterFeed(api);
        feed.begin();
        return feed;
    }

    private synchronized void begin() {
        close();
        nodes.clear();
        pods.clear();
        begun++;
        begunNanos = System.nanoTime();
        try {
            isWatching = true;
            watch(NODES, begun);
            watch(PODS, begun);
        } catch (PushFailure e) {
            close();
            if (!UNWATCHED.contains(e.status())) {
                throw e;
            }
            mayWatch = false;
        }
    }

    private void watch(String list, int number) {
        JsonNode read = api.send(KubernetesApi.Method.GET, list, null);
        read.path("items").forEach(object -> set(list, object));
        String version = read.path("metadata").path("resourceVersion").asText();
        watches.add(
                api.watch(
                        list + "?watch=true&resourceVersion=" + version,
                        event -> hear(list, event, number),
                        () -> end(number)));
    }

    private synchronized void hear(String list, JsonNode event, int number) {
        if (number != begun) {
            return;
        }
        JsonNode object = event.path("object");
        switch (event.path("type").asText()) {
            case "ADDED", "MODIFIED" -> set(list, object);
            case "DELETED" -> (list.equals(PODS) ? pods : nodes).remove(key(object));
            case "ERROR" -> end(number); // most often 410: the server has forgotten where we were
            default -> {}
        }
        isNew = true;
        notifyAll();
    }

    private void set(String list, JsonNode object) {
        if (list.equals(NODES)) {
            nodes.put(key(object), LiveCluster.node(object));
        } else if (LivePod.isAlive(object)) {
            pods.put(key(object), LivePod.of(object));
        } else {
            pods.remove(key(object));
        }
    }

    private static String key(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        return metadata.path("namespace").asText() + "/" + metadata.path("name").asText();
    }

    private synchronized void end(int number) {
        isWatching &= number != begun;
        notifyAll();
    }

    /** Watches end after some time, and are begun again: a server may do that at any moment. */
    private boolean isWatching() {
        if (!isWatching && mayWatch && System.nanoTime() - begunNanos > AGAIN_NANOS) {
            begin();
        }
        return isWatching;
    }

    /** All of it. */
    LiveCluster cluster() {
        synchronized (this) {
            if (isWatching()) {
                isNew = false;
                Map<String, LiveCluster.Node> named = new TreeMap<>();
                nodes.forEach((key, node) -> named.put(key.substring(1), node));
                return LiveCluster.of(named, List.copyOf(pods.values()));
            }
        }
        return LiveCluster.read(api);
    }

    /** The pods that have not ended. */
    List<LivePod> pods() {
        synchronized (this) {
            if (isWatching()) {
                isNew = false;
                return List.copyOf(pods.values());
            }
        }
        return LiveCluster.pods(api);
    }

    /** Until something has changed since it was last asked for, but no longer than so long. */
    void await(long millis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (this) {
            for (long left = millis; left > 0 && !(isWatching && isNew); ) {
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new PushFailure("interrupted while waiting", e);
                }
                left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            }
        }
        Patience.pause(SWARM_MILLIS);
    }

    @Override
    public void close() {
        List<AutoCloseable> ended;
        synchronized (this) {
            isWatching = false;
            ended = List.copyOf(watches);
            watches.clear();
        }
        for (AutoCloseable each : ended) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
