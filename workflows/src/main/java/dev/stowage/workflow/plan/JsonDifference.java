package dev.stowage.workflow.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What differs between two JSON documents of one form. An element of a list is the same on both
 * sides if it has the same name (or type, metric, …), wherever it stands; lists of plain values are
 * one value.
 */
public final class JsonDifference {
    /** So many members of an object are shown with their values. */
    private static final int MOST_SHOWN = 4;

    private static final List<List<String>> IDENTITIES =
            List.of(
                    List.of("provider", "region", "policy"),
                    List.of("name"),
                    List.of("metric"),
                    List.of("type"),
                    List.of("what"),
                    List.of("method"),
                    List.of("item", "step"));

    /** Keys of what identifies an element in words of the product. */
    private static final List<String> OWN_NAMES = List.of("metric", "what", "method");

    private JsonDifference() {}

    /**
     * A part of where a value stands.
     *
     * @param isName true of a name that a user gave an element of a list, which is told as it is;
     *     false of a key, a metric or a method
     */
    public record Step(String text, boolean isName) {}

    /**
     * A value that differs.
     *
     * @param steps where it stands, from the outside
     * @param before empty if there was none
     * @param after empty if there is none
     */
    public record Change(List<Step> steps, Optional<String> before, Optional<String> after) {
        public Change {
            steps = List.copyOf(steps);
        }

        /** As in {@code servers.small.count}. */
        public String path() {
            return steps.stream().map(Step::text).collect(Collectors.joining("."));
        }

        /** The same inside a value with a key. */
        Change in(String key) {
            return new Change(joined(List.of(new Step(key, false)), steps), before, after);
        }

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
        compare(List.of(), first, second, changes);
        return changes;
    }

    private static void compare(
            List<Step> path, JsonNode first, JsonNode second, List<Change> changes) {
        if (first.equals(second) || isSameNumber(first, second)) {
            return;
        }
        if (isMap(first) && isMap(second)) {
            boolean isName = isNamed(first) || isNamed(second);
            Map<String, JsonNode> left = members(first);
            Map<String, JsonNode> right = members(second);
            left.forEach(
                    (name, value) -> {
                        JsonNode other = right.remove(name);
                        if (other == null) {
                            changes.add(
                                    new Change(
                                            joined(path, List.of(new Step(name, isName))),
                                            Optional.of(text(value)),
                                            Optional.empty()));
                        } else {
                            compare(
                                    joined(path, List.of(new Step(name, isName))),
                                    value,
                                    other,
                                    changes);
                        }
                    });
            right.forEach(
                    (name, value) ->
                            changes.add(
                                    new Change(
                                            joined(path, List.of(new Step(name, isName))),
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

    /** True if it is a list of what users name. */
    private static boolean isNamed(JsonNode node) {
        return node.isArray()
                && !node.isEmpty()
                && OWN_NAMES.stream().noneMatch(node.iterator().next()::has);
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

    private static List<Step> joined(List<Step> outer, List<Step> inner) {
        return Stream.concat(outer.stream(), inner.stream()).toList();
    }

    private static String text(JsonNode node) {
        if (node.isObject()) {
            boolean isShort =
                    node.size() <= MOST_SHOWN
                            && node.properties().stream().allMatch(e -> e.getValue().isValueNode());
            return members(node).entrySet().stream()
                    .map(e -> e.getKey() + (isShort ? ": " + text(e.getValue()) : ""))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (node.isNumber()) {
            return node.decimalValue().stripTrailingZeros().toPlainString();
        }
        return node.isTextual() ? node.textValue() : node.toString();
    }
}
