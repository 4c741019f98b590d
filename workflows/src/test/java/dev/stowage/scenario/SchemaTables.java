package dev.stowage.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** The keys of a file as tables in Markdown, from its JSON Schema. */
record SchemaTables(JsonNode schema) {
    /** Appends all of them. */
    void print(StringBuilder text) {
        section(text, "", schema);
    }

    private void section(StringBuilder text, String path, JsonNode rule) {
        JsonNode properties = resolved(rule).path("properties");
        text.append("\n### ").append(path.isEmpty() ? "The file" : "`" + path + "`").append("\n");
        if (!path.isEmpty()) {
            text.append(sentence(rule.path("description").asText())).append("\n");
        }
        text.append("\n| key | value | default | meaning |\n| --- | --- | --- | --- |\n");
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
            row(text, property.getKey(), property.getValue(), rule);
        }
        for (Map.Entry<String, JsonNode> property : properties.properties()) {
            if (isSaidElsewhere(property.getValue())) {
                continue;
            }
            if (resolved(property.getValue()).has("properties")) {
                String name = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
                section(text, name, property.getValue());
            }
            JsonNode items = property.getValue().path("items");
            if (items.has("properties")) {
                section(text, (path.isEmpty() ? "" : path + ".") + property.getKey() + "[]", items);
            }
        }
    }

    private void row(StringBuilder text, String key, JsonNode rule, JsonNode parent) {
        boolean isRequired = false;
        for (JsonNode required : parent.path("required")) {
            isRequired |= required.asText().equals(key);
        }
        JsonNode its = isSaidElsewhere(rule) ? resolved(rule) : rule;
        JsonNode value = its.get("default");
        text.append("| `").append(key).append("` | ");
        boolean isMap = resolved(its).has("properties") && !its.path("type").isArray();
        text.append(isMap ? "a map" : SchemaIssues.expectation(its));
        text.append(" | ").append(value == null ? isRequired ? "required" : "" : "`" + value + "`");
        text.append(" | ").append(its.path("description").asText().replace("|", "\\|"));
        text.append(" |\n");
    }

    /** True for a key that is the same as one of another map, where its own keys stand. */
    private static boolean isSaidElsewhere(JsonNode rule) {
        return rule.path("$ref").asText().startsWith("#/properties/");
    }

    /** What a reference stands for. */
    JsonNode resolved(JsonNode rule) {
        return rule.has("$ref") ? schema.at(rule.get("$ref").asText().substring(1)) : rule;
    }

    private String sentence(String description) {
        return Character.toUpperCase(description.charAt(0)) + description.substring(1) + ".";
    }
}
