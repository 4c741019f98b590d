package dev.stowage.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chart of a report with the tables that say the same: what {@code report.js} draws and what the
 * templates print.
 *
 * @param id of its element in the page
 * @param title heading
 * @param caption what it shows and how to read it, one or two sentences
 * @param tall true for a chart that needs height
 * @param views at least one; the reader chooses between several
 * @param tables the same figures as text
 */
public record Chart(
        String id,
        @JsonIgnore String title,
        @JsonIgnore String caption,
        @JsonIgnore boolean tall,
        List<View> views,
        @JsonIgnore List<DataTable> tables) {
    private static final MathContext DRAWN = new MathContext(7);
    private static final String TONES = "abcdef";

    public Chart {
        views = List.copyOf(views);
        tables = List.copyOf(tables);
    }

    /** True if there is nothing to draw: the page then says so. */
    public @JsonIgnore boolean isEmpty() {
        return views.isEmpty();
    }

    /**
     * One way to look at a chart.
     *
     * @param name for the button that chooses it
     * @param alt the chart in words, for those who don't see it
     * @param x horizontal axis
     * @param y vertical axis
     * @param histogram true if bars are bins that touch
     * @param strong the bar that stands out; null for none
     * @param series what is drawn
     * @param lines straight marks across the chart
     * @param point the chosen point; null for none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record View(
            String name,
            String alt,
            Axis x,
            Axis y,
            boolean histogram,
            @Nullable Integer strong,
            List<Series> series,
            List<Line> lines,
            @Nullable Point point) {}

    /**
     * An axis.
     *
     * @param type {@code value}, {@code log} or {@code category}
     * @param title with the unit in words, where it has one
     * @param unit of its values: {@code s}, {@code share}, {@code USD}, {@code cores}, …
     * @param min where it begins; null to fit the data
     * @param max where it ends; null to fit the data
     * @param whole true if only whole numbers make sense
     * @param step distance of the ticks; null to choose
     * @param categories names of a category axis
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Axis(
            String type,
            String title,
            String unit,
            @Nullable Double min,
            @Nullable Double max,
            boolean whole,
            @Nullable Double step,
            List<String> categories) {
        public static Axis value(String title, String unit) {
            return new Axis("value", title, unit, null, null, false, null, List.of());
        }

        public static Axis log(String title, String unit) {
            return new Axis("log", title, unit, null, null, false, null, List.of());
        }

        public static Axis categories(List<String> names) {
            return new Axis("category", "", "", null, null, false, null, names);
        }

        public Axis from(double low) {
            return new Axis(type, title, unit, low, max, whole, step, categories);
        }

        public Axis to(double high) {
            return new Axis(type, title, unit, min, high, whole, step, categories);
        }

        /** From 0 to the round number at or above {@code high}, with round ticks between. */
        public Axis upTo(double high) {
            double round = Ticks.step(unit, high);
            return from(0).to(round * Math.max(1, Math.ceil(high / round - 1e-9))).inSteps(round);
        }

        public Axis inSteps(double distance) {
            return new Axis(type, title, unit, min, max, whole, distance, categories);
        }

        public Axis inWholeNumbers() {
            return new Axis(type, title, unit, min, max, true, step, categories);
        }
    }

    /**
     * Drawn data.
     *
     * @param kind {@code line}, {@code step}, {@code area}, {@code bar}, {@code swing}: bars of one
     *     category to both sides of 0, {@code stack}: an area that later ones hide but for its top,
     *     or {@code band}: between two values, wider ones first
     * @param tone letter of its colour, {@code a} to {@code f}
     * @param data pairs of x and y, y null where there is none; of a stack its own share third; of
     *     a band its lower and upper value
     */
    public record Series(
            String name,
            String kind,
            String tone,
            boolean step,
            boolean points,
            boolean dashed,
            boolean thin,
            ArrayNode data) {
        public static Series of(String name, String kind, String tone, ArrayNode data) {
            return new Series(name, kind, tone, false, false, false, false, data);
        }

        public Series stepped() {
            return new Series(name, kind, tone, true, points, dashed, thin, data);
        }

        public Series withPoints() {
            return new Series(name, kind, tone, step, true, dashed, thin, data);
        }

        public Series inDashes() {
            return new Series(name, kind, tone, step, points, true, thin, data);
        }

        public Series thinner() {
            return new Series(name, kind, tone, step, points, dashed, true, data);
        }
    }

    /** A straight mark at a value of an axis. */
    public record Line(
            double at, String label, boolean vertical, boolean dashed, boolean left, String tone) {}

    /** The chosen point. */
    public record Point(double x, double y, String label, boolean left) {}

    /** Pairs, to seven digits; a value that is not finite becomes a gap. */
    public static ArrayNode pairs(double[] x, double[] y) {
        ArrayNode pairs = JsonNodeFactory.instance.arrayNode(x.length);
        for (int i = 0; i < x.length; i++) {
            ArrayNode pair = pairs.addArray();
            add(pair, x[i]);
            add(pair, y[i]);
        }
        return pairs;
    }

    /** The colour of one of several series, by its number from 0: after six they repeat. */
    public static String tone(int series) {
        return String.valueOf(TONES.charAt(series % TONES.length()));
    }

    /** Pairs with a third value each. */
    public static ArrayNode triples(double[] x, double[] y, double[] own) {
        ArrayNode triples = pairs(x, y);
        for (int i = 0; i < x.length; i++) {
            add((ArrayNode) triples.get(i), own[i]);
        }
        return triples;
    }

    private static void add(ArrayNode pair, double value) {
        if (Double.isFinite(value)) {
            pair.add(drawn(value));
        } else {
            pair.addNull();
        }
    }

    private static BigDecimal drawn(double value) {
        BigDecimal rounded = new BigDecimal(value).round(DRAWN).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
