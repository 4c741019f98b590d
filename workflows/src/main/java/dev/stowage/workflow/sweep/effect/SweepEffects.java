package dev.stowage.workflow.sweep.effect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.effect.FigureEffects.Indices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What decides figures, and how much capacity is enough, slice by slice: the cells of a sample that
 * share all settings besides the drawn ones are a slice; without a sample all cells are one.
 */
public final class SweepEffects {
    /** Fewer rows say nothing about a variance. */
    private static final int FEWEST_ROWS = 8;

    /** An effect of draws is told if chance gives one like it in so few figures at most. */
    private static final double DOUBT = 0.05;

    private final Sweep sweep;
    private final Map<String, List<CellResult>> slices = new LinkedHashMap<>();

    public SweepEffects(Sweep sweep, List<CellResult> cells) {
        this.sweep = sweep;
        for (CellResult cell : cells) {
            slices.computeIfAbsent(slice(cell.cell()), absent -> new ArrayList<>()).add(cell);
        }
    }

    private String slice(Cell cell) {
        if (sweep.sample().isEmpty()) {
            return "";
        }
        Map<String, JsonNode> others = new LinkedHashMap<>(cell.choices());
        others.keySet().removeAll(inputs());
        return others.isEmpty() ? "" : new Cell(others, cell.settings()).label();
    }

    private List<String> inputs() {
        return sweep.sample().map(Sweep.Sample::inputs).orElse(List.of());
    }

    /** What decides some figures, in their order, and of each slice by slice. */
    public List<FigureEffects> of(List<String> figures) {
        List<FigureEffects> effects = new ArrayList<>();
        for (String figure : figures) {
            slices.forEach((slice, cells) -> effects.add(of(figure, slice, cells)));
        }
        return effects;
    }

    private FigureEffects of(String figure, String slice, List<CellResult> cells) {
        List<CellResult> known =
                drawn(cells).stream()
                        .filter(cell -> Double.isFinite(sweep.value(cell, figure)))
                        .toList();
        List<ComparableCells> parts =
                sweep.sample().isEmpty()
                        ? ComparableCells.of(sweep.axes(), known)
                        : inputs().stream()
                                .map(each -> new ComparableCells(List.of(each), known, true))
                                .toList();
        boolean isBalanced = parts.stream().allMatch(ComparableCells::isWhole);
        List<MainEffect> all =
                parts.stream()
                        .map(part -> effect(part, figure))
                        .filter(effect -> effect.levels().size() > 1)
                        .map(effect -> isBalanced ? effect : effect.withoutShare())
                        .sorted(Comparator.comparingDouble(MainEffect::swing).reversed())
                        .toList();
        double mostChance = DOUBT / Math.max(1, parts.size());
        List<MainEffect> main = all.stream().filter(each -> !(each.chance() > mostChance)).toList();
        List<String> byChance =
                all.stream()
                        .filter(each -> each.chance() > mostChance)
                        .map(MainEffect::setting)
                        .toList();
        List<String> untold =
                parts.stream()
                        .filter(part -> !known.isEmpty() && part.cells().isEmpty())
                        .map(ComparableCells::name)
                        .toList();
        return new FigureEffects(figure, slice, main, untold, byChance, indices(figure, cells));
    }

    private MainEffect effect(ComparableCells cells, String figure) {
        return sweep.sample().isEmpty()
                ? MainEffect.of(cells, figure)
                : MainEffect.ofDraws(cells, figure);
    }

    private boolean isOfRows() {
        return sweep.sample().filter(Sweep.Sample::hasIndices).isPresent();
    }

    /**
     * The cells of the draws, each as often as it was drawn: of indices those of the points A and
     * B, as the others repeat their values. Without a sample all cells.
     */
    private List<CellResult> drawn(List<CellResult> cells) {
        if (sweep.sample().isEmpty()) {
            return cells;
        }
        Sweep.Sample sample = sweep.sample().get();
        Map<String, CellResult> byRow = new HashMap<>();
        cells.forEach(cell -> byRow.put(text(chosen(cell)), cell));
        return sample.rows().stream()
                .limit(sample.hasIndices() ? 2L * sample.points() : sample.points())
                .map(row -> Optional.ofNullable(byRow.get(text(row))))
                .flatMap(Optional::stream)
                .toList();
    }

    private List<JsonNode> chosen(CellResult cell) {
        List<JsonNode> values = new ArrayList<>();
        for (String input : inputs()) {
            JsonNode value = cell.cell().choices().get(input);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private static String text(List<JsonNode> values) {
        StringBuilder text = new StringBuilder();
        values.forEach(value -> text.append(Cell.canonical(value)).append(' '));
        return text.toString();
    }

    private Optional<Indices> indices(String figure, List<CellResult> cells) {
        if (!isOfRows()) {
            return Optional.empty();
        }
        Sweep.Sample sample = sweep.sample().orElseThrow();
        Map<String, Double> values = new HashMap<>();
        cells.forEach(cell -> values.put(text(chosen(cell)), sweep.value(cell, figure)));
        int blocks = sample.inputs().size() + 2;
        double[][] byBlock = new double[blocks][sample.points()];
        int rows = 0;
        for (int i = 0; i < sample.points(); i++) {
            boolean isWhole = true;
            for (int block = 0; block < blocks; block++) {
                Double value = values.get(text(sample.rows().get(block * sample.points() + i)));
                byBlock[block][rows] = value == null ? Double.NaN : value;
                isWhole &= Double.isFinite(byBlock[block][rows]);
            }
            rows += isWhole ? 1 : 0;
        }
        int lost = sample.points() - rows;
        return rows < FEWEST_ROWS
                ? Optional.empty()
                : Optional.of(new Indices(rows, lost, indices(cut(byBlock, rows))));
    }

    private static double[][] cut(double[][] blocks, int rows) {
        return Arrays.stream(blocks)
                .map(block -> Arrays.copyOf(block, rows))
                .toArray(double[][]::new);
    }

    private Map<String, SobolIndices> indices(double[][] blocks) {
        double centre =
                Arrays.stream(blocks).flatMapToDouble(Arrays::stream).average().orElseThrow();
        Map<String, SobolIndices> indices = new LinkedHashMap<>();
        for (int k = 0; k < inputs().size(); k++) {
            indices.put(
                    inputs().get(k), SobolIndices.of(blocks[0], blocks[1], blocks[k + 2], centre));
        }
        return indices;
    }

    /** How much capacity is enough, by slice; empty if the question has no such figure. */
    public Map<String, CapacityNeed> needs() {
        Map<String, CapacityNeed> needs = new LinkedHashMap<>();
        sweep.question()
                .capacity()
                .ifPresent(
                        figure ->
                                slices.forEach(
                                        (slice, cells) ->
                                                needs.put(
                                                        slice,
                                                        CapacityNeed.of(
                                                                figure,
                                                                sweep.sample().isPresent(),
                                                                drawn(cells)))));
        needs.values().removeIf(need -> need.cells() == 0);
        return needs;
    }
}
