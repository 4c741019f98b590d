package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.basis.NearestName;
import dev.stowage.scenario.CheckedYaml;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code checks} of a sweep. */
final class SweepChecks {
    private final CheckedYaml yaml;
    private final Question question;
    private final SettingIssues paths;
    private final List<Issue> issues;

    /** What is wrong goes to {@code issues}. */
    SweepChecks(CheckedYaml yaml, Question question, SettingIssues paths, List<Issue> issues) {
        this.yaml = yaml;
        this.question = question;
        this.paths = paths;
        this.issues = issues;
    }

    /**
     * The checks.
     *
     * @param columns names of what varies
     */
    List<Check> all(List<String> columns) {
        List<Check> checks = new ArrayList<>();
        int at = 0;
        for (JsonNode each : yaml.root().path("checks")) {
            String pointer = "/checks/" + at++;
            Check.parse(each.textValue())
                    .ifPresentOrElse(
                            check -> {
                                checks.add(check);
                                refuseImpossible(check, pointer);
                                check.where()
                                        .forEach(
                                                one ->
                                                        paths.condition(
                                                                one.setting(), columns, pointer));
                            },
                            () ->
                                    issues.add(
                                            yaml.issue(
                                                    pointer,
                                                    "\"" + each.textValue() + "\"",
                                                    Check.FORM,
                                                    null)));
        }
        return checks;
    }

    private void refuseImpossible(Check check, String pointer) {
        question.figureNames()
                .filter(names -> !names.mayBe(check.figure()))
                .ifPresent(
                        names ->
                                issues.add(
                                        yaml.issue(
                                                pointer,
                                                "the figure \""
                                                        + check.figure()
                                                        + "\", which no cell has",
                                                "a figure of " + question.name(),
                                                NearestName.question(check.figure(), names.plain())
                                                        .orElse(
                                                                "Without the check, the head of"
                                                                        + " sweep.csv has them"
                                                                        + " all."))));
    }
}
