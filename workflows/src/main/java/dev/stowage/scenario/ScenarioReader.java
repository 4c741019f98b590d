package dev.stowage.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Reads a scenario file: YAML, then the schema, then the names and paths in it; whatever is wrong
 * is reported together, in the order of the file.
 */
public final class ScenarioReader {
    private final KnownNames names;
    private final ScenarioSchema schema = ScenarioSchema.load();

    public ScenarioReader(KnownNames names) {
        this.names = names;
    }

    /** All keys of a scenario that hold a value, dotted: {@code workload.growth}. */
    public static List<String> paths() {
        JsonNode document = ScenarioSchema.load().document();
        List<String> paths = new ArrayList<>();
        addPaths(document, document, "", paths);
        return List.copyOf(paths);
    }

    /** Fills in the defaults of a scenario's keys. */
    public static UnaryOperator<ObjectNode> defaults() {
        return ScenarioSchema.load()::withDefaults;
    }

    private static void addPaths(JsonNode document, JsonNode rule, String at, List<String> paths) {
        for (var property : rule.path("properties").properties()) {
            JsonNode its = property.getValue();
            JsonNode meant =
                    its.has("$ref") ? document.at(its.get("$ref").textValue().substring(1)) : its;
            String path = at + property.getKey();
            paths.add(path);
            addPaths(document, meant, path + ".", paths);
        }
    }

    /**
     * The bare values of a file, to be compared with those of another.
     *
     * @throws InputException if it is not YAML
     */
    public static JsonNode values(Path file) {
        return LocatedYaml.read(file).root();
    }

    /**
     * The scenario in {@code file}, with defaults filled in and relative paths resolved against its
     * folder.
     *
     * @throws InputException with every issue of the file
     */
    public ScenarioFile read(Path file) {
        return read(file, LocatedYaml.read(file));
    }

    /**
     * The scenario in {@code text}, as if it stood in {@code file}.
     *
     * @throws InputException with every issue of the text
     */
    public ScenarioFile read(Path file, String text) {
        return read(file, LocatedYaml.parse(file, text, "a scenario in YAML"));
    }

    private ScenarioFile read(Path file, LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>(schema.issues(yaml));
        issues.addAll(new ScenarioChecks(yaml, names).issues());
        LocatedIssue.refuse(issues);
        ObjectNode filled = schema.withDefaults((ObjectNode) yaml.root());
        return new ScenarioFile(new ScenarioBinding(file, filled, names).scenario(), yaml);
    }
}
