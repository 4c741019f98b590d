package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.output.InputNames;
import dev.stowage.scenario.CheckedYaml;
import dev.stowage.scenario.Distribution;
import dev.stowage.words.NearestName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a sweep: YAML, its schema, the settings that it names, its cells, and theirs issues. */
public final class SweepFile {
    private static final String SCHEMA = "/dev/stowage/schema/sweep.schema.json";

    private final Path file;
    private final CheckedYaml yaml;
    private final JsonNode root;
    private final Question question;
    private final List<Issue> issues = new ArrayList<>();

    private SweepFile(Path file, CheckedYaml yaml, Question question) {
        this.file = file;
        this.yaml = yaml;
        this.root = yaml.root();
        this.question = question;
    }

    /**
     * The sweep in a file.
     *
     * @param questions what may be asked
     * @param mostCells a sweep with more cells is refused
     * @throws InputException with all issues of the file, and then of all cells
     */
    public static Sweep read(Path file, List<Question> questions, long mostCells) {
        CheckedYaml yaml = CheckedYaml.read(file, "a sweep in YAML", SCHEMA);
        String asked = yaml.root().get("question").textValue();
        List<String> names = questions.stream().map(Question::name).toList();
        Question question =
                questions.stream()
                        .filter(each -> each.name().equals(asked))
                        .findFirst()
                        .orElseThrow(() -> unknownQuestion(yaml, asked, names));
        return new SweepFile(file, yaml, question).sweep(mostCells);
    }

    private static InputException unknownQuestion(
            CheckedYaml yaml, String asked, List<String> names) {
        return InputException.of(
                List.of(
                        yaml.issue(
                                "/question",
                                "\"" + asked + "\"",
                                "one of " + String.join(", ", names),
                                NearestName.question(asked, names).orElse(null))));
    }

    private Sweep sweep(long mostCells) {
        JsonNode given = root.get("base");
        Path baseFile = given.isTextual() ? file.resolveSibling(given.textValue()) : file;
        ObjectNode base =
                given instanceof ObjectNode map
                        ? map
                        : CheckedYaml.map(baseFile, "the base of a sweep in YAML");
        Map<String, JsonNode> uncertain = new LinkedHashMap<>();
        List<List<Axis>> groups = groups(uncertain);
        Optional<Sweep.Sample> sample = sample(uncertain, groups);
        refuseIssues();
        refuseTwice(groups);
        CellProduct product = new CellProduct(base, groups);
        refuseTooMany(product.size(), mostCells);
        List<Cell> cells = product.cells(maps("include"), maps("exclude"), this::knownPath);
        product.idle().forEach(at -> issues.add(idle(at)));
        List<Check> checks = checks(product.columns());
        refuseIssues();
        if (cells.isEmpty()) {
            throw InputException.of(
                    file, "no cell that is not excluded", "at least one cell", "Exclude less.");
        }
        Sweep sweep =
                new Sweep(
                        root.path("name").asText(InputNames.base(file)),
                        question,
                        baseFile,
                        base,
                        product.columns(),
                        cells,
                        product.duplicates(),
                        checks,
                        sample);
        new CellIssues(file, sweep).refuse();
        new ConditionIssues(yaml, sweep).refuse();
        return sweep;
    }

    private void refuseIssues() {
        if (!issues.isEmpty()) {
            throw InputException.of(issues);
        }
    }

    /** A setting that two groups set would silently have the values of the last one. */
    private void refuseTwice(List<List<Axis>> groups) {
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
        refuseIssues();
    }

    private Issue idle(int at) {
        return yaml.issue(
                "/exclude/" + at,
                Cell.text(root.at("/exclude/" + at)) + ", which no cell has",
                "values that a cell has together",
                "Correct it or remove it.");
    }

    private void refuseTooMany(double size, long mostCells) {
        if (size > mostCells) {
            throw InputException.of(
                    file,
                    String.format(java.util.Locale.ROOT, "%,.0f cells", size),
                    String.format(java.util.Locale.ROOT, "at most %,d", mostCells),
                    "Vary less, or say --yes.");
        }
    }

    private List<List<Axis>> groups(Map<String, JsonNode> uncertain) {
        List<List<Axis>> groups = new ArrayList<>();
        for (var entry : root.path("vary").properties()) {
            String pointer = "/vary/" + entry.getKey().replace("~", "~0").replace("/", "~1");
            if (Distribution.isMeant(entry.getValue())) {
                knownPath(entry.getKey(), pointer);
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
        return groups;
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
        knownPath(name, pointer);
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
                knownPath(setting.getKey(), pointer);
                changes.put(setting.getKey(), setting.getValue());
            }
            choices.add(new Axis.Choice(alternatives.textNode(entry.getKey()), changes));
        }
        return new Axis(name, choices);
    }

    private List<ObjectNode> maps(String key) {
        List<ObjectNode> maps = new ArrayList<>();
        for (JsonNode each : root.path(key)) {
            maps.add((ObjectNode) each);
        }
        return maps;
    }

    private Optional<Sweep.Sample> sample(
            Map<String, JsonNode> uncertain, List<List<Axis>> groups) {
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

    private List<Check> checks(List<String> columns) {
        List<Check> checks = new ArrayList<>();
        int at = 0;
        for (JsonNode each : root.path("checks")) {
            String pointer = "/checks/" + at++;
            Check.parse(each.textValue())
                    .ifPresentOrElse(
                            check -> {
                                checks.add(check);
                                refuseImpossible(check, pointer);
                                check.where()
                                        .forEach(one -> known(one.setting(), columns, pointer));
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

    private void known(String setting, List<String> columns, String pointer) {
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

    private void knownPath(String path) {
        knownPath(path, "/include");
    }

    private void knownPath(String path, String pointer) {
        if (!question.settings().contains(path) && !question.isFree(path)) {
            issues.add(
                    yaml.issue(
                            pointer,
                            "\"" + path + "\"",
                            "a setting of " + question.name(),
                            SettingPath.nearest(path, question.settings())));
        }
    }
}
