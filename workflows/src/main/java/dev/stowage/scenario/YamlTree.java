package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Turns a YAML node graph into JSON values and remembers where each stood. Numbers stay decimal. A
 * scenario is plain data: a key given twice, an anchor or a key that is not a text is a fault.
 */
final class YamlTree {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Resolver IMPLICIT = new Resolver();

    /** Something that is YAML, but not plain data. */
    record Fault(Mark mark, JsonPointer path, LocatedYaml.Problem problem) {}

    private final Map<JsonPointer, Mark> valueMarks = new HashMap<>();
    private final Map<JsonPointer, Mark> keyMarks = new HashMap<>();
    private final List<Fault> faults = new ArrayList<>();

    List<Fault> faults() {
        return faults;
    }

    /** Where the value at {@code path} begins. */
    @Nullable Mark valueMark(JsonPointer path) {
        return valueMarks.get(path);
    }

    /** Where the key of the value at {@code path} begins; null for a list entry. */
    @Nullable Mark keyMark(JsonPointer path) {
        return keyMarks.get(path);
    }

    JsonNode convert(Node node) {
        return convert(node, JsonPointer.empty());
    }

    private JsonNode convert(Node node, JsonPointer path) {
        valueMarks.put(path, node.getStartMark());
        if (node.getAnchor() != null) {
            fault(
                    node.getStartMark(),
                    path,
                    "the anchor &" + node.getAnchor(),
                    "plain values",
                    "Write the value out where it is used.");
            return JSON.nullNode();
        }
        if (node instanceof MappingNode mapping) {
            return object(mapping, path);
        }
        if (node instanceof SequenceNode sequence) {
            ArrayNode array = JSON.arrayNode();
            for (Node entry : sequence.getValue()) {
                array.add(convert(entry, path.appendIndex(array.size())));
            }
            return array;
        }
        return scalar((ScalarNode) node, path);
    }

    private ObjectNode object(MappingNode mapping, JsonPointer path) {
        ObjectNode object = JSON.objectNode();
        for (NodeTuple tuple : mapping.getValue()) {
            Mark mark = tuple.getKeyNode().getStartMark();
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                fault(mark, path, "a key that is not a text", "a name as the key", null);
                continue;
            }
            JsonPointer child = path.appendProperty(key.getValue());
            Mark earlier = keyMarks.putIfAbsent(child, mark);
            if (earlier == null) {
                object.set(key.getValue(), convert(tuple.getValueNode(), child));
            } else {
                fault(
                        mark,
                        child,
                        "the key \"" + key.getValue() + "\" a second time",
                        "each key once",
                        "It stands on line " + (earlier.getLine() + 1) + " already.");
            }
        }
        return object;
    }

    private JsonNode scalar(ScalarNode node, JsonPointer path) {
        String text = node.getValue();
        Tag tag = node.getTag();
        boolean isPlain = node.getScalarStyle() == DumperOptions.ScalarStyle.PLAIN;
        if (!tag.equals(IMPLICIT.resolve(NodeId.scalar, text, isPlain))) {
            fault(
                    node.getStartMark(),
                    path,
                    "the tag " + tag.getValue(),
                    "plain values",
                    "Leave the tag out.");
        }
        if (tag.equals(Tag.NULL)) {
            return JSON.nullNode();
        }
        if (tag.equals(Tag.BOOL)) {
            return isJsonBoolean(text)
                    ? JSON.booleanNode(text.equals("true"))
                    : JSON.textNode(text);
        }
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            return number(text);
        }
        return JSON.textNode(text);
    }

    private static boolean isJsonBoolean(String text) {
        return text.equals("true") || text.equals("false");
    }

    /**
     * A decimal number; what YAML calls one and JSON does not ({@code 0x1F}, {@code 1_000}) is
     * text.
     */
    private static JsonNode number(String text) {
        try {
            BigDecimal value = new BigDecimal(text);
            boolean isTooLong = value.precision() > 40 || Math.abs((long) value.scale()) > 400;
            return isTooLong ? JSON.textNode(text) : JSON.numberNode(value);
        } catch (NumberFormatException e) {
            return JSON.textNode(text);
        }
    }

    private void fault(
            Mark mark, JsonPointer path, String found, String expected, @Nullable String remedy) {
        faults.add(new Fault(mark, path, new LocatedYaml.Problem(found, expected, remedy)));
    }
}
