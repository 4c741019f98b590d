package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A YAML file that its JSON Schema holds for, with the line of every value. */
public final class CheckedYaml {
    private final LocatedYaml yaml;

    private CheckedYaml(LocatedYaml yaml) {
        this.yaml = yaml;
    }

    /**
     * Reads a file.
     *
     * @param expected what the file should be, for messages
     * @param schema resource of its JSON Schema
     * @throws InputException with every issue that the schema finds
     */
    public static CheckedYaml read(Path file, String expected, String schema) {
        LocatedYaml yaml = LocatedYaml.read(file, expected);
        LocatedIssue.refuse(ScenarioSchema.load(schema).issues(yaml));
        return new CheckedYaml(yaml);
    }

    /** The top value. */
    public JsonNode root() {
        return yaml.root();
    }

    /** The bare map in a file that no schema of ours holds for. */
    public static ObjectNode map(Path file, String expected) {
        if (LocatedYaml.read(file, expected).root() instanceof ObjectNode map) {
            return map;
        }
        throw InputException.of(file, "no map", expected, null);
    }

    /** A problem with the value at a JSON pointer, such as {@code /vary}. */
    public Issue issue(String pointer, String found, String expected, @Nullable String remedy) {
        return yaml.atValue(JsonPointer.compile(pointer), new Problem(found, expected, remedy))
                .issue();
    }
}
