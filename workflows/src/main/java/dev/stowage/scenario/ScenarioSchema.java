package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The JSON Schema of scenario files: which keys there are, of what type, in what range, and with
 * which defaults. The one place that knows them.
 */
public final class ScenarioSchema {
    static final String RESOURCE = "/dev/stowage/schema/scenario.schema.json";

    private static final String WORKLOAD = "workload";
    private static final String WORKLOADS = "workloads";

    private static final List<String> SECTIONS =
            List.of("policies", "fidelity", "objective", "search", "clouds");

    private final JsonNode document;
    private final Schema schema;

    private ScenarioSchema(JsonNode document) {
        this.document = document;
        this.schema =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(document);
    }

    public static ScenarioSchema load() {
        return load(RESOURCE);
    }

    /** The same of a scenario of which only one key has to be there. */
    static ScenarioSchema requiring(String key) {
        ObjectNode document = load().document.deepCopy();
        document.putArray("required").add(key);
        document.remove("oneOf");
        return new ScenarioSchema(document);
    }

    /** The schema of another form that is written in YAML. */
    public static ScenarioSchema load(String resource) {
        try (InputStream in = ScenarioSchema.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from the jar");
            }
            return new ScenarioSchema(
                    JsonMapper.builder()
                            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                            .build()
                            .readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The schema itself. */
    JsonNode document() {
        return document;
    }

    /** Everything that the schema finds wrong. */
    public List<LocatedIssue> issues(LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>();
        SchemaIssues translator = new SchemaIssues(document, yaml);
        for (Error error : schema.validate(yaml.root())) {
            translator.translate(error).ifPresent(issues::add);
        }
        return issues;
    }

    /**
     * A copy of {@code scenario} with the default of every key that is absent, and allowed there.
     */
    ObjectNode withDefaults(ObjectNode scenario) {
        ObjectNode filled = scenario.deepCopy();
        JsonPointer workload = JsonPointer.valueOf("/properties/" + WORKLOAD);
        for (JsonNode each : filled.at(JsonPointer.valueOf("/" + WORKLOADS))) {
            fill((ObjectNode) each, workload);
            fill((ObjectNode) each, JsonPointer.valueOf("/properties/" + WORKLOADS + "/items"));
        }
        if (!filled.has(WORKLOADS)) {
            fill(filled.withObjectProperty(WORKLOAD), workload);
        }
        for (String section : SECTIONS) {
            fill(filled.withObjectProperty(section), JsonPointer.valueOf("/properties/" + section));
        }
        fill(filled, JsonPointer.empty());
        return filled;
    }

    private void fill(ObjectNode target, JsonPointer schemaPath) {
        JsonNode definition = document.at(schemaPath);
        definition
                .path("properties")
                .properties()
                .forEach(
                        property -> {
                            JsonNode value = property.getValue().get("default");
                            String key = property.getKey();
                            if (value != null
                                    && !target.has(key)
                                    && isAllowed(key, target, definition)) {
                                target.set(key, value.deepCopy());
                            }
                        });
    }

    private static boolean isAllowed(String key, ObjectNode target, JsonNode definition) {
        for (JsonNode needed : definition.path("dependentRequired").path(key)) {
            if (!target.has(needed.textValue())) {
                return false;
            }
        }
        return true;
    }
}
