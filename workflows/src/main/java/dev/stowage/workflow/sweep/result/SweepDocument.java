package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.effect.CapacityNeed;
import dev.stowage.workflow.sweep.effect.FigureEffects;
import dev.stowage.workflow.sweep.effect.MainEffect;
import dev.stowage.workflow.sweep.effect.SobolIndices;
import dev.stowage.workflow.sweep.figure.FigureReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A sweep as {@code sweep.json} has it, which the next night reads again.
 *
 * @param base settings that all cells share
 * @param inputs SHA-256 of its input files, by their paths
 * @param axes what varies
 * @param duplicates cells that repeat another
 * @param units of the figures; empty for a plain number
 * @param effects what decides the first figures
 * @param capacity how much is enough how often, by slice
 */
record SweepDocument(
        int formatVersion,
        String name,
        String question,
        String version,
        ObjectNode base,
        Map<String, String> inputs,
        List<String> axes,
        @JsonInclude(Include.NON_NULL) Sweep.@Nullable Sample sample,
        int duplicates,
        Map<String, String> units,
        List<Cell> cells,
        List<Check> checks,
        List<Effect> effects,
        List<Need> capacity,
        @JsonInclude(Include.NON_NULL) @Nullable ChangesDocument changes) {
    static final int FORMAT_VERSION = 2;

    SweepDocument {
        base = base.deepCopy();
        inputs = new TreeMap<>(inputs);
        axes = List.copyOf(axes);
        cells = List.copyOf(cells);
        checks = List.copyOf(checks);
        effects = List.copyOf(effects);
        capacity = List.copyOf(capacity);
    }

    static SweepDocument of(SweepResult result) {
        Map<String, String> units = new LinkedHashMap<>();
        result.figures().forEach(figure -> units.put(figure, FigureReader.unit(figure)));
        ObjectNode base = result.sweep().base();
        return new SweepDocument(
                FORMAT_VERSION,
                result.sweep().name(),
                result.sweep().question().name(),
                SweepResult.version(),
                base,
                Reasons.inputs(result.cells()),
                result.sweep().axes(),
                result.sweep().sample().orElse(null),
                result.sweep().duplicates(),
                units,
                result.cells().stream().map(each -> Cell.of(each, result.sweep())).toList(),
                result.outcomes().stream().map(Check::of).toList(),
                result.effects().stream().map(Effect::of).toList(),
                Need.of(result.needs()),
                result.changes().map(ChangesDocument::of).orElse(null));
    }

    /**
     * A cell.
     *
     * @param settings values of what varies
     * @param sets where named alternatives vary: what differs from the base, by paths; null for
     *     what is not given
     * @param reason why it has no answer
     */
    record Cell(
            Map<String, JsonNode> settings,
            @JsonInclude(Include.NON_NULL) @Nullable ObjectNode sets,
            String key,
            String state,
            @JsonInclude(Include.NON_NULL) @Nullable String reason,
            Map<String, Figure> figures) {
        static Cell of(CellResult result, Sweep sweep) {
            String reason = sweep.reason(result);
            Map<String, Figure> figures = new LinkedHashMap<>();
            result.figures().forEach((name, literal) -> figures.put(name, new Figure(literal)));
            return new Cell(
                    result.cell().choices(),
                    CellSettings.sets(sweep.base(), result.cell()).orElse(null),
                    result.key(),
                    result.state().text(),
                    reason.isEmpty() ? null : reason,
                    figures);
        }
    }

    /** A number or a yes or no, as the answer spells it. */
    record Figure(@JsonValue @JsonRawValue String literal) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Figure of(JsonNode node) {
            return new Figure(node.asText());
        }
    }

    /**
     * A check.
     *
     * @param open why it could not be decided
     * @param broken a line for each cell that breaks it
     */
    record Check(
            String check,
            boolean holds,
            int cells,
            @JsonInclude(Include.NON_NULL) @Nullable String open,
            List<String> broken) {
        static Check of(SweepResult.Outcome outcome) {
            return new Check(
                    outcome.check().text(),
                    outcome.holds(),
                    outcome.cells(),
                    outcome.open().isEmpty() ? null : outcome.open(),
                    outcome.broken());
        }
    }

    /** What decides a figure; see {@link FigureEffects}. */
    record Effect(
            String figure,
            String slice,
            List<Setting> settings,
            List<String> untold,
            List<String> byChance,
            @JsonInclude(Include.NON_NULL) @Nullable Sobol sobol) {
        static Effect of(FigureEffects effects) {
            return new Effect(
                    effects.figure(),
                    effects.slice(),
                    effects.main().stream().map(Setting::of).toList(),
                    effects.untold(),
                    effects.byChance(),
                    effects.indices().map(Sobol::of).orElse(null));
        }
    }

    /** A main effect; the share is null where there is none. */
    record Setting(
            String setting, double swing, @Nullable Double share, List<MainEffect.Level> levels) {
        static Setting of(MainEffect main) {
            return new Setting(main.setting(), main.swing(), known(main.share()), main.levels());
        }
    }

    /** Sobol' indices. */
    record Sobol(int rows, int lost, List<Input> inputs) {
        static Sobol of(FigureEffects.Indices found) {
            return new Sobol(
                    found.rows(),
                    found.lost(),
                    found.byInput().entrySet().stream()
                            .map(
                                    each ->
                                            new Input(
                                                    each.getKey(),
                                                    Estimate.of(each.getValue().first()),
                                                    Estimate.of(each.getValue().total())))
                            .toList());
        }
    }

    /** Indices of an uncertain setting. */
    record Input(String input, Estimate first, Estimate total) {}

    /** Null for what is not a number: a figure that does not vary. */
    record Estimate(@Nullable Double value, @Nullable Double low, @Nullable Double high) {
        static Estimate of(SobolIndices.Estimate estimate) {
            return new Estimate(
                    known(estimate.value()), known(estimate.low()), known(estimate.high()));
        }
    }

    private static @Nullable Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** How much capacity is enough how often; see {@link CapacityNeed}. */
    record Need(
            String slice,
            String figure,
            boolean drawn,
            int cells,
            int unmet,
            int unanswered,
            List<CapacityNeed.Step> steps) {
        static List<Need> of(Map<String, CapacityNeed> bySlice) {
            return bySlice.entrySet().stream()
                    .map(each -> of(each.getKey(), each.getValue()))
                    .toList();
        }

        private static Need of(String slice, CapacityNeed need) {
            return new Need(
                    slice,
                    need.figure(),
                    need.isDrawn(),
                    need.cells(),
                    need.unmet(),
                    need.unanswered(),
                    need.steps());
        }

        CapacityNeed need() {
            return new CapacityNeed(figure, drawn, steps, cells, unmet, unanswered);
        }
    }
}
