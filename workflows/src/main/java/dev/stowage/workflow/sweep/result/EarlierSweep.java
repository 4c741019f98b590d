package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sweep of an earlier night, from its {@code sweep.json}.
 *
 * @param version of the product that made it
 * @param base settings that its cells shared
 * @param inputs SHA-256 of its input files
 * @param cells its cells
 */
public record EarlierSweep(
        String version, ObjectNode base, Map<String, String> inputs, List<EarlierCell> cells) {
    public EarlierSweep {
        base = base.deepCopy();
        inputs = Map.copyOf(inputs);
        cells = List.copyOf(cells);
    }

    /** A cell as it was; {@code choices} are what varies in one spelling. */
    record EarlierCell(
            String choices, String label, ObjectNode settings, Map<String, String> figures) {}

    /** A cell of this sweep as it was, if it was there. */
    Optional<EarlierCell> cell(Cell now) {
        String choices = choices(now);
        return cells.stream().filter(each -> each.choices().equals(choices)).findFirst();
    }

    /** A copy, as JSON nodes can be changed. */
    @Override
    public ObjectNode base() {
        return base.deepCopy();
    }

    /** What varies, in one spelling. */
    static String choices(Cell cell) {
        return Cell.canonical(Json.mapper().valueToTree(cell.choices()));
    }

    /**
     * Reads the folder of an earlier sweep.
     *
     * @throws InputException if it holds none, or one that asked something else
     */
    public static EarlierSweep read(Path folder, Sweep now) {
        Path file = folder.resolve(SweepJson.FILE);
        if (!Files.isRegularFile(file)) {
            throw InputException.of(
                    folder,
                    "no " + SweepJson.FILE,
                    "the folder of an earlier sweep",
                    "Name what an earlier `stowage sweep -o` wrote.");
        }
        String text;
        JsonNode root;
        try {
            text = Files.readString(file);
            root = Json.mapper().readTree(text);
        } catch (IOException e) {
            throw InputException.of(file, "a file that can't be read", "sweep.json", null)
                    .causedBy(e);
        }
        if (!root.path("formatVersion").isInt()
                || root.get("formatVersion").intValue() != SweepJson.FORMAT_VERSION) {
            throw InputException.of(
                    file,
                    "format version " + root.path("formatVersion"),
                    "format version " + SweepJson.FORMAT_VERSION,
                    "Run the earlier sweep again with this version.");
        }
        refuseOther(file, "question", root.path("question").asText(), now.question().name());
        refuseOther(file, "name", root.path("name").asText(), now.name());
        return new EarlierSweep(
                root.path("version").asText(),
                (ObjectNode) root.get("base"),
                inputs(root),
                cells(root, (ObjectNode) root.get("base")));
    }

    private static void refuseOther(Path file, String key, String found, String expected) {
        if (!found.equals(expected)) {
            throw InputException.at(
                    file + ": " + key,
                    "another sweep, \"" + found + "\"",
                    "the same sweep as now, \"" + expected + "\"",
                    "Compare with an earlier night of the same sweep.");
        }
    }

    private static Map<String, String> inputs(JsonNode root) {
        Map<String, String> inputs = new LinkedHashMap<>();
        root.get("inputs")
                .properties()
                .forEach(each -> inputs.put(each.getKey(), each.getValue().asText()));
        return inputs;
    }

    private static List<EarlierCell> cells(JsonNode root, ObjectNode base) {
        List<EarlierCell> cells = new ArrayList<>();
        for (JsonNode each : root.get("cells")) {
            Map<String, JsonNode> choices = new LinkedHashMap<>();
            each.get("settings")
                    .properties()
                    .forEach(setting -> choices.put(setting.getKey(), setting.getValue()));
            ObjectNode settings =
                    CellSettings.whole(
                            base,
                            choices,
                            Optional.ofNullable(each.get("sets")).map(ObjectNode.class::cast));
            Cell cell = new Cell(choices, Json.mapper().createObjectNode());
            Map<String, String> figures = new LinkedHashMap<>();
            each.get("figures")
                    .properties()
                    .forEach(figure -> figures.put(figure.getKey(), figure.getValue().asText()));
            cells.add(new EarlierCell(choices(cell), cell.label(), settings, figures));
        }
        return cells;
    }
}
