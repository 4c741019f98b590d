package dev.stowage.ingest.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.snapshot.TraceSnapshot;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.PlacementConstraints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where pods may run by constraints and attributes of the trace, against a plain reading of the
 * objects, on drawn clusters; and which distances are kept.
 */
final class NodeAttributesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> KEYS = List.of("zone", "disk", "gpu", "cores");
    private static final List<String> VALUES = List.of("", "a", "b", "7", "12");
    private static final List<String> OPERATORS =
            List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
    private static final List<String> EFFECTS =
            List.of("NoSchedule", "NoExecute", "PreferNoSchedule");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private static final String OWN =
            "{'topologyKey':'KEY','labelSelector':{'matchLabels':{'app':'web'}}}";
    private static final String BOTH = "different-machines;different-domains";

    @TempDir Path folder;

    private IngestedTrace ingest(JsonNode objects) throws IOException {
        Path file = folder.resolve("objects.json");
        Files.write(file, MAPPER.writeValueAsBytes(objects));
        return IngestedTrace.of(new KubernetesFormat(), folder, file);
    }

    private static TraceSnapshot snapshot(IngestedTrace trace) {
        return TraceSnapshot.of(CanonicalTrace.open(trace.path()), Long.MAX_VALUE);
    }

    @Test
    void podsMayRunWhereAPlainReadingOfTheObjectsLetsThem() throws IOException {
        int allowed = 0;
        int refused = 0;
        for (int seed = 0; seed < 60; seed++) {
            Draw draw = new Draw(new SplittableRandom(seed));
            ObjectNode objects = draw.cluster(5, 6);
            TraceSnapshot snapshot = snapshot(ingest(objects));
            assertThat(snapshot.tasks()).hasSize(6);
            for (TraceSnapshot.Task task : snapshot.tasks()) {
                JsonNode pod =
                        named(objects, String.valueOf(task.job()).replace("default/Pod/", ""));
                PlacementConstraints constraints = PlacementConstraints.parse(task.constraints());
                for (TraceSnapshot.Machine machine : snapshot.machines()) {
                    JsonNode node = named(objects, machine.name());
                    boolean isAllowed = isAllowed(pod.path("spec"), node);
                    assertThat(constraints.holdFor(machine.attributes()))
                            .as("seed %s: %s on %s", seed, pod, node)
                            .isEqualTo(isAllowed);
                    allowed += isAllowed ? 1 : 0;
                    refused += isAllowed ? 0 : 1;
                }
            }
        }
        assertThat(allowed).isGreaterThan(200);
        assertThat(refused).isGreaterThan(200);
    }

    private static JsonNode named(JsonNode objects, String name) {
        return StreamSupport.stream(objects.path("items").spliterator(), false)
                .filter(each -> each.path("metadata").path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** As the documentation of Kubernetes has it. */
    private static boolean isAllowed(JsonNode spec, JsonNode node) {
        JsonNode labels = node.path("metadata").path("labels");
        for (var wanted : spec.path("nodeSelector").properties()) {
            if (!labels.has(wanted.getKey())
                    || !labels.path(wanted.getKey()).equals(wanted.getValue())) {
                return false;
            }
        }
        JsonNode terms = spec.at("/affinity/nodeAffinity/" + REQUIRED + "/nodeSelectorTerms");
        boolean isSelected = terms.isEmpty();
        for (JsonNode term : terms) {
            boolean holds = !term.path("matchExpressions").isEmpty();
            for (JsonNode expression : term.path("matchExpressions")) {
                holds &= holds(expression, labels);
            }
            isSelected |= holds;
        }
        for (JsonNode taint : node.path("spec").path("taints")) {
            boolean isStood = taint.path("effect").asText().equals("PreferNoSchedule");
            for (JsonNode toleration : spec.path("tolerations")) {
                boolean isKey =
                        !toleration.has("key") || toleration.path("key").equals(taint.path("key"));
                boolean isValue =
                        toleration.path("operator").asText().equals("Exists")
                                || toleration
                                        .path("value")
                                        .asText()
                                        .equals(taint.path("value").asText());
                boolean isEffect =
                        !toleration.has("effect")
                                || toleration.path("effect").equals(taint.path("effect"));
                isStood |= isKey && isValue && isEffect;
            }
            isSelected &= isStood;
        }
        return isSelected;
    }

    private static boolean holds(JsonNode expression, JsonNode labels) {
        boolean isThere = labels.has(expression.path("key").asText());
        String label = labels.path(expression.path("key").asText()).asText();
        boolean isAmong = false;
        for (JsonNode value : expression.path("values")) {
            isAmong |= isThere && value.asText().equals(label);
        }
        String operator = expression.path("operator").asText();
        if (operator.equals("Gt") || operator.equals("Lt")) {
            boolean isNumber = label.equals("7") || label.equals("12");
            int order =
                    isNumber
                            ? Integer.compare(
                                    Integer.parseInt(label),
                                    expression.path("values").get(0).asInt())
                            : 0;
            return operator.equals("Gt") ? order > 0 : order < 0;
        }
        return switch (operator) {
            case "In" -> isAmong;
            case "NotIn" -> !isAmong;
            case "Exists" -> isThere;
            default -> !isThere;
        };
    }

    /** Draws clusters. */
    private record Draw(SplittableRandom random) {
        ObjectNode cluster(int nodes, int pods) {
            ObjectNode list = MAPPER.createObjectNode().put("apiVersion", "v1");
            ArrayNode items = list.putArray("items");
            for (int i = 0; i < nodes; i++) {
                node(items.addObject(), "n" + i);
            }
            for (int i = 0; i < pods; i++) {
                pod(items.addObject(), "p" + i, "n" + random.nextInt(nodes));
            }
            return list;
        }

        private String from(List<String> words) {
            return words.get(random.nextInt(words.size()));
        }

        private void node(ObjectNode node, String name) {
            ObjectNode labels =
                    node.put("kind", "Node")
                            .putObject("metadata")
                            .put("name", name)
                            .putObject("labels");
            for (String key : KEYS) {
                if (random.nextBoolean()) {
                    labels.put(key, from(VALUES));
                }
            }
            node.putObject("status").putObject("allocatable").put("cpu", "8").put("memory", "32Gi");
            ArrayNode taints = node.putObject("spec").putArray("taints");
            if (random.nextInt(3) == 0) {
                taints.addObject()
                        .put("key", from(KEYS))
                        .put("value", from(VALUES))
                        .put("effect", from(EFFECTS));
            }
        }

        private void pod(ObjectNode pod, String name, String node) {
            pod.put("kind", "Pod")
                    .putObject("metadata")
                    .put("name", name)
                    .put("creationTimestamp", "2026-01-03T00:00:00Z");
            pod.putObject("status").put("phase", "Running");
            ObjectNode spec = pod.putObject("spec").put("nodeName", node);
            if (random.nextInt(4) == 0) {
                spec.putObject("nodeSelector").put(from(KEYS), from(VALUES));
            }
            ArrayNode terms =
                    spec.putObject("affinity")
                            .putObject("nodeAffinity")
                            .putObject(REQUIRED)
                            .putArray("nodeSelectorTerms");
            for (int i = random.nextInt(3); i > 0; i--) {
                ArrayNode expressions = terms.addObject().putArray("matchExpressions");
                for (int e = random.nextInt(3); e > 0; e--) {
                    expression(expressions.addObject());
                }
            }
            ArrayNode tolerations = spec.putArray("tolerations");
            if (random.nextBoolean()) {
                toleration(tolerations.addObject());
            }
        }

        private void expression(ObjectNode expression) {
            String operator = from(OPERATORS);
            ArrayNode values =
                    expression.put("key", from(KEYS)).put("operator", operator).putArray("values");
            if (operator.equals("Gt") || operator.equals("Lt")) {
                values.add(String.valueOf(random.nextInt(15)));
            } else if (operator.endsWith("In")) {
                for (int i = 1 + random.nextInt(3); i > 0; i--) {
                    values.add(from(VALUES));
                }
            }
        }

        private void toleration(ObjectNode toleration) {
            boolean isAny = random.nextBoolean();
            toleration.put("operator", isAny ? "Exists" : "Equal");
            if (!isAny || random.nextBoolean()) {
                toleration.put("key", from(KEYS));
            }
            if (!isAny) {
                toleration.put("value", from(VALUES));
            }
            if (random.nextBoolean()) {
                toleration.put("effect", from(EFFECTS));
            }
        }
    }

    private static JsonNode spread(String anti, String more) throws IOException {
        String pods = "";
        for (String name : List.of("web-0", "web-1", "db-0")) {
            String app = name.substring(0, name.length() - 2);
            pods +=
                    (",{'kind':'Pod','metadata':{'name':'" + name)
                            + ("','creationTimestamp':'2026-01-03T00:00:00Z','labels':{'app':'"
                                    + app)
                            + ("'},'ownerReferences':[{'kind':'StatefulSet','controller':true,'name':'"
                                    + app)
                            + "'}]},'status':{'phase':'Running'},'spec':{'nodeName':'n'"
                            + (app.equals("web")
                                    ? more
                                            + ",'affinity':{'podAntiAffinity':{'"
                                            + REQUIRED
                                            + "':["
                                            + anti
                                            + "]}}"
                                    : "")
                            + "}}";
        }
        String node =
                "{'kind':'Node','metadata':{'name':'n','labels':{'topology.kubernetes.io/zone':'z'}},"
                        + "'status':{'capacity':{'cpu':'8','memory':'32Gi'}}}";
        return MAPPER.readTree(
                ("{'apiVersion':'v1','items':[" + node + pods + "]}").replace('\'', '"'));
    }

    private void check(String anti, String more, long notKept, String... constraints)
            throws IOException {
        IngestedTrace trace = ingest(spread(anti, more));
        assertThat(snapshot(trace).tasks())
                .extracting(TraceSnapshot.Task::constraints)
                .containsExactly(constraints);
        assertThat(trace.facts()).containsEntry("tasks.withDistancesNotKept", notKept);
    }

    @Test
    void podsThatKeepApartFromTheirOwnKindDoSoByHostOrZone() throws IOException {
        String host = OWN.replace("KEY", "kubernetes.io/hostname");
        String zone = OWN.replace("KEY", "topology.kubernetes.io/zone");
        check(host, "", 0, "different-machines", "different-machines", "");
        check(zone, "", 0, "different-domains", "different-domains", "");
        check(host + "," + zone, "", 0, BOTH, BOTH, "");
    }

    @Test
    void podsWithDistancesToOthersAreCountedAndStay() throws IOException {
        String others =
                "{'topologyKey':'kubernetes.io/hostname','labelSelector':{'matchExpressions':"
                        + "[{'key':'app','operator':'Exists'}]}}";
        String elsewhere = others.replace("'labelSelector'", "'namespaces':['x'],'labelSelector'");
        String nobody = "{'topologyKey':'kubernetes.io/hostname'}";
        String spread =
                ",'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'zone',"
                        + "'whenUnsatisfiable':'DoNotSchedule'}]";
        String stays = "stays: distance to other pods!=true";
        String apart = stays + ";different-machines";
        check(OWN.replace("KEY", "rack"), "", 2, stays, stays, "");
        check(others, "", 2, apart, apart, "");
        check(elsewhere, "", 2, stays, stays, "");
        check(nobody, "", 0, "", "", "");
        check(nobody, spread, 2, stays, stays, "");
    }
}
