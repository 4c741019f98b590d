package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.scenario.CheckedYaml;
import dev.stowage.scenario.uncertain.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what varies: {@code vary}, {@code zip} and {@code sample} of a sweep. */
final class SweepAxes {
    private final CheckedYaml yaml;
    private final JsonNode root;
    private final SettingIssues paths;
    private final List<Issue> issues;
    private final Map<String, JsonNode> uncertain = new LinkedHashMap<>();
    private final List<List<Axis>> groups = new ArrayList<>();
    private final Optional<Sweep.Sample> sample;

    /** Reads; what is wrong goes to {@code issues}. */
    SweepAxes(CheckedYaml yaml, SettingIssues paths, List<Issue> issues) {
        this.yaml = yaml;
        this.root = yaml.root();
        this.paths = paths;
        this.issues = issues;
        read();
        sample = drawn();
    }

    /** Axes that go together, group by group; the draws come first. */
    List<List<Axis>> groups() {
        return groups;
    }

    /** How uncertain settings were drawn. */
    Optional<Sweep.Sample> sample() {
        return sample;
    }

    private void read() {
        for (var entry : root.path("vary").properties()) {
            String pointer = "/vary/" + entry.getKey().replace("~", "~0").replace("/", "~1");
            if (Distribution.isMeant(entry.getValue())) {
                paths.known(entry.getKey(), pointer);
                uncertain.put(entry.getKey(), entry.getValue());
            } else {
                axis(entry.getKey(), entry.getValue(), pointer)
                        .ifPresent(axis -> groups.add(List.of(axis)));
            }
        }
        int at = 0;
        for (JsonNode group : root.path("zip")) {
            groups.add(zipped(group, "/zip/" + at++));
        }
    }

    private List<Axis> zipped(JsonNode group, String pointer) {
        List<Axis> axes = new ArrayList<>();
        for (var entry : group.properties()) {
            axis(entry.getKey(), entry.getValue(), pointer).ifPresent(axes::add);
        }
        if (axes.stream().mapToInt(axis -> axis.options().size()).distinct().count() > 1) {
            issues.add(
                    yaml.issue(
                            pointer,
                            String.join(
                                    " and ",
                                    axes.stream()
                                            .map(a -> a.options().size() + " values of " + a.name())
                                            .toList()),
                            "equally many of each",
                            null));
        }
        return axes;
    }

    private Optional<Axis> axis(String name, JsonNode given, String pointer) {
        if (given instanceof ObjectNode alternatives && !alternatives.isEmpty()) {
            return Optional.of(alternatives(name, alternatives, pointer));
        }
        paths.known(name, pointer);
        Optional<List<JsonNode>> values = ValueList.of(given);
        if (values.isEmpty()) {
            issues.add(
                    yaml.issue(
                            pointer,
                            given.isEmpty() && given.isContainerNode()
                                    ? "nothing"
                                    : "\"" + Cell.text(given) + "\"",
                            ValueList.FORM,
                            null));
        }
        return values.map(
                list ->
                        new Axis(
                                name,
                                list.stream().map(each -> Axis.Choice.of(name, each)).toList()));
    }

    private Axis alternatives(String name, ObjectNode alternatives, String pointer) {
        List<Axis.Choice> choices = new ArrayList<>();
        for (var entry : alternatives.properties()) {
            Map<String, JsonNode> changes = new LinkedHashMap<>();
            if (!entry.getValue().isObject()) {
                issues.add(
                        yaml.issue(
                                pointer,
                                "\"" + Cell.text(entry.getValue()) + "\" for " + entry.getKey(),
                                "a map of settings and their values",
                                null));
            }
            for (var setting : entry.getValue().properties()) {
                paths.known(setting.getKey(), pointer);
                changes.put(setting.getKey(), setting.getValue());
            }
            choices.add(new Axis.Choice(alternatives.textNode(entry.getKey()), changes));
        }
        return new Axis(name, choices);
    }

    private Optional<Sweep.Sample> drawn() {
        JsonNode wanted = root.path("sample");
        if (wanted.isMissingNode() != uncertain.isEmpty()) {
            issues.add(
                    uncertain.isEmpty()
                            ? yaml.issue(
                                    "/sample",
                                    "a sample, and no setting with a distribution",
                                    "one as in workload.growth: {normal: [1.2, 0.05]}",
                                    null)
                            : yaml.issue(
                                    "/vary",
                                    "a distribution, and no sample",
                                    "sample: {method: latin-hypercube, n: 100}",
                                    null));
        }
        if (wanted.isMissingNode() || uncertain.isEmpty()) {
            return Optional.empty();
        }
        SampleDesign design =
                SampleDesign.of(
                        wanted,
                        uncertain,
                        issue ->
                                issues.add(
                                        yaml.issue(
                                                "/vary/" + issue.place(),
                                                issue.found(),
                                                issue.expected(),
                                                issue.remedy())));
        groups.addAll(0, design.groups());
        return Optional.of(design.sample());
    }

    /** A setting that two groups set would silently have the values of the last one. */
    void refuseTwice() {
        Map<String, Axis> setBy = new LinkedHashMap<>();
        for (Axis axis : groups.stream().flatMap(List::stream).toList()) {
            for (String path : axis.paths()) {
                Axis other = setBy.putIfAbsent(path, axis);
                if (other != null) {
                    issues.add(
                            yaml.issue(
                                    "",
                                    path + " set by " + other.name() + " and by " + axis.name(),
                                    "each setting in one place of vary and zip",
                                    "Remove it from one of them."));
                }
            }
        }
    }
}
