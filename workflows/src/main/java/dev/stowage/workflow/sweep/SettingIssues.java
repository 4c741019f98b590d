package dev.stowage.workflow.sweep;

import dev.stowage.basis.InputException.Issue;
import dev.stowage.scenario.CheckedYaml;
import java.util.ArrayList;
import java.util.List;

/** Finds names of settings that are none, with the nearest that are. */
final class SettingIssues {
    private final CheckedYaml yaml;
    private final Question question;
    private final List<Issue> issues;

    SettingIssues(CheckedYaml yaml, Question question, List<Issue> issues) {
        this.yaml = yaml;
        this.question = question;
        this.issues = issues;
    }

    /** Names a setting that the question has not. */
    void known(String path, String pointer) {
        if (!question.settings().contains(path) && !question.isFree(path)) {
            issues.add(
                    yaml.issue(
                            pointer,
                            "\"" + path + "\"",
                            "a setting of " + question.name(),
                            SettingPath.nearest(path, question.settings())));
        }
    }

    /** Names a setting of a condition that is none. */
    void condition(String setting, List<String> columns, String pointer) {
        if (!columns.contains(setting)) {
            List<String> known = new ArrayList<>(columns);
            known.addAll(question.settings());
            if (!known.contains(setting) && !question.isFree(setting)) {
                issues.add(
                        yaml.issue(
                                pointer,
                                "the unknown setting \"" + setting + "\"",
                                "what varies, or a setting of " + question.name(),
                                SettingPath.nearest(setting, known)));
            }
        }
    }
}
