package dev.stowage.workflow.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What differs between two JSON documents of one form. An element of a list is the same on both
 * sides if it has the same name (or type, metric, …), wherever it stands; lists of plain values are
 * one value.
 */
public final class JsonDifference {
    private static final List<List<String>> IDENTITIES =
            List.of(
                    List.of("provider", "region", "policy"),
                    List.of("name"),
                    List.of("metric"),
                    List.of("type"),
                    List.of("what"),
                    List.of("method"),
                    List.of("item", "step"));

    private JsonDifference() {}

    /**
     * A value that differs.
     *
     * @param path as in {@code servers.small.count}
     * @param before empty if there was none
     * @param after empty if there is none
     */
    public record Change(String path, Optional<String> before, Optional<String> after) {
        /** {@code after / before - 1}; empty if they are not numbers, or before is 0. */
        OptionalDouble relative() {
            try {
                double from = Double.parseDouble(before.orElse("-"));
                double to = Double.parseDouble(after.orElse("-"));
                return from == 0 ? OptionalDouble.empty() : OptionalDouble.of(to / from - 1);
            } catch (NumberFormatException e) {
                return OptionalDouble.empty();
            }
        }
    }

    /** All changes, in order of the first document, then what only the second has. */
    static List<Change> between(JsonNode first, JsonNode second) {
        List<Change> changes = new ArrayList<>();
        compare("", first, second, changes);
        return changes;
    }

    private static void compare(
            String path, JsonNode first, JsonNode second, List<Change> changes) {
        if (first.equals(second) || isSameNumber(first, second)) {
            return;
        }
        if (isMap(first) && isMap(second)) {
            Map<String, JsonNode> left = members(first);
            Map<String, JsonNode> right = members(second);
            left.forEach(
                    (name, value) -> {
                        JsonNode other = right.remove(name);
                        if (other == null) {
                            changes.add(
                                    new Change(
                                            join(path, name),
                                            Optional.of(text(value)),
                                            Optional.empty()));
                        } else {
                            compare(join(path, name), value, other, changes);
                        }
                    });
            right.forEach(
                    (name, value) ->
                            changes.add(
                                    new Change(
                                            join(path, name),
                                            Optional.empty(),
                                            Optional.of(text(value)))));
            return;
        }
        changes.add(new Change(path, value(first), value(second)));
    }

    private static Optional<String> value(JsonNode node) {
        return node.isNull() ? Optional.empty() : Optional.of(text(node));
    }

    private static boolean isSameNumber(JsonNode first, JsonNode second) {
        return first.isNumber()
                && second.isNumber()
                && first.decimalValue().compareTo(second.decimalValue()) == 0;
    }

    /** True for objects, and for lists of nothing else. */
    private static boolean isMap(JsonNode node) {
        return node.isObject() || (node.isArray() && isAll(node));
    }

    private static boolean isAll(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).allMatch(JsonNode::isObject);
    }

    /** Members of an object, or elements of a list by what identifies them. */
    private static Map<String, JsonNode> members(JsonNode node) {
        Map<String, JsonNode> members = new LinkedHashMap<>();
        if (node.isObject()) {
            node.properties().forEach(each -> members.put(each.getKey(), each.getValue()));
            return members;
        }
        for (JsonNode element : node) {
            String name = identity(element, members.size());
            String unique = name;
            for (int i = 2; members.containsKey(unique); i++) {
                unique = name + "#" + i;
            }
            members.put(unique, element);
        }
        return members;
    }

    private static String identity(JsonNode element, int number) {
        for (List<String> keys : IDENTITIES) {
            if (keys.stream().allMatch(key -> element.path(key).isValueNode())) {
                return keys.stream()
                        .map(key -> element.path(key).asText())
                        .collect(Collectors.joining("/"));
            }
        }
        return String.valueOf(number);
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String text(JsonNode node) {
        if (node.isObject()) {
            return "{" + String.join(", ", members(node).keySet()) + "}";
        }
        if (node.isNumber()) {
            return node.decimalValue().stripTrailingZeros().toPlainString();
        }
        return node.isTextual() ? node.textValue() : node.toString();
    }
}
