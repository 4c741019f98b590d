package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import dev.stowage.basis.InputException;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.util.List;

/** A scenario, and where in its file everything stood. */
public final class ScenarioFile {
    private final Scenario scenario;
    private final LocatedYaml yaml;

    ScenarioFile(Scenario scenario, LocatedYaml yaml) {
        this.scenario = scenario;
        this.yaml = yaml;
    }

    public Scenario scenario() {
        return scenario;
    }

    /**
     * A problem with a value that showed only when the scenario was carried out.
     *
     * @param pointer JSON pointer of the value: {@code /servers/type}
     */
    public InputException problem(String pointer, String found, String expected, String remedy) {
        Problem problem = new Problem(found, expected, remedy);
        return InputException.of(
                List.of(yaml.atValue(JsonPointer.compile(pointer), problem).issue()));
    }
}
