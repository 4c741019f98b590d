package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One combination of settings.
 *
 * @param choices value of each axis, as the table shows it; labels of named alternatives
 * @param settings everything that the question is given
 */
public record Cell(Map<String, JsonNode> choices, ObjectNode settings) {
    public Cell {
        choices = Collections.unmodifiableMap(new LinkedHashMap<>(choices));
        settings = settings.deepCopy();
    }

    /** A copy, as JSON nodes can be changed. */
    @Override
    public ObjectNode settings() {
        return settings.deepCopy();
    }

    /** {@code workload.growth=1.2, seed=3}; {@code the base} if nothing varies. */
    public String label() {
        return choices.isEmpty()
                ? "the base"
                : choices.entrySet().stream()
                        .map(each -> each.getKey() + "=" + text(each.getValue()))
                        .collect(Collectors.joining(", "));
    }

    /** A value of an axis as text. */
    public static String text(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.toString();
    }

    /** The settings with keys in order and numbers in one spelling: equal if they mean the same. */
    String canonical() {
        return canonical(settings);
    }

    /** A value of an axis or settings in one spelling. */
    public static String canonical(JsonNode node) {
        return Json.text(sorted(node));
    }

    private static Object sorted(JsonNode node) {
        if (node.isObject()) {
            Map<String, Object> byKey = new TreeMap<>();
            node.properties().forEach(each -> byKey.put(each.getKey(), sorted(each.getValue())));
            return byKey;
        }
        if (node.isArray()) {
            return node.valueStream().map(Cell::sorted).toList();
        }
        return node.isNumber() ? node.decimalValue().stripTrailingZeros().toPlainString() : node;
    }
}
