package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.SettingPath;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.result.Changes.Change;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Why figures changed: changed cells are asked again with one input as it was, one at a time.
 *
 * @param parts what each input does to each figure
 * @param left inputs that can't be changed back, with the reason
 * @param cells number of cells that were asked again
 * @param asked number of answers: of each cell one for each input
 */
public record Explanation(List<Part> parts, List<String> left, int cells, int asked) {
    public Explanation {
        parts = List.copyOf(parts);
        left = List.copyOf(left);
    }

    /**
     * What an input does to a figure of a cell.
     *
     * @param change of the figure
     * @param input that was changed back
     * @param isAnswered true if the cell has an answer with that input as it was
     * @param with the figure with that input as it was; empty if the answer has no such figure
     */
    public record Part(Change change, String input, boolean isAnswered, String with) {
        /** The figure for people. */
        public String withInWords() {
            return !isAnswered
                    ? "without an answer"
                    : with.equals(change.before())
                            ? change.beforeInWords()
                            : with.equals(change.after())
                                    ? change.afterInWords()
                                    : Change.rounded(with);
        }

        /** True if the figure does not depend on the input. */
        public boolean isWithoutEffect() {
            return isAnswered && with.equals(change.after());
        }
    }

    /** A way to change settings back. */
    private record Back(String input, Function<Cell, ObjectNode> settings) {}

    /**
     * Explains the first figures of a sweep's changes.
     *
     * @param ask answers cells
     */
    static Explanation of(
            SweepResult result,
            EarlierSweep earlier,
            InputArchive archive,
            Function<List<Cell>, List<CellResult>> ask) {
        List<String> left = new ArrayList<>();
        CellJoin join = new CellJoin(earlier, result.sweep());
        List<Change> changes = ChangeSentences.leading(result);
        Set<String> labels = new LinkedHashSet<>();
        changes.stream().map(Change::cell).forEach(labels::add);
        List<Cell> changed =
                result.cells().stream()
                        .map(CellResult::cell)
                        .filter(cell -> labels.contains(cell.label()))
                        .filter(cell -> join.before(cell).size() == 1)
                        .toList();
        if (changed.size() < labels.size()) {
            left.add("draws that fall together and were different cells");
        }
        List<Back> backs = new ArrayList<>(settings(join, changed));
        backs.addAll(files(result, earlier, archive, left));
        if (!earlier.version().equals(SweepResult.version())) {
            left.add("product version: the earlier one is not here");
        }
        List<Cell> cells = new ArrayList<>();
        Map<String, Integer> places = new LinkedHashMap<>();
        for (Cell each : changed) {
            for (Back back : backs) {
                places.put(each.label() + "\n" + back.input(), cells.size());
                cells.add(changed(each, back));
            }
        }
        List<CellResult> answers = ask.apply(cells);
        List<Part> parts = new ArrayList<>();
        for (Change change : changes) {
            for (Back back : backs) {
                Integer at = places.get(change.cell() + "\n" + back.input());
                if (at != null) {
                    CellResult answer = answers.get(at);
                    String with = answer.figures().getOrDefault(change.figure(), "");
                    parts.add(new Part(change, back.input(), answer.isDone(), with));
                }
            }
        }
        return new Explanation(parts, left, changed.size(), cells.size());
    }

    private static Cell changed(Cell cell, Back back) {
        return new Cell(cell.choices(), back.settings().apply(cell));
    }

    /** Every setting that some of these cells had otherwise: of all cells, or of an alternative. */
    private static List<Back> settings(CellJoin join, List<Cell> cells) {
        Map<Cell, ObjectNode> before = new LinkedHashMap<>();
        Set<String> paths = new TreeSet<>();
        for (Cell cell : cells) {
            join.before(cell)
                    .forEach(
                            was -> {
                                before.put(cell, was.settings());
                                paths.addAll(
                                        CellSettings.differing(was.settings(), cell.settings()));
                            });
        }
        return paths.stream()
                .map(path -> new Back(path, cell -> back(cell.settings(), path, before.get(cell))))
                .toList();
    }

    private static ObjectNode back(ObjectNode settings, String path, @Nullable ObjectNode before) {
        Optional<JsonNode> old =
                Optional.ofNullable(before).flatMap(was -> SettingPath.get(was, path));
        if (old.isPresent()) {
            SettingPath.set(settings, path, old.get());
        } else if (before != null) {
            SettingPath.remove(settings, path);
        }
        return settings;
    }

    private static List<Back> files(
            SweepResult result, EarlierSweep earlier, InputArchive archive, List<String> left) {
        List<Back> backs = new ArrayList<>();
        Reasons.inputs(result.cells())
                .forEach(
                        (name, hash) -> {
                            String was = earlier.inputs().getOrDefault(name, "");
                            if (was.isEmpty() || was.equals(hash)) {
                                return;
                            }
                            Optional<Path> old = archive.find(was);
                            if (old.isEmpty()) {
                                left.add(name + ": what it held before is not kept");
                            } else if (!isNamed(result.sweep(), name)) {
                                left.add(name + ": it is named in another file");
                            } else {
                                backs.add(old(name, old.get()));
                            }
                        });
        return backs;
    }

    private static Back old(String name, Path path) {
        return new Back(name, cell -> (ObjectNode) replaced(cell.settings(), name, path));
    }

    private static boolean isNamed(Sweep sweep, String name) {
        return sweep.cells().stream()
                .anyMatch(
                        cell ->
                                !replaced(cell.settings(), name, Path.of("/"))
                                        .equals(cell.settings()));
    }

    private static JsonNode replaced(JsonNode node, String name, Path by) {
        if (node.isTextual() && node.textValue().equals(name)) {
            return TextNode.valueOf(by.toAbsolutePath().toString());
        }
        if (node instanceof ObjectNode map) {
            ObjectNode copy = map.objectNode();
            map.properties()
                    .forEach(each -> copy.set(each.getKey(), replaced(each.getValue(), name, by)));
            return copy;
        }
        if (node instanceof ArrayNode list) {
            ArrayNode copy = list.arrayNode();
            list.forEach(each -> copy.add(replaced(each, name, by)));
            return copy;
        }
        return node;
    }
}
