package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What differs between the inputs of two sweeps: version, settings that cells share, files. */
final class Reasons {
    private static final int SHORT = 12;

    private Reasons() {}

    static List<String> between(
            EarlierSweep earlier, Sweep sweep, List<CellResult> cells, InputArchive archive) {
        List<String> reasons = new ArrayList<>();
        if (!earlier.version().equals(SweepResult.version())) {
            reasons.add(
                    "product version: "
                            + earlier.version()
                            + " before, "
                            + SweepResult.version()
                            + " now");
        }
        reasons.addAll(settings(earlier.base(), sweep.base()));
        reasons.addAll(files(earlier.inputs(), inputs(cells), archive));
        return reasons;
    }

    /** What differs between the settings that cells share. */
    private static List<String> settings(JsonNode before, JsonNode now) {
        Map<String, JsonNode> was = leaves(before);
        Map<String, JsonNode> is = leaves(now);
        List<String> reasons = new ArrayList<>();
        TreeSet<String> paths = new TreeSet<>(was.keySet());
        paths.addAll(is.keySet());
        for (String path : paths) {
            if (!isSame(was.get(path), is.get(path))) {
                reasons.add(
                        path
                                + ": "
                                + shown(was.get(path))
                                + " before, "
                                + shown(is.get(path))
                                + " now");
            }
        }
        return reasons;
    }

    /** True if two values mean the same, however their numbers are spelled. */
    static boolean isSame(@Nullable JsonNode a, @Nullable JsonNode b) {
        if (a == null || b == null) {
            return Objects.equals(a, b);
        }
        return Cell.canonical(a).equals(Cell.canonical(b));
    }

    private static String shown(@Nullable JsonNode value) {
        return value == null ? "not given" : Cell.text(value);
    }

    /** Settings by their dotted paths; a list is one. */
    static Map<String, JsonNode> leaves(JsonNode node) {
        Map<String, JsonNode> leaves = new TreeMap<>();
        add(node, "", leaves);
        return leaves;
    }

    private static void add(JsonNode node, String path, Map<String, JsonNode> leaves) {
        if (node.isObject()) {
            node.properties()
                    .forEach(
                            each ->
                                    add(
                                            each.getValue(),
                                            path.isEmpty()
                                                    ? each.getKey()
                                                    : path + "." + each.getKey(),
                                            leaves));
        } else {
            leaves.put(path, node);
        }
    }

    /** The inputs of all cells by their paths. */
    static Map<String, String> inputs(List<CellResult> cells) {
        Map<String, String> inputs = new TreeMap<>();
        cells.forEach(cell -> inputs.putAll(cell.inputs()));
        return inputs;
    }

    private static List<String> files(
            Map<String, String> before, Map<String, String> now, InputArchive archive) {
        List<String> reasons = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            String was = before.get(name);
            String is = now.get(name);
            if (was == null || is == null) {
                reasons.add(
                        name + (was == null ? ": read now, not before" : ": read before, not now"));
            } else if (!was.equals(is)) {
                reasons.add(
                        name
                                + ": "
                                + moved(archive, was, is)
                                + " (SHA-256 "
                                + was.substring(0, SHORT)
                                + "… before, "
                                + is.substring(0, SHORT)
                                + "… now)");
            }
        }
        return reasons;
    }

    private static String moved(InputArchive archive, String was, String is) {
        return archive.find(was)
                .flatMap(
                        before -> archive.find(is).map(now -> InputDifference.between(before, now)))
                .orElse("other content");
    }
}
