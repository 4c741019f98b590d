package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.RecordReader;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.effect.CapacityNeed;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A sweep of an earlier night, from its {@code sweep.json}.
 *
 * @param version of the product that made it
 * @param base settings that its cells shared
 * @param inputs SHA-256 of its input files
 * @param cells its cells
 * @param needs how much capacity was enough in {@value CapacityNeed#OFTEN} of its cells, by slice
 * @param sample how its uncertain settings were drawn; empty if there are none
 */
public record EarlierSweep(
        String version,
        ObjectNode base,
        Map<String, String> inputs,
        List<EarlierCell> cells,
        Map<String, Double> needs,
        Optional<Sweep.Sample> sample) {
    private static final Pattern NUMBER =
            Pattern.compile("(?<==)-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?(?=, |$)");

    private static final RecordReader READER =
            new RecordReader(
                    "sweep.json of this version", "Run the earlier sweep again with this version.");

    public EarlierSweep {
        base = base.deepCopy();
        inputs = Map.copyOf(inputs);
        cells = List.copyOf(cells);
        needs = Map.copyOf(needs);
    }

    /** How much was enough in a slice, however its numbers are spelled; null if nobody knows. */
    @Nullable Double need(String slice) {
        return needs.get(plain(slice));
    }

    private static String plain(String slice) {
        return NUMBER.matcher(slice)
                .replaceAll(
                        found ->
                                new BigDecimal(found.group()).stripTrailingZeros().toPlainString());
    }

    /** A cell as it was; {@code choices} are what varies. */
    record EarlierCell(
            Map<String, JsonNode> choices,
            String label,
            ObjectNode settings,
            Map<String, String> figures) {}

    /** A copy, as JSON nodes can be changed. */
    @Override
    public ObjectNode base() {
        return base.deepCopy();
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
        SweepDocument then = READER.read(file, SweepDocument.class);
        if (then.formatVersion() != SweepDocument.FORMAT_VERSION) {
            throw InputException.of(
                    file,
                    "format version " + then.formatVersion(),
                    "format version " + SweepDocument.FORMAT_VERSION,
                    READER.remedy());
        }
        refuseOther(file, "question", then.question(), now.question().name());
        refuseOther(file, "name", then.name(), now.name());
        return new EarlierSweep(
                then.version(),
                then.base(),
                then.inputs(),
                then.cells().stream().map(each -> cell(each, then.base())).toList(),
                needs(then.capacity()),
                Optional.ofNullable(then.sample()));
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

    private static Map<String, Double> needs(List<SweepDocument.Need> all) {
        Map<String, Double> needs = new LinkedHashMap<>();
        all.forEach(
                each -> needs.put(plain(each.slice()), each.need().enoughIn(CapacityNeed.OFTEN)));
        return needs;
    }

    private static EarlierCell cell(SweepDocument.Cell then, ObjectNode base) {
        Map<String, String> figures = new LinkedHashMap<>();
        then.figures().forEach((name, figure) -> figures.put(name, figure.literal()));
        return new EarlierCell(
                then.settings(),
                new Cell(then.settings(), base).label(),
                CellSettings.whole(base, then.settings(), Optional.ofNullable(then.sets())),
                figures);
    }
}
