package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.json.Json;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.Sweep.Sample;
import dev.stowage.workflow.sweep.result.EarlierSweep.EarlierCell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which cells of two sweeps are the same. Draws are the same at the same point of the same sample,
 * also where a distribution was changed: both are the same quantiles. All other cells are the same
 * where all that varies has the same values.
 */
final class CellJoin {
    private final Optional<Sample> now;
    private final boolean isByPoint;
    private final Map<String, List<Integer>> points;
    private final Map<String, EarlierCell> byName = new HashMap<>();

    CellJoin(EarlierSweep earlier, Sweep sweep) {
        Optional<Sample> then = earlier.sample();
        now = sweep.sample();
        isByPoint = then.isPresent() && now.filter(then.get()::hasPointsOf).isPresent();
        points = points(now);
        Map<String, List<Integer>> earlierPoints = points(then);
        for (EarlierCell cell : earlier.cells()) {
            names(cell.choices(), earlierPoints).forEach(name -> byName.putIfAbsent(name, cell));
        }
    }

    /** A cell as it was; several where draws fall together that were different cells. */
    List<EarlierCell> before(Cell cell) {
        return names(cell.choices(), points).stream()
                .filter(byName::containsKey)
                .map(byName::get)
                .distinct()
                .toList();
    }

    /** Settings that a joined cell may have otherwise, as they are drawn. */
    Set<String> drawn() {
        return isByPoint ? Set.copyOf(now.map(Sample::inputs).orElse(List.of())) : Set.of();
    }

    /** A cell has several names where several points gave the same values. */
    private List<String> names(Map<String, JsonNode> choices, Map<String, List<Integer>> byRow) {
        List<Integer> known = isByPoint ? byRow.get(row(choices)) : null;
        if (known == null) {
            return List.of(canonical(choices));
        }
        Map<String, JsonNode> others = new LinkedHashMap<>(choices);
        others.keySet().removeAll(drawn());
        return known.stream().map(point -> "point " + point + canonical(others)).toList();
    }

    private String row(Map<String, JsonNode> choices) {
        Map<String, JsonNode> drawn = new LinkedHashMap<>(choices);
        drawn.keySet().retainAll(drawn());
        return canonical(drawn);
    }

    private static Map<String, List<Integer>> points(Optional<Sample> sample) {
        Map<String, List<Integer>> points = new HashMap<>();
        sample.ifPresent(
                known -> {
                    for (int i = 0; i < known.rows().size(); i++) {
                        Map<String, JsonNode> row = new LinkedHashMap<>();
                        for (int k = 0; k < known.inputs().size(); k++) {
                            row.put(known.inputs().get(k), known.rows().get(i).get(k));
                        }
                        points.computeIfAbsent(canonical(row), absent -> new ArrayList<>()).add(i);
                    }
                });
        return points;
    }

    private static String canonical(Map<String, JsonNode> choices) {
        return Cell.canonical(Json.mapper().valueToTree(choices));
    }
}
