package dev.stowage.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A place in a JSON document that knows its file and path, so that every complaint names both.
 *
 * @param file how errors call the document
 * @param path {@code classes.BATCH.share}; {@code document} at the top
 * @param node what is there
 */
public record JsonCursor(String file, String path, JsonNode node) {
    public static JsonCursor of(String file, JsonNode root) {
        return new JsonCursor(file, "", root);
    }

    public InputException bad(String expected) {
        return bad(expected, null);
    }

    public InputException bad(String expected, @Nullable String remedy) {
        String place = file + ": " + (path.isEmpty() ? "the document" : path);
        return InputException.at(place, found(), expected, remedy);
    }

    private String found() {
        if (node.isMissingNode()) {
            return "nothing";
        }
        String text = node.toString();
        return text.length() > 60 ? text.substring(0, 57) + "..." : text;
    }

    /** The member {@code key}, which must be there. */
    public JsonCursor at(String key) {
        if (!node.isObject()) {
            throw bad("an object");
        }
        JsonCursor member = child(key, node.path(key));
        if (member.node.isMissingNode()) {
            throw member.bad("a value", "\"" + key + "\" is required here.");
        }
        return member;
    }

    public boolean has(String key) {
        return node.has(key);
    }

    private JsonCursor child(String key, JsonNode value) {
        return new JsonCursor(file, path.isEmpty() ? key : path + "." + key, value);
    }

    /** Refuses members that are not among {@code keys}. */
    public JsonCursor only(String... keys) {
        if (!node.isObject()) {
            throw bad("an object");
        }
        Set<String> known = Set.of(keys);
        Iterator<String> names = node.fieldNames();
        while (names.hasNext()) {
            String name = names.next();
            if (!known.contains(name)) {
                throw InputException.at(
                        file + ": " + child(name, node).path,
                        "the unknown key \"" + name + "\"",
                        "one of " + String.join(", ", sorted(keys)),
                        null);
            }
        }
        return this;
    }

    private static List<String> sorted(String... keys) {
        return Arrays.stream(keys).sorted().toList();
    }

    /** The members of an object in the order of the file. */
    public List<JsonCursor> members() {
        if (!node.isObject()) {
            throw bad("an object");
        }
        List<JsonCursor> members = new ArrayList<>();
        node.properties().forEach(e -> members.add(child(e.getKey(), e.getValue())));
        return members;
    }

    /** The last part of the path. */
    public String key() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** The elements of an array. */
    public List<JsonCursor> elements() {
        if (!node.isArray()) {
            throw bad("a list");
        }
        List<JsonCursor> elements = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            elements.add(new JsonCursor(file, path + "[" + i + "]", node.get(i)));
        }
        return elements;
    }

    /** The elements of an array that has this many. */
    public List<JsonCursor> row(int size, String expected) {
        return row(size, size, expected);
    }

    /** Elements of a list of at least and at most so many. */
    public List<JsonCursor> row(int least, int most, String expected) {
        if (!node.isArray() || node.size() < least || node.size() > most) {
            throw bad(expected);
        }
        return elements();
    }

    public String text() {
        if (!node.isTextual()) {
            throw bad("a text");
        }
        return node.textValue();
    }

    /** A text that is not blank. */
    public String name() {
        String text = text();
        if (text.isBlank()) {
            throw bad("a text that is not empty");
        }
        return text;
    }

    public boolean flag() {
        if (!node.isBoolean()) {
            throw bad("true or false");
        }
        return node.booleanValue();
    }

    /** A whole number of at least 0. */
    public long count() {
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < 0) {
            throw bad("a whole number of at least 0");
        }
        return node.longValue();
    }

    /** A finite number. */
    public double number() {
        if (!node.isNumber() || !Double.isFinite(node.doubleValue())) {
            throw bad("a finite number");
        }
        return node.doubleValue();
    }

    /** A finite number, or {@code otherwise} for null. */
    public double numberOr(double otherwise) {
        return node.isNull() ? otherwise : number();
    }

    public double positive() {
        if (!(number() > 0)) {
            throw bad("a number above 0");
        }
        return number();
    }

    public double inRange(double low, double high) {
        if (!(number() >= low && number() <= high)) {
            throw bad("a number from " + low + " to " + high);
        }
        return number();
    }

    /** The value with that spelling. */
    public <T> T oneOf(T[] values, Function<T, String> spelling) {
        String text = text();
        for (T value : values) {
            if (spelling.apply(value).equals(text)) {
                return value;
            }
        }
        throw bad("one of " + String.join(", ", Arrays.stream(values).map(spelling).toList()));
    }

    /** Refuses any text but this one. */
    public void is(String expected) {
        if (!text().equals(expected)) {
            throw bad("\"" + expected + "\"");
        }
    }
}
