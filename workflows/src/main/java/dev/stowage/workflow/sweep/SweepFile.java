package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.basis.NearestName;
import dev.stowage.output.InputNames;
import dev.stowage.scenario.CheckedYaml;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        SettingIssues paths = new SettingIssues(yaml, question, issues);
        SweepAxes axes = new SweepAxes(yaml, paths, issues);
        refuseIssues();
        axes.refuseTwice();
        refuseIssues();
        CellProduct product = new CellProduct(base, axes.groups());
        refuseTooMany(product.size(), mostCells);
        List<Cell> cells =
                product.cells(
                        maps("include"), maps("exclude"), path -> paths.known(path, "/include"));
        product.idle().forEach(at -> issues.add(idle(at)));
        List<Check> checks = new SweepChecks(yaml, question, paths, issues).all(product.columns());
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
                        axes.sample());
        new CellIssues(file, sweep).refuse();
        new ConditionIssues(yaml, sweep).refuse();
        return sweep;
    }

    private void refuseIssues() {
        if (!issues.isEmpty()) {
            throw InputException.of(issues);
        }
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

    private List<ObjectNode> maps(String key) {
        List<ObjectNode> maps = new ArrayList<>();
        for (JsonNode each : root.path(key)) {
            maps.add((ObjectNode) each);
        }
        return maps;
    }
}
