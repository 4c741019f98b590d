package dev.stowage.terminal;

import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.Arrays;

/**
 * Bars over time as text: one column of characters for each span of time, or for several that are
 * averaged where there are more than fit.
 *
 * @param width columns of the terminal
 * @param isUnicode true for blocks of eighths, false for plain ASCII
 */
public record BarChart(int width, boolean isUnicode) {
    private static final int HEIGHT = 6;
    private static final int LEAST_WIDTH = 10;
    private static final int THICKEST = 6;
    private static final String BLOCKS = " ▁▂▃▄▅▆▇█";
    private static final String MARKS = " .:#";

    /** Prints values, all at least 0; {@code end} is written below the last. */
    public void print(PrintWriter out, double[] values, String end) {
        double most = Arrays.stream(values).max().orElse(0);
        String top = Figures.number(most);
        int columns = Math.max(LEAST_WIDTH, width - top.length() - 2);
        double[] bars = fitted(values, columns);
        int thickness = Math.max(1, Math.min(THICKEST, columns / Math.max(1, bars.length)));
        double highest = Math.max(Arrays.stream(bars).max().orElse(0), Double.MIN_NORMAL);
        String label = Figures.number(highest == Double.MIN_NORMAL ? 0 : highest);
        String levels = isUnicode ? BLOCKS : MARKS;
        int full = levels.length() - 1;
        for (int row = HEIGHT - 1; row >= 0; row--) {
            StringBuilder line = new StringBuilder(row == HEIGHT - 1 ? label : "");
            line.insert(0, " ".repeat(Math.max(0, top.length() - line.length())));
            line.append(isUnicode ? '┤' : '|');
            for (double bar : bars) {
                double filled = bar / highest * HEIGHT * full - (double) row * full;
                int level = (int) Math.max(0, Math.min(full, Math.round(filled)));
                boolean isTrace = row == 0 && bar > 0 && level == 0; // some is never nothing
                line.append(String.valueOf(levels.charAt(isTrace ? 1 : level)).repeat(thickness));
            }
            out.println(line.toString().stripTrailing());
        }
        int length = bars.length * thickness;
        String axis = "0" + " ".repeat(Math.max(1, length - 1 - end.length())) + end;
        out.println(" ".repeat(top.length() + 1) + axis);
    }

    /** As many bars as fit: means of equal spans. */
    private static double[] fitted(double[] values, int columns) {
        int span = Math.max(1, (values.length + columns - 1) / columns);
        double[] bars = new double[(values.length + span - 1) / span];
        for (int i = 0; i < bars.length; i++) {
            int to = Math.min(values.length, (i + 1) * span);
            bars[i] = Arrays.stream(values, i * span, to).average().orElse(0);
        }
        return bars;
    }
}
