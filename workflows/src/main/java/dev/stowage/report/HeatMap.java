package dev.stowage.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A matrix of numbers from -1 to 1 as a coloured table: the numbers stand in it, so that nothing is
 * told by colour alone.
 *
 * @param id of its element in the page
 * @param names headings of the columns
 * @param rows one for each name
 */
public record HeatMap(String id, String title, String caption, List<String> names, List<Row> rows) {
    private static final double DEEPEST_PERCENT = 62;

    /** Cells of a row. */
    public record Row(String name, List<Cell> cells) {}

    /**
     * A number.
     *
     * @param sign {@code up}, {@code down} or {@code none}: its colour
     * @param depth of its colour, per cent
     */
    public record Cell(String text, String sign, int depth) {
        /** Of a number, coloured in full from {@code full} on. */
        public static Cell of(double value, double full) {
            if (Double.isNaN(value)) {
                return new Cell("–", "none", 0);
            }
            double share = Math.min(1, Math.abs(value) / full);
            return new Cell(
                    String.format(Locale.ROOT, "%.2f", value).replace("-0.00", "0.00"),
                    value > 0 ? "up" : value < 0 ? "down" : "none",
                    (int) Math.round(DEEPEST_PERCENT * share));
        }
    }

    /** Of a symmetric matrix; colours are full from {@code full} on. */
    public static HeatMap of(
            String id,
            String title,
            String caption,
            List<String> names,
            double[][] matrix,
            double full) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < matrix.length; i++) {
            List<Cell> cells = new ArrayList<>();
            for (double value : matrix[i]) {
                cells.add(Cell.of(value, full));
            }
            rows.add(new Row(names.get(i), cells));
        }
        return new HeatMap(id, title, caption, names, rows);
    }
}
