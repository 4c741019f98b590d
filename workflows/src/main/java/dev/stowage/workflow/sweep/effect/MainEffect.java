package dev.stowage.workflow.sweep.effect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.Cell;
import dev.stowage.workflow.sweep.CellResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a figure follows one setting, on average over all others: its mean at each value of the
 * setting, or in five equal parts of its cells where it has more values than that.
 *
 * @param setting what varies
 * @param levels in ascending order of numbers, else in the order of the sweep
 * @param share of the variance of the figure that lies between the levels, 0 to 1
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

    private record Point(JsonNode setting, double figure) {}

    /** Largest less smallest mean of a level. */
    public double swing() {
        return levels.stream().mapToDouble(Level::mean).max().orElse(0)
                - levels.stream().mapToDouble(Level::mean).min().orElse(0);
    }

    static MainEffect of(String setting, String figure, List<CellResult> cells) {
        List<Point> points = new ArrayList<>();
        for (CellResult cell : cells) {
            JsonNode chosen = cell.cell().choices().get(setting);
            double value = cell.value(figure);
            if (chosen != null && Double.isFinite(value)) {
                points.add(new Point(chosen, value));
            }
        }
        boolean isNumeric = points.stream().allMatch(each -> each.setting().isNumber());
        if (isNumeric) {
            points.sort(Comparator.comparingDouble(each -> each.setting().doubleValue()));
        }
        Map<String, List<Point>> byValue = new LinkedHashMap<>();
        for (Point each : points) {
            byValue.computeIfAbsent(Cell.text(each.setting()), absent -> new ArrayList<>())
                    .add(each);
        }
        Map<String, List<Point>> levels =
                isNumeric && byValue.size() > MOST_LEVELS ? parts(points) : byValue;
        return new MainEffect(
                setting,
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

    private static Map<String, List<Point>> parts(List<Point> sorted) {
        Map<String, List<Point>> parts = new LinkedHashMap<>();
        for (int part = 0; part < PARTS; part++) {
            List<Point> within =
                    sorted.subList(
                            part * sorted.size() / PARTS, (part + 1) * sorted.size() / PARTS);
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
