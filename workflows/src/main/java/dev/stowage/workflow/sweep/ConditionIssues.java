package dev.stowage.workflow.sweep;

import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.scenario.CheckedYaml;
import dev.stowage.workflow.sweep.Check.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks whose conditions no cell meets: they would decide nothing, and nobody would notice. */
final class ConditionIssues {
    private static final int NAMED = 8;

    private final CheckedYaml yaml;
    private final Sweep sweep;

    ConditionIssues(CheckedYaml yaml, Sweep sweep) {
        this.yaml = yaml;
        this.sweep = sweep;
    }

    /** Throws all of them, if there are any. */
    void refuse() {
        List<Issue> issues = new ArrayList<>();
        for (int i = 0; i < sweep.checks().size(); i++) {
            Check check = sweep.checks().get(i);
            if (sweep.cells().stream().noneMatch(cell -> sweep.isAbout(check, cell))) {
                issues.add(
                        yaml.issue(
                                "/checks/" + i,
                                "\"" + check.text() + "\"",
                                "a condition that some cell meets",
                                check.where().stream()
                                        .map(Condition::setting)
                                        .distinct()
                                        .map(this::values)
                                        .collect(Collectors.joining(" "))));
            }
        }
        if (!issues.isEmpty()) {
            throw InputException.of(issues);
        }
    }

    private String values(String setting) {
        Set<String> values = new TreeSet<>();
        for (Cell cell : sweep.cells()) {
            Optional.ofNullable(cell.choices().get(setting))
                    .or(() -> SettingPath.get(sweep.question().whole(cell.settings()), setting))
                    .ifPresent(value -> values.add(Cell.text(value)));
            if (values.size() > NAMED) {
                return setting
                        + " is "
                        + String.join(", ", List.copyOf(values).subList(0, NAMED))
                        + " and more.";
            }
        }
        return setting
                + (values.isEmpty()
                        ? " is not set in any cell."
                        : " is " + String.join(", ", values) + ".");
    }
}
