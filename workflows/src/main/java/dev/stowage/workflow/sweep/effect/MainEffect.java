package dev.stowage.workflow.sweep.effect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.basis.Seeds;
import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.CellResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * How a figure follows one setting, on average over all others: its mean at each value of the
 * setting, or in five parts of its values where it has many.
 *
 * @param setting what varies, with what always moves together with it
 * @param levels in ascending order of numbers, else in the order of the sweep
 * @param share of the variance of the figure that lies between the levels, 0 to 1, of draws less
 *     what chance gives; NaN if the cells are no full product, where such shares would depend on
 *     the order of the settings
 * @param chance how often so much would lie between the levels if the setting decided nothing; NaN
 *     where nothing was drawn
 */
public record MainEffect(String setting, List<Level> levels, double share, double chance) {
    private static final int PARTS = 5;
    private static final int MOST_LEVELS = 8;
    private static final int DEALS = 1999;

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
        List<Point> points = points(comparable, figure);
        Map<String, List<Point>> levels = levels(points);
        return new MainEffect(comparable.name(), means(levels), share(points, levels), Double.NaN);
    }

    /** The effect of a setting that was drawn, while all others were drawn too. */
    static MainEffect ofDraws(ComparableCells comparable, String figure) {
        List<Point> points = points(comparable, figure);
        Map<String, List<Point>> levels = levels(points);
        double between = share(points, levels);
        int free = points.size() - levels.size();
        double byChance = (levels.size() - 1) * (1 - between) / Math.max(1, free);
        return new MainEffect(
                comparable.name(),
                means(levels),
                free > 0 ? Math.max(0, between - byChance) : 0,
                chance(levels));
    }

    /** A permutation test: the figures dealt anew to the values of the setting. */
    private static double chance(Map<String, List<Point>> levels) {
        int[] sizes = levels.values().stream().mapToInt(List::size).toArray();
        double[] figures =
                levels.values().stream().flatMap(List::stream).mapToDouble(Point::figure).toArray();
        double mean = Arrays.stream(figures).average().orElse(0);
        Arrays.setAll(figures, i -> figures[i] - mean);
        double found = between(figures, sizes);
        RandomGenerator random = Seeds.stream(figures.length, "main effect", 0);
        int as = 0;
        for (int deal = 0; deal < DEALS; deal++) {
            shuffle(figures, random);
            as += between(figures, sizes) >= found * (1 - 1e-9) ? 1 : 0;
        }
        return (as + 1.0) / (DEALS + 1.0);
    }

    private static void shuffle(double[] values, RandomGenerator random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double kept = values[i];
            values[i] = values[other];
            values[other] = kept;
        }
    }

    /** Sum of squares between groups of centred values that stand one after the other. */
    private static double between(double[] values, int[] sizes) {
        double squares = 0;
        int from = 0;
        for (int size : sizes) {
            double sum = 0;
            for (int i = from; i < from + size; i++) {
                sum += values[i];
            }
            squares += size == 0 ? 0 : sum * sum / size;
            from += size;
        }
        return squares;
    }

    private static List<Point> points(ComparableCells comparable, String figure) {
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
        return points;
    }

    /** By value, or in parts where there are many. */
    private static Map<String, List<Point>> levels(List<Point> points) {
        boolean isNumeric = points.stream().allMatch(each -> each.setting().isNumber());
        if (isNumeric) {
            points.sort(Comparator.comparingDouble(each -> each.setting().doubleValue()));
        }
        Map<String, List<Point>> byValue = new LinkedHashMap<>();
        for (Point each : points) {
            byValue.computeIfAbsent(each.name(), absent -> new ArrayList<>()).add(each);
        }
        return isNumeric && byValue.size() > MOST_LEVELS
                ? parts(List.copyOf(byValue.values()))
                : byValue;
    }

    private static List<Level> means(Map<String, List<Point>> levels) {
        return levels.entrySet().stream()
                .map(
                        each ->
                                new Level(
                                        each.getKey(),
                                        mean(each.getValue()),
                                        each.getValue().size()))
                .toList();
    }

    /** Without its share. */
    MainEffect withoutShare() {
        return new MainEffect(setting, levels, Double.NaN, chance);
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
