package dev.stowage.workflow.sweep.effect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.CellResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a figure follows one setting, on average over all others: its mean at each value of the
 * setting, or in five parts of its values where it has many.
 *
 * @param setting what varies, with what always moves together with it
 * @param levels in ascending order of numbers, else in the order of the sweep
 * @param share of the variance of the figure that lies between the levels, 0 to 1; NaN if the cells
 *     are no full product, where such shares would depend on the order of the settings
 */
public record MainEffect(String setting, List<Level> levels, double share) {
    private static final int PARTS = 5;
    private static final int MOST_LEVELS = 8;

    public MainEffect {
        levels = List.copyOf(levels);
    }

    /**
     * A value of the setting, or a range of values.
     *
     * @param mean of the figure
     * @param cells number of cells behind it
     */
    public record Level(String name, double mean, int cells) {}

    private record Point(JsonNode setting, String name, double figure) {}

    /** Largest less smallest mean of a level. */
    public double swing() {
        return levels.stream().mapToDouble(Level::mean).max().orElse(0)
                - levels.stream().mapToDouble(Level::mean).min().orElse(0);
    }

    static MainEffect of(ComparableCells comparable, String figure) {
        String setting = comparable.settings().get(0);
        List<Point> points = new ArrayList<>();
        for (CellResult cell : comparable.cells()) {
            JsonNode chosen = cell.cell().choices().get(setting);
            points.add(
                    new Point(
                            chosen == null ? MissingNode.getInstance() : chosen,
                            ComparableCells.name(cell, comparable.settings()),
                            cell.value(figure)));
        }
        boolean isNumeric = points.stream().allMatch(each -> each.setting().isNumber());
        if (isNumeric) {
            points.sort(Comparator.comparingDouble(each -> each.setting().doubleValue()));
        }
        Map<String, List<Point>> byValue = new LinkedHashMap<>();
        for (Point each : points) {
            byValue.computeIfAbsent(each.name(), absent -> new ArrayList<>()).add(each);
        }
        Map<String, List<Point>> levels =
                isNumeric && byValue.size() > MOST_LEVELS
                        ? parts(List.copyOf(byValue.values()))
                        : byValue;
        return new MainEffect(
                comparable.name(),
                levels.entrySet().stream()
                        .map(
                                each ->
                                        new Level(
                                                each.getKey(),
                                                mean(each.getValue()),
                                                each.getValue().size()))
                        .toList(),
                share(points, levels));
    }

    /** Without its share. */
    MainEffect withoutShare() {
        return new MainEffect(setting, levels, Double.NaN);
    }

    private static Map<String, List<Point>> parts(List<List<Point>> sorted) {
        Map<String, List<Point>> parts = new LinkedHashMap<>();
        for (int part = 0; part < PARTS; part++) {
            List<Point> within =
                    sorted
                            .subList(
                                    part * sorted.size() / PARTS,
                                    (part + 1) * sorted.size() / PARTS)
                            .stream()
                            .flatMap(List::stream)
                            .toList();
            String name =
                    Figures.number(within.get(0).setting().doubleValue())
                            + " to "
                            + Figures.number(within.get(within.size() - 1).setting().doubleValue());
            parts.computeIfAbsent(name, absent -> new ArrayList<>()).addAll(within);
        }
        return parts;
    }

    private static double share(List<Point> points, Map<String, List<Point>> levels) {
        double mean = mean(points);
        double all = points.stream().mapToDouble(each -> square(each.figure() - mean)).sum();
        double between =
                levels.values().stream()
                        .mapToDouble(level -> level.size() * square(mean(level) - mean))
                        .sum();
        return all > 0 ? between / all : 0;
    }

    private static double square(double value) {
        return value * value;
    }

    private static double mean(List<Point> points) {
        return points.stream().mapToDouble(Point::figure).average().orElse(Double.NaN);
    }
}
