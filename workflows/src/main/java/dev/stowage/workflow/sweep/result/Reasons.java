package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.SettingPath;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.Sweep.Sample;
import dev.stowage.workflow.sweep.result.EarlierSweep.EarlierCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What differs between the inputs of two sweeps: version, settings that cells share, files. */
final class Reasons {
    private static final int SHORT = 12;

    private Reasons() {}

    static List<String> between(
            EarlierSweep earlier,
            Sweep sweep,
            List<CellResult> cells,
            CellJoin join,
            InputArchive archive) {
        List<String> reasons = new ArrayList<>();
        if (!earlier.version().equals(SweepResult.version())) {
            reasons.add(
                    "product version: "
                            + earlier.version()
                            + " before, "
                            + SweepResult.version()
                            + " now");
        }
        Map<String, String> before = new TreeMap<>(earlier.inputs());
        Map<String, String> now = inputs(cells);
        Map<String, String> renamed = renamed(before, now);
        reasons.addAll(settings(earlier.base(), sweep.base(), renamed));
        reasons.addAll(samples(earlier.sample(), sweep.sample()));
        reasons.addAll(alternatives(earlier, sweep, cells, join, renamed));
        renamed.forEach((was, is) -> reasons.add(was + ": renamed " + is + ", same content"));
        before.keySet().removeAll(renamed.keySet());
        now.keySet().removeAll(renamed.values());
        reasons.addAll(files(before, now, archive));
        return reasons;
    }

    /** Files that are gone, by name, with the new name under which their content is there. */
    static Map<String, String> renamed(Map<String, String> before, Map<String, String> now) {
        Map<String, String> renamed = new TreeMap<>();
        before.forEach(
                (was, hash) ->
                        now.entrySet().stream()
                                .filter(each -> each.getValue().equals(hash))
                                .map(Map.Entry::getKey)
                                .filter(is -> !now.containsKey(was) && !before.containsKey(is))
                                .filter(is -> !renamed.containsValue(is))
                                .findFirst()
                                .ifPresent(is -> renamed.put(was, is)));
        return renamed;
    }

    /** What differs between the settings that cells share. */
    private static List<String> settings(
            JsonNode before, JsonNode now, Map<String, String> renamed) {
        Map<String, JsonNode> was = CellSettings.leaves(before);
        Map<String, JsonNode> is = CellSettings.leaves(now);
        List<String> reasons = new ArrayList<>();
        TreeSet<String> paths = new TreeSet<>(was.keySet());
        paths.addAll(is.keySet());
        for (String path : paths) {
            String name = renamed.get(shown(was.get(path)));
            if (!isSame(was.get(path), is.get(path)) && !shown(is.get(path)).equals(name)) {
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

    /** What differs between the samples and their distributions. */
    private static List<String> samples(Optional<Sample> before, Optional<Sample> now) {
        List<String> reasons = new ArrayList<>();
        Map<String, JsonNode> was = before.map(Sample::distributions).orElse(Map.of());
        Map<String, JsonNode> is = now.map(Sample::distributions).orElse(Map.of());
        String wasDrawn = before.map(Reasons::shown).orElse("none");
        String isDrawn = now.map(Reasons::shown).orElse("none");
        boolean isByPoint = wasDrawn.equals(isDrawn);
        if (!isByPoint) {
            reasons.add("sample: " + wasDrawn + " before, " + isDrawn + " now");
        }
        Set<String> inputs = new TreeSet<>(was.keySet());
        inputs.addAll(is.keySet());
        for (String input : inputs) {
            if (!isSame(was.get(input), is.get(input))) {
                reasons.add(
                        input
                                + ": "
                                + distribution(was.get(input))
                                + " before, "
                                + distribution(is.get(input))
                                + " now"
                                + (isByPoint ? ", compared draw by draw" : ""));
            }
        }
        return reasons;
    }

    private static String shown(Sample sample) {
        return sample.points()
                + " points by "
                + sample.method()
                + " of "
                + String.join(", ", sample.inputs())
                + (sample.hasIndices() ? " with indices" : "")
                + ", seed "
                + sample.seed();
    }

    /** {@code triangular [1.0, 1.15, 1.5]}. */
    private static String distribution(@Nullable JsonNode given) {
        return given == null
                ? "not drawn"
                : "drawn from "
                        + given.toString()
                                .replaceAll("[{}\"]", "")
                                .replace(":", " ")
                                .replace(",", ", ");
    }

    /**
     * What cells have otherwise beside what all share: named alternatives that set other values.
     */
    private static List<String> alternatives(
            EarlierSweep earlier,
            Sweep sweep,
            List<CellResult> cells,
            CellJoin join,
            Map<String, String> renamed) {
        Map<String, List<String>> byChange = new LinkedHashMap<>();
        Set<String> shared = CellSettings.differing(earlier.base(), sweep.base());
        shared.addAll(join.drawn());
        for (CellResult each : cells) {
            ObjectNode now = each.cell().settings();
            ObjectNode before =
                    join.before(each.cell()).stream()
                            .map(EarlierCell::settings)
                            .findFirst()
                            .orElse(now);
            for (String path : CellSettings.differing(before, now)) {
                String was = shown(SettingPath.get(before, path).orElse(null));
                String is = shown(SettingPath.get(now, path).orElse(null));
                if (!shared.contains(path) && !is.equals(renamed.get(was))) {
                    String change = path + ": " + was + " before, " + is + " now";
                    byChange.computeIfAbsent(change, absent -> new ArrayList<>())
                            .add(each.cell().label());
                }
            }
        }
        List<String> reasons = new ArrayList<>();
        byChange.forEach(
                (change, labels) ->
                        reasons.add(
                                change
                                        + " ("
                                        + labels.get(0)
                                        + (labels.size() == 1
                                                ? ")"
                                                : " and " + (labels.size() - 1) + " more)")));
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
