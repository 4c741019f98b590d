package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.SettingPath;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The whole settings of a cell as {@code sweep.json} keeps them: what all cells share, with what
 * varies. A named alternative is kept by what it sets, as its name may mean something else
 * tomorrow.
 */
final class CellSettings {
    private CellSettings() {}

    /** What a cell sets, null where it has not what all share; empty if its choices say it. */
    static Optional<ObjectNode> sets(ObjectNode base, Cell cell) {
        if (isSame(whole(base, cell.choices(), Optional.empty()), cell.settings())) {
            return Optional.empty();
        }
        ObjectNode sets = base.objectNode();
        Map<String, JsonNode> is = leaves(cell.settings());
        differing(base, cell.settings()).forEach(path -> sets.set(path, is.get(path)));
        return Optional.of(sets);
    }

    /** The settings of a cell with these choices. */
    static ObjectNode whole(
            ObjectNode base, Map<String, JsonNode> choices, Optional<ObjectNode> sets) {
        ObjectNode whole = base.deepCopy();
        Map<String, JsonNode> given = new TreeMap<>(choices);
        sets.ifPresent(
                own -> {
                    given.clear();
                    own.properties().forEach(each -> given.put(each.getKey(), each.getValue()));
                });
        given.forEach(
                (path, value) -> {
                    if (value.isNull()) {
                        SettingPath.remove(whole, path);
                    } else {
                        SettingPath.set(whole, path, value);
                    }
                });
        return whole;
    }

    /** The paths at which settings differ; a list is one setting. */
    static Set<String> differing(ObjectNode before, ObjectNode now) {
        Map<String, JsonNode> was = leaves(before);
        Map<String, JsonNode> is = leaves(now);
        Set<String> paths = new TreeSet<>(was.keySet());
        paths.addAll(is.keySet());
        paths.removeIf(path -> Reasons.isSame(was.get(path), is.get(path)));
        return paths;
    }

    private static boolean isSame(ObjectNode a, ObjectNode b) {
        return differing(a, b).isEmpty();
    }

    /** Settings by their dotted paths. */
    static Map<String, JsonNode> leaves(JsonNode node) {
        Map<String, JsonNode> leaves = new TreeMap<>();
        add(node, "", leaves);
        return leaves;
    }

    private static void add(JsonNode node, String path, Map<String, JsonNode> leaves) {
        if (node.isObject()) {
            String start = path.isEmpty() ? "" : path + ".";
            node.properties().forEach(each -> add(each.getValue(), start + each.getKey(), leaves));
        } else {
            leaves.put(path, node);
        }
    }
}
