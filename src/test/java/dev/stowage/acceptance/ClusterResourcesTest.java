package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A snapshot with pod limits, devices, huge pages and ephemeral storage through {@code ingest} and
 * {@code pack}. The placement is read back and added up from the objects of the snapshot, in whole
 * units, by code that knows nothing of traces.
 */
class ClusterResourcesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FPGA = "example.com/fpga";
    private static final String PAGES = "hugepages-2Mi";
    private static final String STORAGE = "ephemeral-storage";
    private static final long MIB = 1 << 20;

    private final ObjectNode list = JSON.createObjectNode().put("apiVersion", "v1");
    private final ArrayNode items = list.putArray("items");

    @TempDir private Path directory;

    @Test
    void fillsNoNodeBeyondItsPodsAndMovesNoDeviceAway() throws IOException {
        for (int n = 1; n <= 3; n++) {
            node("node-" + n, 110).put(FPGA, n == 2 ? "4" : "0");
        }
        for (int p = 0; p < 160; p++) {
            pod("p" + p, "node-" + (1 + p % 3)).put("cpu", "50m");
        }
        pod("fpga", "node-2").put("cpu", "1").put(FPGA, "2");

        JsonNode placement = pack();

        assertThat(placement.at("/result/servers").asInt()).isEqualTo(2);
        assertThat(serverOf(placement, "d/ReplicaSet/fpga/0")).isEqualTo("node-2");
        check(placement);
    }

    @Test
    void holdsEveryResourceOfRandomClusters() throws IOException {
        Random random = new Random(5);
        for (int n = 0; n < 6; n++) {
            node("node-" + n, 6 + random.nextInt(6))
                    .put(FPGA, Integer.toString(random.nextInt(4)))
                    .put(PAGES, 1024 * random.nextInt(3) + "Mi")
                    .put(STORAGE, (8 + random.nextInt(8)) * MIB + "");
        }
        long[][] left = new long[6][];
        for (int n = 0; n < 6; n++) {
            left[n] = amounts(items.get(n).at("/status/allocatable"));
        }
        int placed = 0;
        while (placed < 30) {
            ObjectNode asked = JSON.createObjectNode().put("cpu", "100m");
            asked.put(STORAGE, random.nextInt(3) * MIB + random.nextInt(2) + "");
            if (random.nextInt(3) == 0) {
                asked.put(FPGA, "1");
            } else if (random.nextInt(3) == 0) {
                asked.put(PAGES, "512Mi");
            }
            int node = random.nextInt(6);
            if (takes(left[node], asked)) {
                pod("p" + placed++, "node-" + node).setAll(asked);
            }
        }

        check(pack());
    }

    @Test
    void keepsWhatCannotBeEvictedAndLeavesOutWhatFitsNowhere() throws IOException {
        node("a", 110);
        node("b", 110);
        node("c", 110);
        pod("web", "a").put("cpu", "1");
        pod("bare", "b").put("cpu", "1");
        ((ObjectNode) items.get(4).path("metadata")).remove("ownerReferences");
        pod("huge", "").put("cpu", "1000");
        ((ObjectNode) items.get(5).path("status")).put("phase", "Pending");
        ((ObjectNode) items.get(5).path("spec")).remove("nodeName");
        pod("agent", "").put("cpu", "1000");
        ((ObjectNode) items.get(6).path("status")).put("phase", "Pending");
        ((ObjectNode) items.get(6).path("spec")).remove("nodeName");
        ((ObjectNode) items.get(6).at("/metadata/ownerReferences/0")).put("kind", "DaemonSet");
        pod("keep", "c").put("cpu", "1");
        ((ObjectNode) items.get(7).path("metadata")).put("namespace", "e");
        pod("soon", "").put("cpu", "1"); // waits, so that it can't stay where it runs
        ((ObjectNode) items.get(8).path("status")).put("phase", "Pending");
        ((ObjectNode) items.get(8).path("spec")).remove("nodeName");
        ((ObjectNode) items.get(8).path("metadata")).put("namespace", "e");
        Path plan = directory.resolve("kept.plan");

        String said = run("pack", ingest(), "-o", plan, "--except", "e").exits(0).out();

        JsonNode placement = JSON.readTree(plan.resolve("placement.json").toFile());
        assertThat(serverOf(placement, "d/Pod/bare/0")).isEqualTo("b");
        assertThat(serverOf(placement, "e/ReplicaSet/keep/0")).isEqualTo("c");
        assertThat(placement.at("/result/servers").asInt()).isEqualTo(2);
        assertThat(placement.findValuesAsText("name")).noneMatch(n -> n.contains("huge"));
        assertThat(placement.findValuesAsText("name")).noneMatch(n -> n.contains("agent"));
        assertThat(said.replaceAll("\\s+", " "))
                .contains("no server has room now: 1, left out: d/ReplicaSet/huge")
                .contains("(nothing would make it anew): 1")
                .contains("as --only and --except leave them out: 1");
    }

    @Test
    void leavesPodsWhereTheyAreThatAreTiedByWhatTheSnapshotLacks() throws IOException {
        node("a", 110);
        node("b", 110);
        pod("free", "a").put("cpu", "1");
        pod("disk", "b").put("cpu", "1");
        ((ObjectNode) items.get(3).path("spec"))
                .putArray("volumes")
                .addObject()
                .putObject("persistentVolumeClaim")
                .put("claimName", "c");
        pod("port", "a").put("cpu", "1");
        ((ObjectNode) items.get(4).at("/spec/containers/0"))
                .putArray("ports")
                .addObject()
                .put("hostPort", 80);

        JsonNode placement = pack();

        assertThat(serverOf(placement, "d/ReplicaSet/disk/0")).isEqualTo("b");
        assertThat(serverOf(placement, "d/ReplicaSet/port/0")).isEqualTo("a");
        assertThat(placement.path("notes").toString())
                .contains(
                        "stay where they run (persistent volume): 1",
                        "stay where they run (host port): 1");
    }

    @Test
    void saysWhatThePodsDoWhereNoneRuns() throws IOException {
        String pod =
                "{'kind':'Pod','metadata':{'namespace':'d','name':'%s','creationTimestamp':"
                        + "'2026-01-01T00:00:00Z'},'spec':{%s'containers':[{'resources':{'requests':"
                        + "{'cpu':'1','memory':'1Gi'}}}]},'status':{'phase':'%s'}}";
        String items =
                String.join(
                        ",",
                        "{'kind':'Node','metadata':{'name':'n'},'status':{'allocatable':"
                                + "{'cpu':'8','memory':'8Gi'}}}",
                        pod.formatted("done", "'nodeName':'n',", "Succeeded"), // no end is known
                        pod.formatted("bad", "'nodeName':'n',", "Failed"),
                        pod.formatted("new", "", "Pending"));
        Path file = directory.resolve("ended.json");
        Files.writeString(file, ("{'apiVersion':'v1','items':[" + items + "]}").replace('\'', '"'));
        Path trace = directory.resolve("ended");
        run("ingest", "kubernetes", file, "-o", trace).exits(0);
        run("pack", trace, "-o", directory.resolve("packed"))
                .exits(3)
                .says(
                        "no task that runs at the end of the trace: of 3 tasks 2 ended before, 1"
                                + " waiting for a machine");
    }

    /**
     * 2 of 3 pods fit on one node by its pods; a device waits until the other one gives it back.
     */
    @Test
    void simulationAddsUpDevicesAndPods() throws IOException {
        node("a", 2).put(FPGA, "1");
        for (int p = 0; p < 3; p++) {
            ended(pod("p" + p, "a"), p == 2 ? 20 : 10).put("cpu", "1");
        }
        ended(pod("f0", "a"), 10).put("cpu", "1").put(FPGA, "1");
        ended(pod("f1", "a"), 10).put("cpu", "1").put(FPGA, "1");
        ended(pod("f2", "a"), 10).put("cpu", "1").put(FPGA, "2");
        Path file = directory.resolve("cluster.json");
        JSON.writeValue(file.toFile(), list);
        Path trace = directory.resolve("s.trace");
        run("ingest", "kubernetes", file, "--option", "submit=at-once", "-o", trace).exits(0);

        JsonNode all = simulate(trace, "--servers", "trace");
        // 6 pods of which one asks for too much: p0 p1 | p2 f0 | f1 with p2 until 20+10
        assertThat(all.at("/tasks/rejected").asInt()).isEqualTo(1);
        assertThat(all.at("/makespanSeconds").asDouble()).isEqualTo(30);
        JsonNode none = simulate(trace, "--servers", "trace", "--columns", "user");
        assertThat(none.at("/tasks/rejected").asInt()).isZero();
        JsonNode own = simulate(trace, "--servers", "1x64c256g");
        assertThat(own.at("/tasks/rejected").asInt()).isEqualTo(3);
    }

    /**
     * Ten pods at once, of which six ask for a device each: three servers of two devices hold it.
     */
    @Test
    void planBuysServersForDevicesAndForPods() throws IOException {
        node("a", 110).put(FPGA, "100");
        for (int p = 0; p < 10; p++) {
            ObjectNode asked = ended(pod("p" + p, "a"), 10).put("cpu", "1");
            if (p < 6) {
                asked.put(FPGA, "1");
            }
        }
        Path file = directory.resolve("cluster.json");
        JSON.writeValue(file.toFile(), list);
        run(
                        "ingest",
                        "kubernetes",
                        file,
                        "--option",
                        "submit=at-once",
                        "-o",
                        directory.resolve("p.trace"))
                .exits(0);

        assertThat(servers("{resource example.com/fpga: 2}")).isEqualTo(3);
        assertThat(servers("{resource example.com/fpga: 2, resource pods: 2}")).isEqualTo(5);
        assertThat(servers("{resource example.com/fpga: 6}")).isEqualTo(1);
        plan("{resource example.com/fpga: 1.5}").exits(3).says("resource example.com/fpga", "1.5");
    }

    private int servers(String attributes) throws IOException {
        plan(attributes).exits(0);
        return JSON.readTree(directory.resolve("p.plan/plan.json").toFile())
                .at("/servers/0/count")
                .asInt();
    }

    private Stowage.Result plan(String attributes) throws IOException {
        Path scenario = directory.resolve("p.yaml");
        Files.writeString(
                scenario,
                "workload: {trace: p.trace}\n"
                        + "servers: {type: {name: s, cpu: 64, memoryGiB: 256, attributes: "
                        + attributes
                        + "}}\n"
                        + "objective: {pendingSeconds: {max: 0}}\n");
        return run("plan", scenario, "--force", "-o", directory.resolve("p.plan"));
    }

    private ObjectNode ended(ObjectNode requests, int seconds) {
        ObjectNode pod = (ObjectNode) items.get(items.size() - 1);
        ObjectNode status = (ObjectNode) pod.path("status");
        status.put("phase", "Succeeded");
        status.putArray("conditions")
                .addObject()
                .put("type", "PodScheduled")
                .put("status", "True")
                .put("lastTransitionTime", "2026-01-01T00:00:00Z");
        status.putArray("containerStatuses")
                .addObject()
                .putObject("state")
                .putObject("terminated")
                .put("finishedAt", "2026-01-01T00:00:" + seconds + "Z");
        return requests;
    }

    private JsonNode simulate(Path trace, String... options) throws IOException {
        Path output = directory.resolve("r.run");
        List<Object> arguments =
                new ArrayList<>(List.of("simulate", trace, "-o", output, "--force"));
        arguments.addAll(List.of(options));
        run(arguments.toArray()).exits(0);
        return JSON.readTree(output.resolve("summary.json").toFile());
    }

    @Test
    void saysWhatNoOtherServerHas() throws IOException {
        node("a", 110).put(FPGA, "1");
        pod("fpga", "a").put("cpu", "1").put(FPGA, "1");
        Path trace = ingest();

        run(
                        "pack",
                        trace,
                        "--servers",
                        "2x8c32g",
                        "--steps",
                        "9",
                        "-o",
                        directory.resolve("other.plan"))
                .exits(3)
                .says(FPGA);
    }

    private ObjectNode node(String name, int pods) {
        ObjectNode node = items.addObject().put("kind", "Node");
        node.putObject("metadata").put("name", name);
        return node.putObject("status")
                .putObject("allocatable")
                .put("cpu", "64")
                .put("memory", "256Gi")
                .put("pods", Integer.toString(pods));
    }

    /** A pod that would be made anew elsewhere: one that nothing controls stays where it is. */
    private ObjectNode pod(String name, String node) {
        ObjectNode pod = items.addObject().put("kind", "Pod");
        pod.putObject("metadata")
                .put("name", name)
                .put("namespace", "d")
                .put("creationTimestamp", "2026-01-01T00:00:00Z")
                .putArray("ownerReferences")
                .addObject()
                .put("kind", "ReplicaSet")
                .put("name", name)
                .put("controller", true);
        pod.putObject("status").put("phase", "Running");
        return pod.putObject("spec")
                .put("nodeName", node)
                .putArray("containers")
                .addObject()
                .putObject("resources")
                .putObject("requests");
    }

    private Path ingest() throws IOException {
        Path file = directory.resolve("cluster.json");
        JSON.writeValue(file.toFile(), list);
        Path trace = directory.resolve("cluster.trace");
        run("ingest", "kubernetes", file, "-o", trace).exits(0);
        return trace;
    }

    private JsonNode pack() throws IOException {
        Path plan = directory.resolve("cluster.plan");
        run("pack", ingest(), "--steps", "2000", "-o", plan).exits(0);
        return JSON.readTree(Files.readString(plan.resolve("placement.json")));
    }

    private static String serverOf(JsonNode placement, String name) {
        for (JsonNode item : placement.path("items")) {
            if (item.path("name").asText().equals(name)) {
                return item.path("server").asText();
            }
        }
        throw new AssertionError("no item " + name);
    }

    /** Adds up what the pods of each node ask for, from the snapshot. */
    private void check(JsonNode placement) {
        Map<String, long[]> left = new HashMap<>();
        Map<String, JsonNode> asked = new HashMap<>();
        for (JsonNode each : items) {
            String name = each.at("/metadata/name").asText();
            if (each.path("kind").asText().equals("Node")) {
                left.put(name, amounts(each.at("/status/allocatable")));
            } else {
                asked.put(
                        "d/ReplicaSet/" + name + "/0",
                        each.at("/spec/containers/0/resources/requests"));
            }
        }
        assertThat(placement.path("items")).hasSameSizeAs(asked.keySet());
        for (JsonNode item : placement.path("items")) {
            String name = item.path("name").asText();
            String server = item.path("server").asText();
            assertThat(takes(left.get(server), asked.get(name)))
                    .as(name + " on " + server)
                    .isTrue();
        }
    }

    private static boolean takes(long[] left, JsonNode asked) {
        long[] amounts = amounts(asked);
        amounts[0] = 1;
        boolean isEnough = true;
        for (int r = 0; r < amounts.length; r++) {
            isEnough &= amounts[r] <= left[r];
        }
        for (int r = 0; isEnough && r < amounts.length; r++) {
            left[r] -= amounts[r];
        }
        return isEnough;
    }

    private static long[] amounts(JsonNode resources) {
        long[] amounts = new long[4];
        String[] names = {"pods", FPGA, PAGES, STORAGE};
        for (int r = 0; r < names.length; r++) {
            String text = resources.path(names[r]).asText("0");
            amounts[r] =
                    text.endsWith("Mi")
                            ? Long.parseLong(text.replace("Mi", "")) * MIB
                            : Long.parseLong(text);
        }
        return amounts;
    }
}
