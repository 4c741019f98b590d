package dev.stowage.cli.push;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.model.InputException;
import dev.stowage.packing.PlacementPlan;
import dev.stowage.packing.ResourceVector;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a plan wants of a workload as it is in the cluster: with its containers, and what it takes
 * back of an earlier push.
 *
 * @param file of the plan, for messages
 */
record PlannedWorkload(Path file, KubernetesPatch patch, PlacementPlan.Service service) {
    private static final String POD = "/spec/template/spec";

    PlannedObject of(JsonNode live) {
        Workload workload = Workload.of(service.name()).orElseThrow();
        Map<String, String> most = patch.limits(service.limit());
        Map<String, Map<String, String>> limits =
                most.isEmpty() ? Map.of() : shares(live, "limits", most);
        ObjectNode document =
                patch.workload(
                        workload,
                        service,
                        shares(live, "requests", patch.quantities(service.request())),
                        limits,
                        labels(live));
        KubernetesObject object = KubernetesObject.of(service.name());
        SortedMap<String, String> planned = new TreeMap<>(object.fields(document));
        JsonNode ours = FieldOwnership.ours(live.path("metadata").path("managedFields"));
        object.fields(live).keySet().stream()
                .filter(field -> !planned.containsKey(field) && isOwned(ours, field))
                .forEach(field -> planned.put(field, ""));
        return new PlannedObject(
                service.name(), ObjectState.of(planned, document.toString()), expected(live));
    }

    /** What the plan says that the workload asked for; null if it does not say. */
    private @Nullable ObjectState expected(JsonNode live) {
        ResourceVector before = service.requestBefore();
        if (before == null) {
            return null;
        }
        SortedMap<String, String> fields = new TreeMap<>();
        shares(live, "requests", patch.quantities(before))
                .forEach(
                        (container, amounts) ->
                                amounts.forEach(
                                        (resource, amount) ->
                                                fields.put(
                                                        container + ".requests." + resource,
                                                        KubernetesObject.amount(amount))));
        return ObjectState.of(fields, "");
    }

    /**
     * Amounts of a pod, dealt to its containers: the one that asks for the most CPU, the first of
     * equals, gets what the others leave.
     */
    private Map<String, Map<String, String>> shares(
            JsonNode live, String kind, Map<String, String> pod) {
        JsonNode containers = live.at(POD + "/containers");
        String main = "";
        BigDecimal most = BigDecimal.valueOf(-1);
        for (JsonNode each : containers) {
            BigDecimal cpu = amount(each, "requests", "cpu");
            if (cpu.compareTo(most) > 0) {
                most = cpu;
                main = each.path("name").asText();
            }
        }
        Map<String, String> rest = new LinkedHashMap<>();
        for (Map.Entry<String, String> wanted : pod.entrySet()) {
            BigDecimal left = KubernetesObject.number(wanted.getValue());
            for (JsonNode each : containers) {
                if (!each.path("name").asText().equals(main)) {
                    left = left.subtract(amount(each, kind, wanted.getKey()));
                }
            }
            if (left.signum() < 0) {
                throw InputException.at(
                        service.name() + ": " + kind + "." + wanted.getKey(),
                        wanted.getValue() + " for the pod",
                        "at least what its containers besides " + main + " have",
                        "Plan it with the other containers in mind: " + file);
            }
            rest.put(wanted.getKey(), KubernetesObject.amount(left.toPlainString()));
        }
        Map<String, Map<String, String>> shares = new HashMap<>();
        shares.put(main, rest);
        return shares;
    }

    private static BigDecimal amount(JsonNode container, String kind, String resource) {
        String text = container.path("resources").path(kind).path(resource).asText("0");
        return KubernetesObject.number(text);
    }

    private static Map<String, String> labels(JsonNode live) {
        Map<String, String> labels = new TreeMap<>();
        live.at("/spec/selector/matchLabels")
                .properties()
                .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        return labels;
    }

    private static boolean isOwned(JsonNode ours, String field) {
        JsonNode pod = ours.path("f:spec").path("f:template").path("f:spec");
        String[] words = field.split("\\.", 3);
        if (words.length == 3 && (words[1].equals("requests") || words[1].equals("limits"))) {
            return pod.path("f:containers")
                    .path("k:{\"name\":\"" + words[0] + "\"}")
                    .path("f:resources")
                    .path("f:" + words[1])
                    .has("f:" + words[2]);
        }
        JsonNode at = pod;
        for (String word : field.split("\\.", -1)) {
            at = at.path("f:" + word);
        }
        return !at.isMissingNode();
    }
}
