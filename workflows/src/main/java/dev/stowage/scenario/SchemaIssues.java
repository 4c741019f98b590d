package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import dev.stowage.basis.NearestName;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Says what the schema validator found in the words of our errors: found, expected, remedy. */
final class SchemaIssues {
    /** What one choice of several says itself. */
    private static final Pattern CHOICE = Pattern.compile(".*/oneOf/\\d+/[^/]+");

    private final JsonNode schema;
    private final LocatedYaml yaml;

    SchemaIssues(JsonNode schema, LocatedYaml yaml) {
        this.schema = schema;
        this.yaml = yaml;
    }

    /** The issue in our words; empty if another says the same. */
    Optional<LocatedIssue> translate(Error error) {
        JsonPointer path = JsonPointer.compile(error.getInstanceLocation().toString());
        JsonNode rule = schema.at(parent(error));
        if (isOfAnotherChoice(error)) {
            return Optional.empty();
        }
        return switch (error.getKeyword()) {
            case "additionalProperties" -> Optional.of(unknownKey(path, error.getProperty(), rule));
            case "required" -> Optional.of(missingKey(path, error.getProperty(), rule));
            case "dependentRequired" -> Optional.of(misplacedKey(path, error));
            case "oneOf" -> notExactlyOne(path, rule);
            case "minProperties" -> Optional.of(yaml.atValue(path, emptyObject(rule)));
            default -> Optional.of(yaml.atValue(path, wrongValue(path, error.getKeyword(), rule)));
        };
    }

    /** True for the reason why a choice among several wasn't taken: the choice itself is said. */
    private static boolean isOfAnotherChoice(Error error) {
        boolean isInChoice =
                CHOICE.matcher(error.getSchemaLocation().getFragment().toString()).matches();
        return isInChoice && List.of("not", "type", "required").contains(error.getKeyword());
    }

    private static JsonPointer parent(Error error) {
        return JsonPointer.compile(error.getSchemaLocation().getFragment().toString()).head();
    }

    private LocatedIssue unknownKey(JsonPointer path, String key, JsonNode rule) {
        List<String> known = keys(rule);
        return yaml.atKey(
                path.appendProperty(key),
                new Problem(
                        "the unknown key \"" + key + "\"",
                        "one of " + String.join(", ", known),
                        NearestName.question(key, known).orElse(null)));
    }

    private LocatedIssue missingKey(JsonPointer path, String key, JsonNode rule) {
        JsonNode property = rule.path("properties").path(key);
        return yaml.atValue(
                path,
                new Problem(
                        "no key \"" + key + "\"",
                        key + ": " + property.path("description").asText(),
                        "Add it; " + example() + " has an example."));
    }

    /** The page that describes the form. */
    private String example() {
        return schema.path("$comment").asText("docs/scenario.md");
    }

    private LocatedIssue misplacedKey(JsonPointer path, Error error) {
        String needed = error.getArguments()[0].toString();
        List<String> misplaced = new ArrayList<>();
        schema.at(parent(error))
                .path("dependentRequired")
                .properties()
                .forEach(
                        entry -> {
                            if (yaml.at(path).has(entry.getKey())) {
                                misplaced.add(entry.getKey());
                            }
                        });
        String key = String.valueOf(error.getProperty());
        String found = misplaced.contains(needed) ? needed : key;
        return yaml.atKey(
                path.appendProperty(found),
                new Problem(
                        "\"" + found + "\" without \"model\"",
                        "it only beside a model: a recorded workload is replayed as it is",
                        "Leave it out, or fit a model with `stowage fit` and name that."));
    }

    /** Which of several keys are there, or what may be there instead of a value of another type. */
    private Optional<LocatedIssue> notExactlyOne(JsonPointer path, JsonNode rule) {
        JsonNode oneOf = rule.path("oneOf");
        if (!oneOf.path(0).has("required")) {
            // our choices are a number or a map; what is wrong in it is said beside this
            boolean isKnown = yaml.at(path).isObject() || yaml.at(path).isNumber();
            return isKnown
                    ? Optional.empty()
                    : Optional.of(
                            yaml.atValue(
                                    path,
                                    new Problem(describe(yaml.at(path)), expectation(rule), null)));
        }
        List<String> choices =
                StreamSupport.stream(oneOf.spliterator(), false)
                        .map(choice -> choice.path("required").path(0).asText())
                        .toList();
        List<String> present = choices.stream().filter(yaml.at(path)::has).toList();
        String found = present.isEmpty() ? "none of them" : String.join(" and ", present);
        return Optional.of(
                yaml.atValue(
                        path,
                        new Problem(found, "exactly one of " + String.join(", ", choices), null)));
    }

    private static Problem emptyObject(JsonNode rule) {
        return new Problem(
                "nothing in it", "at least one of " + String.join(", ", keys(rule)), null);
    }

    private Problem wrongValue(JsonPointer path, String keyword, JsonNode rule) {
        JsonNode value = yaml.at(path);
        String meaning = rule.path("description").asText("");
        String remedy =
                value.isTextual() && value.textValue().matches("-?\\d+,\\d+")
                        ? "Write a decimal point: " + value.textValue().replace(',', '.') + "."
                        : meaning.isEmpty()
                                ? null
                                : "Its meaning: " + meaning.replaceFirst("\\.$", "") + ".";
        if (keyword.equals("uniqueItems")) {
            return new Problem("the same entry twice", "each entry once", null);
        }
        boolean isLong = keyword.equals("maxItems");
        return new Problem(
                isLong ? "a list of " + value.size() + " entries" : describe(value),
                expectation(rule),
                suggestion(value, rule, remedy));
    }

    private static @Nullable String suggestion(
            JsonNode value, JsonNode rule, @Nullable String otherwise) {
        return value.isTextual() && rule.has("enum")
                ? NearestName.question(value.textValue(), texts(rule.path("enum")))
                        .orElse(otherwise)
                : otherwise;
    }

    /** What stands there, short enough for a line. */
    static String describe(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> value.isEmpty() ? "an empty map" : "a map";
            case ARRAY -> value.isEmpty() ? "an empty list" : "a list";
            case NULL -> "nothing";
            case STRING ->
                    value.textValue().isEmpty() ? "an empty text" : "the text " + quoted(value);
            default -> value.asText();
        };
    }

    private static String quoted(JsonNode value) {
        String text = value.textValue();
        return "\"" + (text.length() > 60 ? text.substring(0, 57) + "…" : text) + "\"";
    }

    /** {@code a whole number from 1 to 100000}, {@code one of count, duration}, …. */
    static String expectation(JsonNode rule) {
        if (rule.has("enum")) {
            return "one of " + String.join(", ", texts(rule.path("enum")));
        }
        if (rule.path("type").isArray()) {
            return choice(rule);
        }
        if (rule.path("additionalProperties").isObject()) {
            return "a map of names to values";
        }
        return switch (rule.path("type").asText()) {
            case "integer" -> "a whole number" + range(rule);
            case "number" -> "a number" + range(rule);
            case "string" ->
                    rule.has("maxLength")
                            ? "a text of 1 to " + rule.get("maxLength").asText() + " characters"
                            : "a text";
            case "boolean" -> "true or false";
            case "array" -> list(rule);
            default -> mapOrChoice(rule);
        };
    }

    private static String mapOrChoice(JsonNode rule) {
        List<String> keys = keys(rule);
        return keys.isEmpty()
                ? StreamSupport.stream(rule.path("oneOf").spliterator(), false)
                        .map(SchemaIssues::expectation)
                        .collect(Collectors.joining(", or "))
                : "a map with keys of " + String.join(", ", keys);
    }

    private static String list(JsonNode rule) {
        if (rule.has("minItems") && rule.path("minItems").equals(rule.path("maxItems"))) {
            return "a list of " + rule.get("minItems").asText() + " numbers";
        }
        if (rule.has("minItems") && rule.has("maxItems")) {
            return "a list of "
                    + rule.get("minItems").asText()
                    + " to "
                    + rule.get("maxItems").asText()
                    + " entries";
        }
        return rule.has("minItems") ? "a list with at least one entry" : "a list";
    }

    private static String choice(JsonNode rule) {
        List<String> types = texts(rule.path("type"));
        if (types.contains("array")) {
            return "a number" + range(rule) + ", or [least, largest]";
        }
        return types.contains("object")
                ? "a number" + range(rule) + ", or a map of " + String.join(", ", keys(rule))
                : "a text or a whole number";
    }

    private static String range(JsonNode rule) {
        String low =
                rule.has("exclusiveMinimum")
                        ? "above " + rule.get("exclusiveMinimum").asText()
                        : "of at least " + rule.path("minimum").asText();
        String high = rule.path("maximum").asText();
        if (high.isEmpty()) {
            String below = rule.path("exclusiveMaximum").asText();
            return " " + low + (below.isEmpty() ? "" : " and below " + below);
        }
        return rule.has("minimum")
                ? " from " + rule.get("minimum").asText() + " to " + high
                : " " + low + " and at most " + high;
    }

    private static List<String> keys(JsonNode rule) {
        return List.copyOf(iterable(rule.path("properties")));
    }

    private static List<String> iterable(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
    }
}
