package dev.stowage.cli.push;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.stowage.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a kube-apiserver that moves need, with controllers and a scheduler that work at once:
 * an evicted pod is made anew and put on the emptiest node that takes it, which is the worst for a
 * plan that wants few nodes.
 */
public final class FakeCluster implements AutoCloseable {
    private static final Pattern WORKLOAD =
            Pattern.compile("/apis/apps/v1/namespaces/([^/]+)/([^/]+)s/([^/]+)");
    private static final Pattern EVICTION =
            Pattern.compile("/api/v1/namespaces/([^/]+)/pods/([^/]+)/eviction");

    /** All objects by path. */
    final Map<String, ObjectNode> objects = new TreeMap<>();

    /** Evictions that a budget still refuses, by workload. */
    final Map<String, Integer> budgets = new HashMap<>();

    /** Workloads whose new pods never become ready. */
    final Set<String> broken = new HashSet<>();

    /** The one node that suits a workload, of those that only one does. */
    public final Map<String, String> only = new HashMap<>();

    /** What happens in the moment of each eviction. */
    public Runnable onEviction = () -> {};

    /** Requests that change anything, as method and path, in order. */
    final List<String> changes = new ArrayList<>();

    /** Most nodes that were tainted at once. */
    int mostClosed;

    private final HttpServer server;
    private int number;

    public FakeCluster() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    public Path kubeconfig(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("fake.kubeconfig"),
                """
                apiVersion: v1
                kind: Config
                current-context: c
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                """
                        .formatted(server.getAddress().getPort()));
    }

    public synchronized void node(String name, int cores) {
        put(
                "/api/v1/nodes/" + name,
                """
                {"metadata": {"name": "%s"}, "spec": {},
                 "status": {"allocatable": {"cpu": "%d", "memory": "64Gi", "pods": "110"},
                            "conditions": [{"type": "Ready", "status": "True"}]}}
                """
                        .formatted(name, cores));
    }

    /** A Deployment of {@code replicas} of a core and a GiB each, none of which runs yet. */
    public synchronized void workload(String workload, int replicas) {
        String[] words = workload.split("/", -1);
        put(
                "/apis/apps/v1/namespaces/%s/%ss/%s"
                        .formatted(words[0], words[1].toLowerCase(java.util.Locale.ROOT), words[2]),
                """
                {"metadata": {"name": "%s", "namespace": "%s", "generation": 1},
                 "spec": {"replicas": %d, "template": {"spec": {"containers": [{"name": "app",
                   "resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}]}}},
                 "status": {"observedGeneration": 1}}
                """
                        .formatted(words[2], words[0], replicas));
    }

    /** A pod of a workload on a node; of {@code shop/Pod/x} one that nothing controls. */
    public synchronized String pod(String workload, String node) {
        String[] words = workload.split("/", -1);
        String name = words[2] + "-" + ++number;
        ObjectNode pod =
                put(
                        "/api/v1/namespaces/" + words[0] + "/pods/" + name,
                        """
                        {"metadata": {"name": "%s", "namespace": "%s", "uid": "u%d"},
                         "spec": {"nodeName": "%s", "containers": [{"name": "app",
                           "resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}]},
                         "status": {"phase": "Running",
                           "conditions": [{"type": "Ready", "status": "True"}]}}
                        """
                                .formatted(name, words[0], number, node));
        ObjectNode metadata = (ObjectNode) pod.get("metadata");
        if (!words[1].equals("Pod")) {
            boolean isDeployment = words[1].equals("Deployment");
            metadata.putObject("labels").put("pod-template-hash", "5d");
            metadata.putArray("ownerReferences")
                    .addObject()
                    .put("kind", isDeployment ? "ReplicaSet" : words[1])
                    .put("name", isDeployment ? words[2] + "-5d" : words[2])
                    .put("controller", true);
        }
        return name;
    }

    private ObjectNode put(String path, String document) {
        try {
            ObjectNode object = (ObjectNode) Json.mapper().readTree(document);
            ((ObjectNode) object.get("metadata")).put("resourceVersion", "" + ++number);
            objects.put(path, object);
            return object;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Pods by node, as names of workloads. */
    public synchronized Map<String, List<String>> placement() {
        Map<String, List<String>> placement = new TreeMap<>();
        for (LivePod pod : pods()) {
            placement.computeIfAbsent(pod.node(), n -> new ArrayList<>()).add(pod.workload());
        }
        placement.values().forEach(each -> each.sort(Comparator.naturalOrder()));
        return placement;
    }

    /** Changes an object as somebody else would. */
    synchronized void edit(String path, Consumer<ObjectNode> change) {
        change.accept(objects.get(path));
    }

    synchronized List<LivePod> pods() {
        return objects.entrySet().stream()
                .filter(each -> each.getKey().contains("/pods/"))
                .map(each -> LivePod.of(each.getValue()))
                .toList();
    }

    synchronized boolean isCordoned(String node) {
        return objects.get("/api/v1/nodes/" + node).at("/spec/unschedulable").asBoolean();
    }

    synchronized long closed() {
        return objects.values().stream()
                .filter(each -> each.at("/spec/taints").toString().contains(NodeGate.TAINT))
                .count();
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        byte[] body = exchange.getRequestBody().readAllBytes();
        JsonNode sent = body.length == 0 ? null : Json.mapper().readTree(body);
        int status = 200;
        JsonNode answer;
        Matcher eviction = EVICTION.matcher(path);
        boolean isTrial =
                String.valueOf(exchange.getRequestURI().getQuery()).contains("dryRun")
                        || (sent != null && sent.at("/deleteOptions").has("dryRun"));
        if (!method.equals("GET") && !isTrial) {
            changes.add(method + " " + path);
        }
        if (eviction.matches()) {
            status =
                    evict(
                            "/api/v1/namespaces/"
                                    + eviction.group(1)
                                    + "/pods/"
                                    + eviction.group(2),
                            isTrial);
            answer = Json.mapper().createObjectNode().put("message", "disruption budget needs 1");
        } else if (method.equals("GET")
                && (path.equals("/api/v1/pods") || path.equals("/api/v1/nodes"))) {
            ObjectNode list = Json.mapper().createObjectNode();
            ArrayNode items = list.putArray("items");
            String part = path.substring(path.lastIndexOf('/')) + "/";
            objects.forEach(
                    (name, object) -> {
                        if (name.contains(part)) {
                            items.add(object);
                        }
                    });
            answer = list;
        } else if (!objects.containsKey(path)) {
            status = 404;
            answer = Json.mapper().createObjectNode().put("message", "not found");
        } else {
            ObjectNode object = objects.get(path);
            if (method.equals("PATCH") && !isTrial) {
                status = change(object, sent);
            }
            answer = object;
        }
        byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private int evict(String path, boolean isTrial) {
        ObjectNode pod = objects.get(path);
        if (pod == null) {
            return 404;
        }
        String workload = LivePod.of(pod).workload();
        int refusals = budgets.getOrDefault(workload, 0);
        if (refusals > 0) {
            budgets.put(workload, refusals - 1);
            return 429;
        }
        if (!isTrial) {
            objects.remove(path);
            if (!workload.contains("/Pod/")) {
                makeAnew(workload);
            }
            onEviction.run();
        }
        return 201;
    }

    private void makeAnew(String workload) {
        String name = pod(workload, "");
        ObjectNode made =
                objects.get("/api/v1/namespaces/" + workload.split("/", 2)[0] + "/pods/" + name);
        boolean isBroken = broken.contains(workload);
        Optional<String> node = schedule(workload);
        node.ifPresent(to -> ((ObjectNode) made.get("spec")).put("nodeName", to));
        ArrayNode conditions = ((ObjectNode) made.get("status")).putArray("conditions");
        if (node.isEmpty()) {
            conditions
                    .addObject()
                    .put("type", "PodScheduled")
                    .put("status", "False")
                    .put("message", "0 nodes are available");
        } else if (!isBroken) {
            conditions.addObject().put("type", "Ready").put("status", "True");
        }
    }

    /** Puts waiting pods on nodes that take them again. */
    private void scheduleWaiting() {
        for (Map.Entry<String, ObjectNode> each : objects.entrySet()) {
            if (each.getKey().contains("/pods/") && LivePod.of(each.getValue()).isWaiting()) {
                ObjectNode pod = each.getValue();
                schedule(LivePod.of(pod).workload())
                        .ifPresent(
                                to -> {
                                    ((ObjectNode) pod.get("spec")).put("nodeName", to);
                                    ArrayNode conditions =
                                            ((ObjectNode) pod.get("status")).putArray("conditions");
                                    conditions
                                            .addObject()
                                            .put("type", "Ready")
                                            .put("status", "True");
                                });
            }
        }
    }

    private Optional<String> schedule(String workload) {
        return objects.entrySet().stream()
                .filter(each -> each.getKey().startsWith("/api/v1/nodes/"))
                .filter(each -> !each.getValue().at("/spec/unschedulable").asBoolean())
                .filter(each -> each.getValue().at("/spec/taints").isEmpty())
                .map(each -> each.getValue().at("/metadata/name").asText())
                .filter(name -> name.equals(only.getOrDefault(workload, name)))
                .filter(name -> free(name) >= 1)
                .max(Comparator.comparing(this::free).thenComparing(Comparator.naturalOrder()));
    }

    private long free(String node) {
        long taken = pods().stream().filter(pod -> pod.node().equals(node)).count();
        return objects.get("/api/v1/nodes/" + node).at("/status/allocatable/cpu").asLong() - taken;
    }

    private int change(ObjectNode object, JsonNode sent) {
        if (sent.isArray()) {
            String version = object.at("/metadata/resourceVersion").asText();
            for (JsonNode each : sent) {
                if (each.path("path").asText().equals("/metadata/resourceVersion")
                        && !each.path("value").asText().equals(version)) {
                    return 409;
                }
            }
            for (JsonNode each : sent) {
                String path = each.path("path").asText();
                int slash = path.lastIndexOf('/');
                JsonNode parent = object.at(path.substring(0, slash));
                if (each.path("op").asText().equals("remove")) {
                    ((ObjectNode) parent).remove(path.substring(slash + 1));
                } else {
                    ((ObjectNode) parent).set(path.substring(slash + 1), each.get("value"));
                }
            }
        } else {
            ((ObjectNode) object.get("spec")).setAll((ObjectNode) sent.get("spec"));
        }
        ((ObjectNode) object.get("metadata")).put("resourceVersion", "" + ++number);
        mostClosed = Math.max(mostClosed, (int) closed());
        scheduleWaiting();
        return 200;
    }

    /** The workload of a path, for tests that look at what was changed. */
    static boolean isWorkload(String change) {
        return WORKLOAD.matcher(change.substring(change.indexOf(' ') + 1)).matches();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
