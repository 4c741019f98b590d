package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.plan.objective.Objective;
import dev.stowage.run.Metric;
import dev.stowage.run.Quantity;
import dev.stowage.study.StudyMetric;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A metric is one entry of {@link Quantity}. Each is in {@code summary.json} and its schema, in the
 * objectives of scenarios, in the studies and in the docs; and whatever figure of {@code
 * summary.json} is shown on the terminal is shown as it stands there: a figure that is changed in
 * the file changes the text.
 */
class MetricRegistryTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Figures of the file that the terminal leaves out, to be short. */
    private static final Set<String> ONLY_IN_THE_FILE =
            Set.of(
                    "pendingSeconds.p95",
                    "queuedSeconds.p95",
                    "slowdown.p95",
                    "jobs.makespanSeconds.p95",
                    "jobs.finished",
                    "jobs.unfinished",
                    "outages.evictedTasks",
                    "outages.meanServersUp",
                    "steadyState.pendingSeconds.mean",
                    "steadyState.pendingSeconds.observations",
                    "steadyState.pendingSeconds.dropped",
                    "steadyState.pendingSeconds.warmUpEndSeconds",
                    "steadyState.responseSeconds.mean",
                    "steadyState.responseSeconds.observations",
                    "steadyState.responseSeconds.dropped",
                    "steadyState.responseSeconds.warmUpEndSeconds");

    @TempDir private static Path directory;

    private static Path run;
    private static ObjectNode summary;
    private static Path disturbed;

    /** A run with all that a summary may hold: contended tasks, evictions, failures. */
    @BeforeAll
    static void simulate() throws IOException {
        StringBuilder tasks =
                new StringBuilder("submit_s,duration_s,cpu,memory_gib,cpu_used,memory_used_gib\n");
        for (int i = 0; i < 200; i++) {
            tasks.append(i * 3 / 2).append(',').append(20 + i % 90).append(",2,1,1.5,0.9\n");
        }
        Path file = Files.writeString(directory.resolve("t.csv"), tasks.toString());
        Path servers =
                Files.writeString(
                        directory.resolve("servers.yaml"),
                        "servers:\n  - {name: a, cpu: 4, memoryGiB: 8, gpu: 1, diskGiB: 9,"
                                + " networkGbps: 1, count: 6}\n");
        run = directory.resolve("r.run");
        List<Object> line =
                List.of(
                        "simulate",
                        file,
                        "--servers",
                        servers,
                        "--fidelity",
                        "contended",
                        "--cpu-overcommit",
                        "1.5",
                        "--mttf",
                        "10m",
                        "--mttr",
                        "1m",
                        "-o",
                        run);
        Stowage.run(line.toArray()).exits(0);
        summary = (ObjectNode) JSON.readTree(run.resolve("summary.json").toFile());
        assertThat(summary.at("/outages/failures").asLong()).as("failures").isPositive();
    }

    /** A run in which tasks disturb each other, which no contended one has. */
    @BeforeAll
    static void disturb() throws IOException {
        Path tasks = directory.resolve("d.csv");
        Files.writeString(tasks, "submit_s,duration_s,cpu,memory_gib,job\n0,100,8,8,1\n");
        Path map = Files.writeString(directory.resolve("map.csv"), "job,application\n1,BLAST\n");
        disturbed = directory.resolve("d.run");
        List<Object> line =
                List.of(
                        "simulate",
                        tasks,
                        "--servers",
                        "1x48c48g",
                        "--admission",
                        "quman-user",
                        "--profiles",
                        "thesis",
                        "--applications",
                        map,
                        "--isolation",
                        "native",
                        "-o",
                        disturbed);
        Stowage.run(line.toArray()).exits(0);
    }

    private static Path run(Metric metric) {
        return metric.quantity().isImplied() ? disturbed : run;
    }

    @Test
    void standsInTheSummary() throws IOException {
        JsonNode other = JSON.readTree(disturbed.resolve("summary.json").toFile());
        assertThat(Metric.all())
                .allSatisfy(
                        metric ->
                                assertThat(
                                                (metric.quantity().isImplied() ? other : summary)
                                                        .at(pointer(metric.path()))
                                                        .isNumber())
                                        .as(metric.path())
                                        .isTrue());
    }

    @Test
    void standsInTheReport() throws IOException {
        assertThat(Metric.all())
                .allSatisfy(
                        metric ->
                                assertThat(Files.readString(run(metric).resolve("report.html")))
                                        .contains(">" + metric.name() + "</td>"));
    }

    @Test
    void standsInTheSchema() throws IOException {
        JsonNode schema = resource("/dev/stowage/schema/summary.schema.json");
        assertThat(Metric.all())
                .allSatisfy(
                        metric ->
                                assertThat(described(schema, metric.path()).isMissingNode())
                                        .as(metric.path())
                                        .isFalse());
    }

    @Test
    void canBeBoundedByScenarios() throws IOException {
        JsonNode schema = resource("/dev/stowage/schema/scenario.schema.json");
        Set<String> bounded = new TreeSet<>();
        schema.at("/properties/objective/properties")
                .fieldNames()
                .forEachRemaining(
                        quantity -> {
                            if (List.of("survive", "parts")
                                    .contains(quantity)) { // not of all tasks alone
                                return;
                            }
                            JsonNode limits = described(schema, "objective." + quantity);
                            if (!limits.has("properties")) {
                                bounded.add(quantity);
                            }
                            limits.path("properties")
                                    .fieldNames()
                                    .forEachRemaining(name -> bounded.add(quantity + "." + name));
                        });
        assertThat(bounded).isEqualTo(new TreeSet<>(Objective.metrics()));
    }

    @Test
    void isComparedByStudies() {
        assertThat(StudyMetric.list().stream().map(StudyMetric::name))
                .containsExactlyElementsOf(
                        Metric.all().stream()
                                .filter(metric -> !metric.quantity().isContended())
                                .filter(metric -> !metric.quantity().isImplied())
                                .filter(metric -> !metric.quantity().isOfSomeServers())
                                .map(Metric::name)
                                .toList());
    }

    @Test
    void isExplainedInTheDocs() throws IOException {
        String simulation = Files.readString(Path.of("docs/simulation.md"));
        String search = Files.readString(Path.of("docs/capacity-search.md"));
        assertThat(Quantity.values())
                .allSatisfy(
                        quantity -> {
                            String first = quantity.path().replaceFirst("\\..*", "");
                            assertThat(simulation.contains("`" + first + "`"))
                                    .as("`%s` in docs/simulation.md", first)
                                    .isEqualTo(!quantity.isOfParts()); // which plans alone have
                            assertThat(search.contains("`" + quantity.label() + "`"))
                                    .as("`%s` in docs/capacity-search.md", quantity.label())
                                    .isEqualTo(quantity.isBoundable() || quantity.isOfParts());
                        });
    }

    @Test
    void readsAsASentence() {
        assertThat(Metric.named("pendingSeconds.p99").orElseThrow().inSentence())
                .isEqualTo("99th percentile of the pending time");
        assertThat(Metric.named("serversInUse.mean").orElseThrow().inSentence())
                .isEqualTo("mean number of servers in use");
        assertThat(Metric.named("rejected").orElseThrow().inSentence())
                .isEqualTo("number of rejected tasks");
        assertThat(Metric.all().stream().map(Metric::inSentence)).doesNotHaveDuplicates();
        assertThat(Metric.all().stream().map(Metric::title)).doesNotHaveDuplicates();
    }

    @Test
    void changesTheTextWhereTheFileChanges() throws IOException {
        set(summary, "tasks.rejected", 5); // its reasons are shown where there are any
        String before = text(summary);
        Set<String> unnoticed = new TreeSet<>();
        for (Map.Entry<String, JsonNode> figure : figures(summary).entrySet()) {
            ObjectNode changed = summary.deepCopy();
            set(changed, figure.getKey(), 3 * figure.getValue().asDouble() + 77);
            if (text(changed).equals(before)) {
                unnoticed.add(figure.getKey());
            }
        }
        assertThat(unnoticed).isSubsetOf(ONLY_IN_THE_FILE);
    }

    private static String text(ObjectNode summary) throws IOException {
        Path copy = directory.resolve("changed.run");
        Files.createDirectories(copy);
        Files.writeString(copy.resolve("summary.json"), JSON.writeValueAsString(summary));
        return Stowage.run("inspect", copy).exits(0).out();
    }

    /** All numbers of a document by path. */
    private static Map<String, JsonNode> figures(JsonNode node) {
        Map<String, JsonNode> figures = new TreeMap<>();
        node.properties()
                .forEach(
                        entry -> {
                            JsonNode value = entry.getValue();
                            if (value.isNumber()) {
                                figures.put(entry.getKey(), value);
                            } else if (value.isObject()) {
                                figures(value)
                                        .forEach(
                                                (path, each) ->
                                                        figures.put(
                                                                entry.getKey() + "." + path, each));
                            }
                        });
        return figures;
    }

    private static void set(ObjectNode node, String path, double value) {
        List<String> keys = new ArrayList<>(Arrays.asList(path.split("\\.", -1)));
        String last = keys.remove(keys.size() - 1);
        ObjectNode owner = node;
        for (String key : keys) {
            owner = (ObjectNode) owner.get(key);
        }
        boolean isWhole = owner.get(last).isIntegralNumber();
        owner.set(
                last,
                isWhole
                        ? JsonNodeFactory.instance.numberNode(Math.round(value))
                        : JsonNodeFactory.instance.numberNode(value));
    }

    private static String pointer(String path) {
        return "/" + path.replace('.', '/');
    }

    /** What a schema says of a path, references followed. */
    private static JsonNode described(JsonNode schema, String path) {
        JsonNode node = schema;
        for (String key : path.split("\\.", -1)) {
            node = node.path("properties").path(key);
            if (node.has("anyOf") || node.has("oneOf")) {
                for (JsonNode each : node.has("anyOf") ? node.path("anyOf") : node.path("oneOf")) {
                    if (each.has("properties") || each.has("$ref")) {
                        node = each;
                        break;
                    }
                }
            }
            if (node.has("$ref")) {
                node = schema.at(node.path("$ref").asText().substring(1));
            }
        }
        return node;
    }

    private static JsonNode resource(String name) throws IOException {
        try (InputStream in = MetricRegistryTest.class.getResourceAsStream(name)) {
            return JSON.readTree(in);
        }
    }
}
