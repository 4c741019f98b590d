package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parts of an object of Kubernetes that a push may change, and how they are read as fields.
 *
 * @param name as in {@code shop/Deployment/web}, {@code Node/a} or {@code PriorityClass/p}
 * @param path of the API
 */
record KubernetesObject(String name, String path) {
    private static final String POD = "/spec/template/spec";
    private static final List<String> POD_PARTS =
            List.of("priorityClassName", "affinity", "topologySpreadConstraints");

    static KubernetesObject of(String name) {
        String[] words = name.split("/", -1);
        String path =
                switch (words[words.length - 2]) {
                    case "Node" -> "api/v1/nodes/" + words[1];
                    case "PriorityClass" -> "apis/scheduling.k8s.io/v1/priorityclasses/" + words[1];
                    default ->
                            "apis/apps/v1/namespaces/%s/%ss/%s"
                                    .formatted(
                                            words[0], words[1].toLowerCase(Locale.ROOT), words[2]);
                };
        return new KubernetesObject(name, path);
    }

    /** True if a push makes it, and a rollback removes it. */
    boolean isOurs() {
        return name.startsWith("PriorityClass/");
    }

    /** Places of the parts in a document, as JSON pointers. */
    List<String> parts(JsonNode live) {
        if (name.startsWith("Node/")) {
            return List.of("/spec/unschedulable");
        }
        if (isOurs()) {
            return List.of("/value");
        }
        List<String> parts = new ArrayList<>();
        JsonNode containers = live.at(POD + "/containers");
        for (int i = 0; i < containers.size(); i++) {
            parts.add(POD + "/containers/" + i + "/resources");
        }
        POD_PARTS.forEach(part -> parts.add(POD + "/" + part));
        return parts;
    }

    /** The parts of a document as one document, for the journal; nothing else of it. */
    ObjectNode kept(JsonNode live) {
        ObjectNode kept = Json.mapper().createObjectNode();
        ObjectNode values = kept.putObject("parts");
        for (String part : parts(live)) {
            JsonNode value = live.at(part);
            if (!value.isMissingNode()) {
                values.set(part, value);
            }
        }
        kept.set("managedFields", live.path("metadata").path("managedFields"));
        return kept;
    }

    /** The parts of a document as fields, by path; amounts in one spelling. */
    SortedMap<String, String> fields(JsonNode document) {
        SortedMap<String, String> fields = new TreeMap<>();
        for (JsonNode container : document.at(POD + "/containers")) {
            for (String kind : List.of("requests", "limits")) {
                container
                        .path("resources")
                        .path(kind)
                        .properties()
                        .forEach(
                                each ->
                                        fields.put(
                                                container.path("name").asText()
                                                        + "."
                                                        + kind
                                                        + "."
                                                        + each.getKey(),
                                                amount(each.getValue().asText())));
            }
        }
        for (String part : POD_PARTS) {
            flatten(part, document.at(POD + "/" + part), fields);
        }
        for (String part : List.of("/spec/unschedulable", "/value")) {
            JsonNode value = document.at(part);
            if (value.isValueNode() && !value.isMissingNode()) {
                fields.put(part.substring(part.lastIndexOf('/') + 1), value.asText());
            }
        }
        return fields;
    }

    private static void flatten(String path, JsonNode value, SortedMap<String, String> fields) {
        if (value.isObject()) {
            value.properties()
                    .forEach(each -> flatten(path + "." + each.getKey(), each.getValue(), fields));
        } else if (value.isArray() && !value.isEmpty()) {
            fields.put(path, value.toString());
        } else if (value.isTextual()) {
            fields.put(path, value.asText());
        }
    }

    /** {@code 1.5}, {@code 1500m} and {@code 1500000u} are the same amount. */
    static String amount(String text) {
        BigDecimal amount = number(text);
        if (amount.stripTrailingZeros().scale() <= 0) {
            return KubernetesPatch.bytes(amount.longValueExact());
        }
        return amount.movePointRight(3).setScale(0, RoundingMode.CEILING).toPlainString() + "m";
    }

    /** Value of a quantity. */
    static BigDecimal number(String text) {
        return new Quantity(text).getNumericalAmount();
    }
}
